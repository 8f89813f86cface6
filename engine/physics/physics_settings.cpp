#include "engine/physics/physics_settings.h"

#include <array>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "maze/base/errors.h"
#include "maze/base/json_text.h"
#include "maze/base/text_file.h"
#include "maze/base/text_hash.h"
#include "maze/files/maze_file.h"

namespace marblemaze {
namespace {

using Json = nlohmann::ordered_json;
using P = PhysicsSettings;

constexpr std::array kFields{
    SettingField{"gravity", &P::gravity, 0.1, 100, "m/s²",
                 "pull on the marble; the maze feels none",
                 "turn times and the rest energy are chosen for 9.81"},
    SettingField{"marble_radius", &P::marble_radius, 0.05, 0.45, "cells", "radius of the marble",
                 "decides the model: up to about 0.25 it falls into the first hole and crosses one "
                 "after a straight run; "
                 "at 0.3 it crosses the first, and most mazes become unsolvable"},
    SettingField{"marble_mass", &P::marble_mass, 0.01, 100, "kg", "mass of the marble",
                 "kinetic energies, and so rest_energy, scale with it"},
    SettingField{"linear_damping", &P::linear_damping, 0, 0.99, "share/s",
                 "velocity lost to the air in a second",
                 "0 lets the marble cross holes it should fall into"},
    SettingField{"angular_damping", &P::angular_damping, 0, 0.99, "share/s",
                 "spin lost in a second", "slows rolling on shallow slopes"},
    SettingField{"rolling_friction", &P::rolling_friction, 0, 1, "cells", "resistance to rolling",
                 "0.05 already makes moves overdue on the shallow slopes of the 24 scheme"},
    SettingField{
        "wall_thickness", &P::wall_thickness, 0.005, 0.3, "cells", "thickness of walls",
        "thin walls sharpen edges and freeze fewer marbles; below 0.03 fast marbles may tunnel"},
    SettingField{"friction", &P::friction, 0, 2, "1", "Coulomb coefficient between marble and wall",
                 "0.5 holds marbles on ridges: many more freeze"},
    SettingField{"restitution", &P::restitution, 0, 1, "1", "share of speed kept in a bounce",
                 "higher: livelier, less predictable moves"},
    SettingField{"contact_reach", &P::contact_reach, 0, 0.05, "cells",
                 "distance at which contact begins", "0 lets contacts flicker at rest"},
    SettingField{"maze_mass_ratio", &P::maze_mass_ratio, 1, 1e6, "1",
                 "mass of the maze over that of the marble",
                 "below 100 the marble's weight sways the turning maze"},
    SettingField{
        "step", &P::step, 1.0 / 2000, 1.0 / 60, "s", "fixed time step",
        "a model parameter, not only accuracy: friction sees a turning wall one step late"},
    SettingField{"solver_iterations", &P::solver_iterations, 1, 100, "1",
                 "sweeps of the constraint solver", "fewer freeze fewer marbles by a few per cent"},
    SettingField{"contact_erp", &P::contact_erp, 0, 1, "share/step",
                 "penetration corrected in a step", "high values make contacts bounce"},
    SettingField{
        "collision", &P::collision, 0, 0, "grid|compound", "collision geometry",
        "compound is the slow reference and carries contact history, so it cannot be cloned"},
    SettingField{"turn_time", &P::turn_time, 0.1, 60, "s",
                 "nominal time of a move at 3 cells a side", "short turns throw the marble"},
    SettingField{"turn_time_growth", &P::turn_time_growth, 0, 3, "1",
                 "turn time grows as (longest side / 3) to this power",
                 "below 0.5 the outer walls of large mazes accelerate at more than gravity"},
    SettingField{"brake_speed", &P::brake_speed, 0.01, 10, "rad/s",
                 "turning speed at which the brake grips",
                 "higher jolts the marble as the maze stops"},
    SettingField{"rest_energy", &P::rest_energy, 1e-9, 1, "J",
                 "kinetic energy below which the marble counts as still",
                 "1e-2 takes turning points for rest"},
    SettingField{"rest_time", &P::rest_time, 0, 10, "s", "how long it must be still to be at rest",
                 "shorter takes pauses at a cliff for rest"},
    SettingField{"frozen_time", &P::frozen_time, 0, 60, "s",
                 "how long it must be still where a wall is missing to be frozen",
                 "the strongest knob on the share of frozen mazes"},
    SettingField{"move_time_limit", &P::move_time_limit, 1, 3600, "s",
                 "simulated time after which a move is overdue",
                 "short limits end runs that would settle"},
    SettingField{"slope_large", &P::slope_large, 1e-3, 10, "1",
                 "largest component of the 24 scheme's up vectors", "only the three ratios matter"},
    SettingField{"slope_middle", &P::slope_middle, 1e-3, 10, "1", "middle component",
                 "near the largest, ridges balance marbles again"},
    SettingField{"slope_small", &P::slope_small, 1e-3, 10, "1", "smallest component",
                 "too small: the marble creeps and moves become overdue"},
    SettingField{"predictor_threshold", &P::predictor_threshold, 0, 100, "1",
                 "speed from which the predicted marble crosses a hole",
                 "with 8 orientations any value in (0, 0.577] is the same; above, one straight "
                 "cell no longer carries it"},
};

void set(PhysicsSettings& settings, const SettingField& field, const Json& value) {
  const std::string label = fmt::format("setting \"{}\"", field.name);
  if (const auto* choice = std::get_if<Collision P::*>(&field.member)) {
    if (value != "grid" && value != "compound")
      throw BadInput(label, value.dump(), "\"grid\" or \"compound\"");
    settings.*(*choice) = value == "grid" ? Collision::grid : Collision::compound;
    return;
  }
  const bool whole = std::holds_alternative<int P::*>(field.member);
  if (whole ? !value.is_number_integer() : !value.is_number())
    throw BadInput(label, value.dump(), whole ? "a whole number" : "a number");
  const double number = value.get<double>();
  if (!(number >= field.low && number <= field.high))
    throw BadInput(label, value.dump(),
                   fmt::format("{} to {} ({})", field.low, field.high, field.unit));
  if (whole)
    settings.*std::get<int P::*>(field.member) = value.get<int>();
  else
    settings.*std::get<double P::*>(field.member) = number;
}

Json get(const PhysicsSettings& settings, const SettingField& field) {
  if (const auto* choice = std::get_if<Collision P::*>(&field.member))
    return settings.*(*choice) == Collision::grid ? "grid" : "compound";
  if (const auto* whole = std::get_if<int P::*>(&field.member)) return settings.*(*whole);
  return settings.*std::get<double P::*>(field.member);
}

const SettingField& field_named(const std::string& name) {
  for (const SettingField& field : kFields)
    if (field.name == name) return field;
  throw BadInput("setting", "\"" + name + "\"", "one that `marblemaze settings` lists");
}

}  // namespace

std::span<const SettingField> physics_setting_fields() { return kFields; }

std::string to_json(const PhysicsSettings& settings) {
  Json document = Json::object();
  for (const SettingField& field : kFields)
    document[std::string(field.name)] = get(settings, field);
  return document.dump(2) + "\n";
}

PhysicsSettings settings_from_json(const std::string& text) {
  PhysicsSettings settings;
  const Json document = parse_json("settings", text);
  if (!document.is_object())
    throw BadInput("settings", document.dump().substr(0, 40), "a JSON object");
  for (const auto& [name, value] : document.items()) set(settings, field_named(name), value);
  // Throws unless a > b > c > 0.
  static_cast<void>(OrientationScheme(24, Layers::all, settings.slopes()));
  return settings;
}

PhysicsSettings load_settings(const std::filesystem::path& path) {
  const std::string text = read_text_file(path);
  try {
    return settings_from_json(text);
  } catch (const BadInput& error) {
    throw BadInput(path.string() + ": " + error.what());
  }
}

std::string settings_hash(const PhysicsSettings& settings) { return text_hash(to_json(settings)); }

}  // namespace marblemaze
