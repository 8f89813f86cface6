#include "engine/sim/physics_settings.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "maze/base/arithmetic/transcendental.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/json.h"
#include "maze/base/lists.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

using P = PhysicsSettings;

template <auto Part, auto Member>
SettingField::Place at(P& settings) {
  return &(settings.*Part.*Member);
}
template <std::size_t Component>
SettingField::Place slope(P& settings) {
  return &settings.slopes[Component];
}

constexpr auto kFields = std::to_array<SettingField>({
    {"gravity", at<&P::nature, &P::Nature::gravity>, 0.1, 100, "m/s²",
     "gravity; it acts on the marble only",
     "turn_time and rest_energy were chosen for 9.81 and should change with it"},
    {"marble_radius", at<&P::nature, &P::Nature::marble_radius>, 0.05, 0.45, "cells",
     "radius of the marble",
     "decides the model: up to about 0.25 it falls into the first hole and crosses one "
     "after a straight run; "
     "at 0.3 it crosses the first, and most mazes become unsolvable"},
    {"marble_mass", at<&P::nature, &P::Nature::marble_mass>, 0.01, 100, "kg", "mass of the marble",
     "kinetic energies, and so rest_energy, scale with it"},
    {"linear_damping", at<&P::nature, &P::Nature::linear_damping>, 0, 0.99, "share/s",
     "velocity lost to the air in a second", "0 lets the marble cross holes it should fall into"},
    {"angular_damping", at<&P::nature, &P::Nature::angular_damping>, 0, 0.99, "share/s",
     "spin lost in a second", "slows rolling on shallow slopes"},
    {"rolling_friction", at<&P::nature, &P::Nature::rolling_friction>, 0, 1, "cells",
     "resistance to rolling",
     "0.05 already makes moves overdue on the shallow slopes of the 24 scheme"},
    {"wall_thickness", at<&P::nature, &P::Nature::wall_thickness>, 0.005, 0.3, "cells",
     "thickness of walls",
     "thin walls sharpen edges and freeze fewer marbles; below 0.03 fast marbles may tunnel"},
    {"friction", at<&P::nature, &P::Nature::friction>, 0, 2, "1",
     "Coulomb coefficient between marble and wall",
     "0.5 holds marbles on ridges: many more freeze"},
    {"restitution", at<&P::nature, &P::Nature::restitution>, 0, 1, "1",
     "share of speed kept in a bounce", "higher: livelier, less predictable moves"},
    {"contact_reach", at<&P::solver, &P::Solver::contact_reach>, 0, 0.05, "cells",
     "distance at which contact begins", "at 0 contacts come and go at rest"},
    {"maze_mass_ratio", at<&P::nature, &P::Nature::maze_mass_ratio>, 1, 1e6, "1",
     "mass of the maze over that of the marble",
     "below 100 the marble's weight sways the turning maze"},
    {"step", at<&P::solver, &P::Solver::step>, 1.0 / 2000, 1.0 / 60, "s", "fixed time step",
     "part of the model: friction sees a turning wall one step late, so runs change"},
    {"solver_iterations", at<&P::solver, &P::Solver::iterations>, 1, 100, "1",
     "sweeps of the constraint solver", "with fewer, a few per cent fewer marbles freeze"},
    {"contact_erp", at<&P::solver, &P::Solver::contact_erp>, 0, 1, "share/step",
     "penetration corrected in a step", "high values make contacts bounce"},
    {"collision", at<&P::solver, &P::Solver::collision>, 0, 0, "grid|compound",
     "collision geometry", "compound is the slow reference"},
    {"turn_time", at<&P::drive, &P::Drive::turn_time>, 0.1, 60, "s",
     "nominal time of a move at 3 cells a side", "short turns throw the marble"},
    {"turn_time_growth", at<&P::drive, &P::Drive::turn_time_growth>, 0, 3, "1",
     "turn time grows as (longest side / 3) to this power",
     "below 0.5 the outer walls of large mazes accelerate at more than gravity"},
    {"brake_speed", at<&P::drive, &P::Drive::brake_speed>, 0.01, 10, "rad/s",
     "turning speed at which the brake grips",
     "at a higher one the stop of the maze jolts the marble"},
    {"drive_variation", at<&P::drive, &P::Drive::variation>, 0, 0.5, "share",
     "how much the time of a turn differs from move to move, drawn anew for each",
     "0: a move that is repeated ends as before; more: unrepeatable moves", 0},
    {"brake_tolerance", at<&P::drive, &P::Drive::brake_tolerance>, 0, 0.1, "rad",
     "largest tilt that the brake leaves at 3 cells a side, drawn anew for each move",
     "at 0 more marbles freeze on edges; 0.003 tips most of them off", 0},
    {"brake_tolerance_growth", at<&P::drive, &P::Drive::brake_tolerance_growth>, -10, 3, "1",
     "the tolerance grows as (longest side / 3) to this power, from 3 cells on",
     "below 0 larger mazes are braked more exactly", 0},
    {"mount_centrifugal", at<&P::platform, &P::Platform::centrifugal>, 0.01, 200, "g",
     "largest centrifugal acceleration at the outermost cells under continuous control",
     "from 1 on the marble is flung outwards rather than tilted", 0.5},
    {"mount_tangential", at<&P::platform, &P::Platform::tangential>, 0.01, 200, "g",
     "largest acceleration of these cells by a change of the rate",
     "from 1 on walls throw the marble; near 100 it may pass through them", 0.5},
    {"rest_energy", at<&P::rest, &P::Rest::energy>, 1e-9, 1, "J",
     "kinetic energy below which the marble counts as still",
     "at 1e-2 turning points count as rest"},
    {"rest_time", at<&P::rest, &P::Rest::time>, 0, 10, "s",
     "how long it must be still to be at rest",
     "if shorter, a marble that turns back on a slope counts as at rest"},
    {"frozen_time", at<&P::rest, &P::Rest::frozen_time>, 0, 60, "s",
     "how long it must be still where a wall is missing to be frozen",
     "shorter: many more runs freeze; with 6 s hardly any does"},
    {"move_time_limit", at<&P::rest, &P::Rest::move_time_limit>, 1, 3600, "s",
     "simulated time after which a move is overdue", "short limits end runs that would settle"},
    {"slope_large", slope<0>, 1e-3, 10, "1", "largest component of the 24 scheme's up vectors",
     "only the ratios of the three slopes matter"},
    {"slope_middle", slope<1>, 1e-3, 10, "1", "middle component",
     "near the largest, marbles freeze on ridges as with 8 orientations"},
    {"slope_small", slope<2>, 1e-3, 10, "1", "smallest component",
     "too small: the marble creeps and moves become overdue"},
    {"predictor_threshold", at<&P::agent, &AgentSettings::predictor_threshold>, 0, 100, "1",
     "speed from which the predicted marble crosses a hole",
     "with 8 orientations any value in (0, 0.577] is the same; above, one straight "
     "cell no longer carries it"},
});

void set(SettingField::Place place, const SettingField& field, const JsonReader& from) {
  const std::string name(field.name);
  const Json& value = from.at(name);
  if (Collision* const* collision = std::get_if<Collision*>(&place)) {
    if (value != "grid" && value != "compound") from.refuse(name, "\"grid\" or \"compound\"");
    **collision = value == "grid" ? Collision::grid : Collision::compound;
    return;
  }
  const bool whole = std::holds_alternative<int*>(place);
  if (whole ? !value.is_whole() : !value.is_number())
    from.refuse(name, whole ? "a whole number" : "a number");
  const double number = value.get<double>();
  if (!(number >= field.low && number <= field.high))
    from.refuse(name, fmt::format("{} to {} ({})", field.low, field.high, field.unit));
  if (whole)
    *std::get<int*>(place) = value.get<int>();
  else
    *std::get<double*>(place) = number;
}

Json json_of(Collision collision) { return to_string(collision); }
Json json_of(auto number) { return number; }

template <class Chosen>
Json json_of_fields(const PhysicsSettings& settings, Chosen&& chosen) {
  Json document = Json::object();
  for (const SettingField& field : kFields)
    if (chosen(field))
      document[std::string(field.name)] =
          std::visit([](auto value) { return json_of(value); }, field.value(settings));
  return document;
}

std::string text_of(const Json& document) { return document.dump(2) + "\n"; }

bool is_unhashed(const SettingField& field, const PhysicsSettings& settings) {
  return field.unhashed && std::get<double>(field.value(settings)) == *field.unhashed;
}

}  // namespace

BodyConstants::BodyConstants(glm::ivec3 dims, const PhysicsSettings& s)
    : marble_mass(s.nature.marble_mass),
      marble_inertia(0.4 * s.nature.marble_mass * s.nature.marble_radius * s.nature.marble_radius),
      maze_mass(s.nature.maze_mass_ratio * s.nature.marble_mass),
      velocity_kept(power(1 - s.nature.linear_damping, s.solver.step)),
      spin_kept(power(1 - s.nature.angular_damping, s.solver.step)) {
  const double side = std::max({dims.x, dims.y, dims.z});
  maze_inertia = maze_mass * side * side / 6.0;
}

PhysicsSettings exact_machine(PhysicsSettings settings) {
  settings.drive.variation = settings.drive.brake_tolerance =
      settings.drive.brake_tolerance_growth = 0;
  return settings;
}

std::span<const SettingField> physics_setting_fields() { return kFields; }

const SettingField& physics_setting_field(std::string_view name) {
  if (const SettingField* const field = row_named(kFields, name)) return *field;
  throw BadInput("setting", "\"" + std::string(name) + "\"",
                 "one that `marblemaze settings` lists");
}

std::string_view to_string(Collision collision) {
  return collision == Collision::grid ? "grid" : "compound";
}

Json json_of(const PhysicsSettings& settings) {
  return json_of_fields(settings, [](const SettingField&) { return true; });
}

std::string to_json(const PhysicsSettings& settings) { return text_of(json_of(settings)); }

PhysicsSettings settings_from_json(const std::string& text) {
  return settings_from(Json::parse("settings", text));
}

PhysicsSettings settings_from(const Json& document) {
  PhysicsSettings settings;
  const JsonReader from(document, "settings", "setting ");
  for (const auto& [name, value] : document.members()) {
    const SettingField& field = physics_setting_field(name);
    set(field.place(settings), field, from);
  }
  // Throws unless a > b > c > 0.
  static_cast<void>(OrientationScheme(ControlScheme::cube_24, Layers::all, settings.slopes));
  return settings;
}

PhysicsSettings load_settings(const std::filesystem::path& path) {
  const std::string text = read_text_file(path);
  return naming(path.string(), [&] { return settings_from_json(text); });
}

std::string settings_hash(const PhysicsSettings& settings) {
  return text_hash(text_of(json_of_fields(
      settings, [&](const SettingField& field) { return !is_unhashed(field, settings); })));
}

}  // namespace marblemaze
