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
SettingField::Pointer at(P& settings) {
  return &(settings.*Part.*Member);
}
template <std::size_t Component>
SettingField::Pointer slope(P& settings) {
  return &settings.slopes[Component];
}

constexpr auto kFields = std::to_array<SettingField>({
    {"gravity", at<&P::nature, &P::Nature::gravity>, 0.1, 100, "m/s²",
     "gravitational acceleration, which acts only on the marble",
     "adjust turn_time and rest_energy too, because their defaults were chosen for 9.81 m/s²"},
    {"marble_radius", at<&P::nature, &P::Nature::marble_radius>, 0.05, 0.45, "cells",
     "radius of the marble",
     "up to about 0.25, the marble falls into the first opening that it reaches, unless it has "
     "gained speed on a straight section; at 0.3 it always crosses the first opening, and most "
     "mazes have no solution"},
    {"marble_mass", at<&P::nature, &P::Nature::marble_mass>, 0.01, 100, "kg", "mass of the marble",
     "adjust rest_energy too, because kinetic energy is proportional to mass"},
    {"linear_damping", at<&P::nature, &P::Nature::linear_damping>, 0, 0.99, "share/s",
     "fraction of its velocity that the marble loses per second",
     "at 0 the marble crosses openings that it should fall into"},
    {"angular_damping", at<&P::nature, &P::Nature::angular_damping>, 0, 0.99, "share/s",
     "fraction of its spin that the marble loses per second",
     "at higher values, the marble rolls more slowly on shallow slopes"},
    {"rolling_friction", at<&P::nature, &P::Nature::rolling_friction>, 0, 1, "cells",
     "rolling resistance of the marble",
     "at 0.05 some moves time out with 24 orientations, because the slopes are shallow"},
    {"wall_thickness", at<&P::nature, &P::Nature::wall_thickness>, 0.005, 0.3, "cells",
     "thickness of the walls",
     "thinner walls have sharper edges, so the marble freezes on them less often; below 0.03 fast "
     "marbles may pass through walls"},
    {"friction", at<&P::nature, &P::Nature::friction>, 0, 2, "1",
     "Coulomb friction coefficient between the marble and the walls",
     "at 0.5 the marble freezes on edges much more often"},
    {"restitution", at<&P::nature, &P::Nature::restitution>, 0, 1, "1",
     "fraction of the marble's speed that remains after a bounce",
     "at higher values, the results of moves are less predictable"},
    {"contact_reach", at<&P::solver, &P::Solver::contact_reach>, 0, 0.05, "cells",
     "distance below which two bodies count as being in contact",
     "at 0 a resting marble repeatedly loses and regains contact"},
    {"maze_mass_ratio", at<&P::nature, &P::Nature::maze_mass_ratio>, 1, 1e6, "1",
     "mass of the maze divided by the mass of the marble",
     "below 100 the weight of the marble disturbs the rotation of the maze"},
    {"step", at<&P::solver, &P::Solver::step>, 1.0 / 2000, 1.0 / 60, "s",
     "time step of the physics simulation",
     "any change affects the results, because friction reacts to a turning wall with a delay of "
     "one time step"},
    {"solver_iterations", at<&P::solver, &P::Solver::iterations>, 1, 100, "1",
     "iterations of the constraint solver per time step",
     "with fewer iterations, the marble freezes slightly less often"},
    {"contact_erp", at<&P::solver, &P::Solver::contact_erp>, 0, 1, "share/step",
     "fraction of the penetration that the solver corrects per time step",
     "at high values, contacts become bouncy"},
    {"collision", at<&P::solver, &P::Solver::collision>, 0, 0, "grid|compound",
     "collision geometry", "compound selects the slow reference implementation"},
    {"turn_time", at<&P::drive, &P::Drive::turn_time>, 0.1, 60, "s",
     "nominal duration of a turn in a maze whose longest side has 3 cells",
     "if turns are too short, the moving walls throw the marble"},
    {"turn_time_growth", at<&P::drive, &P::Drive::turn_time_growth>, 0, 3, "1",
     "the duration of a turn is proportional to (longest side / 3) to this power",
     "below 0.5 the outer walls of large mazes accelerate at more than 1 g"},
    {"brake_speed", at<&P::drive, &P::Drive::brake_speed>, 0.01, 10, "rad/s",
     "angular velocity at which the brake engages",
     "at higher values, the maze stops so abruptly that the marble is jolted"},
    {"drive_variation", at<&P::drive, &P::Drive::variation>, 0, 0.5, "share",
     "actuator noise: maximum relative deviation of a turn from its nominal duration, resampled "
     "for each move",
     "at 0 every turn has its nominal duration; at higher values, more moves are unrepeatable", 0},
    {"brake_tolerance", at<&P::drive, &P::Drive::brake_tolerance>, 0, 0.1, "rad",
     "actuator noise: maximum residual tilt after a turn in a maze whose longest side has 3 cells, "
     "resampled for each move",
     "at 0 the marble freezes on edges more often; at 0.003 it usually rolls off the edges", 0},
    {"brake_tolerance_growth", at<&P::drive, &P::Drive::brake_tolerance_growth>, -10, 3, "1",
     "in larger mazes, the maximum residual tilt is proportional to (longest side / 3) to this "
     "power",
     "at negative values, the brake is more precise in larger mazes", 0},
    {"mount_centrifugal", at<&P::platform, &P::Platform::centrifugal>, 0.01, 200, "g",
     "continuous control: maximum centrifugal acceleration of the outermost cells",
     "at 1 or more, the marble is thrown outwards", 0.5},
    {"mount_tangential", at<&P::platform, &P::Platform::tangential>, 0.01, 200, "g",
     "continuous control: maximum tangential acceleration of the outermost cells when the angular "
     "velocity changes",
     "at 1 or more, the moving walls throw the marble; near 100 the marble may pass through walls",
     0.5},
    {"rest_energy", at<&P::rest, &P::Rest::energy>, 1e-9, 1, "J",
     "kinetic energy below which the marble counts as stationary",
     "at 0.01 a marble that is merely reversing direction counts as stationary"},
    {"rest_time", at<&P::rest, &P::Rest::time>, 0, 10, "s",
     "how long the marble must be stationary before it counts as being at rest",
     "with a shorter time, a marble that is merely reversing direction on a slope counts as being "
     "at rest"},
    {"frozen_time", at<&P::rest, &P::Rest::frozen_time>, 0, 60, "s",
     "how long the marble must be stationary on the edge of an opening before it counts as frozen",
     "with a shorter time, the marble freezes in many more runs; at 6 s it almost never freezes"},
    {"move_time_limit", at<&P::rest, &P::Rest::move_time_limit>, 1, 3600, "s",
     "simulated time after which a move times out",
     "short limits end runs in which the marble would have come to rest"},
    {"slope_large", slope<0>, 1e-3, 10, "1",
     "largest component of the up vectors with 24 orientations",
     "only the ratios of the three slopes matter"},
    {"slope_middle", slope<1>, 1e-3, 10, "1", "middle component of these up vectors",
     "close to the largest component, the marble freezes on edges as with 8 orientations"},
    {"slope_small", slope<2>, 1e-3, 10, "1", "smallest component of these up vectors",
     "if it is too small, the marble rolls so slowly that moves time out"},
    {"predictor_threshold", at<&P::agent, &AgentSettings::predictor_threshold>, 0, 100, "1",
     "speed above which the path predictor's marble crosses an opening",
     "with 8 orientations all values in (0, 0.577] are equivalent; above 0.577 one straight cell "
     "is not enough"},
});

void set(SettingField::Pointer pointer, const SettingField& field, const JsonReader& from) {
  const std::string name(field.name);
  const Json& value = from.at(name);
  if (Collision* const* collision = std::get_if<Collision*>(&pointer)) {
    if (value != "grid" && value != "compound") from.reject(name, "\"grid\" or \"compound\"");
    **collision = value == "grid" ? Collision::grid : Collision::compound;
    return;
  }
  const bool whole = std::holds_alternative<int*>(pointer);
  if (whole ? !value.is_integer() : !value.is_number())
    from.reject(name, whole ? "an integer" : "a number");
  const double number = value.get<double>();
  if (!(number >= field.low && number <= field.high))
    from.reject(name, fmt::format("{} to {} ({})", field.low, field.high, field.unit));
  if (whole)
    *std::get<int*>(pointer) = value.get<int>();
  else
    *std::get<double*>(pointer) = number;
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

PhysicsSettings without_noise(PhysicsSettings settings) {
  settings.drive.variation = settings.drive.brake_tolerance =
      settings.drive.brake_tolerance_growth = 0;
  return settings;
}

std::span<const SettingField> physics_setting_fields() { return kFields; }

const SettingField& physics_setting_field(std::string_view name) {
  if (const SettingField* const field = find_by_name(kFields, name)) return *field;
  throw BadInput("setting", "\"" + std::string(name) + "\"",
                 "a setting that `marblemaze settings` lists");
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
    set(field.pointer(settings), field, from);
  }
  // The constructor throws unless a > b > c > 0.
  static_cast<void>(OrientationScheme(ControlScheme::cube_24, Layers::all, settings.slopes));
  return settings;
}

PhysicsSettings load_settings(const std::filesystem::path& path) {
  const std::string text = read_text_file(path);
  return prefix_errors(path.string(), [&] { return settings_from_json(text); });
}

std::string settings_hash(const PhysicsSettings& settings) {
  return text_hash(text_of(json_of_fields(
      settings, [&](const SettingField& field) { return !is_unhashed(field, settings); })));
}

}  // namespace marblemaze
