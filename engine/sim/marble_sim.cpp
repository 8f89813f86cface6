#include "engine/sim/marble_sim.h"

#include <algorithm>
#include <cassert>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstring>

#include <glm/gtc/quaternion.hpp>

#include "engine/sim/drives.h"
#include "maze/base/hash.h"

namespace marblemaze {
namespace {

constexpr std::int64_t kMostTicks = std::int64_t{1} << 62;
constexpr std::uint64_t kMostOrientations = 24;
/// Words of a saved state.
constexpr std::size_t kWords = sizeof(MarbleState) / sizeof(std::uint64_t);
static_assert(sizeof(MarbleState) == 5 * 8 + sizeof(StateId) + sizeof(OrientationId) + 9 * 8 +
                                         3 * 8 + 2 * 8 + 2 * 8 + 6 * 8 + 3 * 4 + 4 +
                                         sizeof(Bodies));

int longest_side(const Maze& maze) {
  const glm::ivec3 dims = maze.grid().dims();
  return std::max({dims.x, dims.y, dims.z});
}

glm::dmat3 orthonormal(glm::dmat3 m) {
  m[0] = glm::normalize(m[0]);
  m[1] = glm::normalize(m[1] - m[0] * glm::dot(m[0], m[1]));
  m[2] = glm::cross(m[0], m[1]);
  return m;
}

/// The scheme and its rules, which belong together.
void use_scheme(MarbleModel& model, ControlScheme control) {
  model.scheme = std::make_shared<const OrientationScheme>(control, model.maze->grid().layers(),
                                                           model.settings.slopes);
  model.rules = std::make_shared<const MazeRules>(model.maze, model.scheme);
}

/// No number fails it.
bool at_most(const Triple<double>& v, double length) { return dot(v, v) <= length * length; }

/// Can the state, its bodies apart, be one of this model?
bool possible(const MarbleModel& model, const MarbleState& s) {
  const auto small = [](int steps) { return steps >= -kCommandSteps && steps <= kCommandSteps; };
  const double most_rate = model.limits.rate * 1.001;
  const bool state = !s.state.valid() || (s.state.index < kStateBound &&
                                          model.maze->grid().in_maze(model.scheme->cell(s.state)));
  return state && s.state.index >= -1 && s.orientation.valid() &&
         s.orientation.index < model.scheme->orientations() && s.ticks >= 0 &&
         s.ticks <= kMostTicks && s.still_ticks >= 0 && s.still_ticks <= INT_MAX &&
         s.move_began >= 0 && s.move_began <= s.ticks && is_rotation(s.upright) &&
         (s.axis == glm::dvec3(0) || is_unit(s.axis)) && s.sweep > 0 && s.sweep < 4 &&
         s.turn_time > 0 && s.turn_time < 1e6 && glm::dot(s.tilt, s.tilt) <= 1 &&
         at_most(s.command, most_rate) && at_most(s.rate, most_rate) && small(s.commanded.x) &&
         small(s.commanded.y) && small(s.commanded.z) && s.seen.at_target <= 1 &&
         s.seen.reached <= 1 && s.seen.escaped <= 1 && s.seen.unused == 0;
}

}  // namespace

glm::dmat3 stand_upright(const glm::dmat3& rotation, glm::dvec3 up) {
  const glm::dvec3 kVertical(0, 0, 1);
  const glm::dvec3 lean = glm::cross(rotation * up, kVertical);
  const double sine = glm::length(lean);
  if (sine < 1e-15) return orthonormal(rotation);
  return orthonormal(
      rotation_about(lean / sine, arc_tangent(sine, glm::dot(rotation * up, kVertical))) *
      rotation);
}

std::shared_ptr<const MarbleModel> marble_model(std::shared_ptr<const Maze> maze,
                                                ControlScheme control,
                                                const PhysicsSettings& settings,
                                                const MarbleWorldKind& kind) {
  assert(maze && kind.physics);
  const glm::ivec3 dims = maze->grid().dims();
  const int side = longest_side(*maze);
  auto walls = std::make_shared<const WallFeatures>(*maze);
  auto physics = kind.physics(maze, walls, settings);
  const PhysicsSettings::Drive& drive = settings.drive;
  MarbleModel model{
      .physics = std::move(physics),
      .rest = {settings.rest.energy, settings.solver.step},
      .half_mass = 0.5 * settings.nature.marble_mass,
      .limits = tilt_limits(dims, settings),
      .maze = std::move(maze),
      .walls = std::move(walls),
      .settings = settings,
      .kind = &kind,
      .constants = BodyConstants(dims, settings),
      .turn_time = grown(drive.turn_time, drive.turn_time_growth, side),
      // Not beyond what it is at 3 cells: a power below 0 would tilt smaller mazes by degrees.
      .brake_tolerance =
          grown(drive.brake_tolerance, drive.brake_tolerance_growth, std::max(3, side)),
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

Scene MarbleSim::scene() const {
  const PhysicsState now = bodies();
  Scene scene;
  scene.maze = model->maze.get();
  scene.control = model->scheme->control();
  scene.maze_pose = {now.maze.position, glm::quat_cast(now.maze.rotation)};
  scene.marble = {now.marble.position, glm::quat_cast(now.marble.rotation)};
  scene.marble_velocity = now.marble.velocity;
  scene.marble_radius = model->settings.nature.marble_radius;
  scene.wall_thickness = model->settings.nature.wall_thickness;
  scene.kinetic_energy_j = model->physics->marble_energy(state.bodies);
  scene.time_s = static_cast<double>(state.ticks) * model->rest.step_s;
  const double rate = glm::length(now.maze.angular_velocity);
  if (state.bodies.turning == Turning::by_the_hinge)
    scene.hinge_axis = state.axis;
  else if (rate > 0)
    scene.hinge_axis = now.maze.angular_velocity / rate;
  return scene;
}

std::uint64_t MarbleSim::state_hash() const {
  Hash hash = hash_of(bodies());
  for (int a = 0; state.bodies.turning == Turning::by_commands && a < 3; ++a)
    hash.add_number(state.command[a]);
  return hash.value();
}

void MarbleSim::place(StateId settled) {
  const Maze& maze = *model->maze;
  const OrientationScheme& scheme = *model->scheme;
  assert(settled.valid() && maze.grid().in_maze(scheme.cell(settled)));
  state.state = settled;
  state.orientation = scheme.orientation(settled);
  state.upright = stand_upright(glm::dmat3(1), scheme.up(state.orientation));
  state.still_ticks = 0;
  state.move_began = state.ticks;
  glm::dvec3 centre = glm::dvec3(maze.grid().position(scheme.cell(settled))) + 0.5;
  const PhysicsSettings::Nature& nature = model->settings.nature;
  const double to_wall = 0.5 - 0.5 * nature.wall_thickness - nature.marble_radius;
  for (Direction down : scheme.down(state.orientation))
    if (!maze.open(scheme.cell(settled), down)) centre[down.axis] += down.sign * to_wall;
  PhysicsState placed;
  placed.maze.rotation = state.upright;
  placed.marble.position = state.upright * (centre - 0.5 * glm::dvec3(maze.grid().dims()));
  state.bodies = model->physics->placed(placed);
}

std::vector<std::uint64_t> MarbleSim::save() const {
  MarbleState kept = state;
  kept.bodies.step = 0;
  std::vector<std::uint64_t> words(1 + kWords);
  words[0] = static_cast<std::uint64_t>(model->scheme->orientations());
  std::memcpy(&words[1], &kept, sizeof kept);
  return words;
}

std::optional<MarbleSim> MarbleSim::saved(std::span<const std::uint64_t> words, bool tilted) const {
  if (words.size() != 1 + kWords || words[0] > kMostOrientations) return std::nullopt;
  const ControlScheme control{static_cast<int>(words[0])};
  if (!has_scheme(model->maze->grid().layers(), control)) return std::nullopt;
  MarbleSim sim = *this;
  if (control != model->scheme->control()) sim.model = model->with_scheme(control);
  std::memcpy(static_cast<void*>(&sim.state), &words[1], sizeof sim.state);
  const bool fits = sim.state.bodies.step == 0 &&
                    (sim.state.bodies.turning == Turning::by_commands) == tilted &&
                    model->physics->possible(sim.state.bodies,
                                             glm::length(glm::dvec3(model->maze->grid().dims()))) &&
                    possible(*sim.model, sim.state);
  return fits ? std::optional(std::move(sim)) : std::nullopt;
}

}  // namespace marblemaze
