#include "engine/sim/marble_model.h"

#include <algorithm>
#include <cassert>
#include <climits>
#include <cmath>

#include <glm/geometric.hpp>

#include "engine/sim/fast/fast_lanes.h"

namespace marblemaze {
namespace {

constexpr std::int64_t kMaxTicks = std::int64_t{1} << 62;
static_assert(sizeof(MarbleState) == 5 * 8 + sizeof(StateId) + sizeof(OrientationId) + 9 * 8 +
                                         3 * 8 + 2 * 8 + 2 * 8 + 6 * 8 + 3 * 4 + 4 + sizeof(Bodies),
              "no gaps");

/// Limits continuous control so that the acceleration of the outermost cells does not depend on the
/// maze size.
TiltLimits tilt_limits(glm::ivec3 dims, const PhysicsSettings& settings) {
  // Distance from the centre of the maze to the centre of a corner cell.
  const double reach = 0.5 * glm::length(glm::dvec3(dims - 1));
  const double gravity = settings.nature.gravity;
  return {std::sqrt(settings.platform.centrifugal * gravity / reach),
          settings.platform.tangential * gravity / reach};
}

/// Scales a setting with the maze size: multiplies the value for 3 cells by (longest side / 3) to
/// the power of `growth`.
double scaled(double at_3_cells, double growth, int longest_side) {
  return at_3_cells * power(longest_side / 3.0, growth);
}

void use_scheme(MarbleModel& model, ControlScheme control) {
  model.scheme = std::make_shared<const OrientationScheme>(control, model.maze->grid().layers(),
                                                           model.settings.slopes);
  model.rules = std::make_shared<const MazeRules>(model.maze, model.scheme);
}

/// Returns false if a component is NaN.
bool at_most(const Vec3<double>& v, double length) { return dot(v, v) <= length * length; }

}  // namespace

double step_count(double seconds, double step) {
  double steps = std::max(0.0, std::floor(seconds / step) - 1);
  while (steps * step < seconds) ++steps;
  return steps;
}

std::shared_ptr<const MarbleModel> marble_model(std::shared_ptr<const Maze> maze,
                                                ControlScheme control,
                                                const PhysicsSettings& settings,
                                                const MarbleWorldKind& kind) {
  assert(maze && kind.physics);
  const glm::ivec3 dims = maze->grid().dims();
  const int side = std::max({dims.x, dims.y, dims.z});
  auto walls = std::make_shared<const WallFeatures>(*maze);
  auto physics = kind.physics(maze, walls, settings);
  const PhysicsSettings::Drive& drive = settings.drive;
  MarbleModel model{.physics = std::move(physics),
                    .rest = {settings.rest.energy, settings.solver.step},
                    .limits = tilt_limits(dims, settings),
                    .maze = std::move(maze),
                    .walls = std::move(walls),
                    .settings = settings,
                    .kind = &kind,
                    .constants = BodyConstants(dims, settings),
                    .turn_time = scaled(drive.turn_time, drive.turn_time_growth, side),
                    // Use at least 3 cells, because a negative power would tilt smaller mazes by
                    // several degrees.
                    .brake_tolerance = scaled(drive.brake_tolerance, drive.brake_tolerance_growth,
                                              std::max(3, side)),
                    .scheme = {},
                    .rules = {}};
  use_scheme(model, control);
  return std::make_shared<const MarbleModel>(std::move(model));
}

std::shared_ptr<const MarbleModel> MarbleModel::with_scheme(ControlScheme control) const {
  MarbleModel other = *this;
  use_scheme(other, control);
  return std::make_shared<const MarbleModel>(std::move(other));
}

double MarbleModel::energy_in_maze(const Bodies& bodies) const {
  if (const FastModel* fast = physics->fast_model())
    return marblemaze::energy_in_maze(fast->parameters, bodies.fast.bodies,
                                      0.5 * constants.marble_mass);
  const TiltState seen = physics->tilt_state(bodies);
  return constants.marble_energy(seen.velocity, seen.spin);
}

bool valid(const MarbleModel& model, const MarbleState& s) {
  const auto small = [](int steps) { return steps >= -kCommandSteps && steps <= kCommandSteps; };
  const double most_rate = model.limits.rate * 1.001;
  const Grid& grid = model.maze->grid();
  const bool state = !s.state.valid() ||
                     (s.state.index < kStateBound && grid.in_maze(model.scheme->cell(s.state)));
  return s.bodies.step == 0 &&
         model.physics->valid(s.bodies, glm::length(glm::dvec3(grid.dims()))) && state &&
         s.state.index >= -1 && s.orientation.valid() &&
         s.orientation.index < model.scheme->orientations() && s.ticks >= 0 &&
         s.ticks <= kMaxTicks && s.still_ticks >= 0 && s.still_ticks <= INT_MAX &&
         s.move_began >= 0 && s.move_began <= s.ticks && is_rotation(s.upright) &&
         (s.axis == glm::dvec3(0) || is_unit(s.axis)) && s.turn_angle > 0 && s.turn_angle < 4 &&
         s.turn_time > 0 && s.turn_time < 1e6 && glm::dot(s.tilt, s.tilt) <= 1 &&
         at_most(s.command, most_rate) && at_most(s.rate, most_rate) && small(s.commanded.x) &&
         small(s.commanded.y) && small(s.commanded.z) && s.seen.at_target <= 1 &&
         s.seen.reached <= 1 && s.seen.escaped <= 1 && s.seen.unused == 0;
}

}  // namespace marblemaze
