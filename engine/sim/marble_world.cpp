#include "engine/sim/marble_world.h"

#include <cassert>
#include <cmath>
#include <cstring>
#include <utility>

#include <glm/gtc/quaternion.hpp>

#include "engine/sim/fast/fast_model.h"
#include "maze/base/arithmetic/transcendental.h"
#include "maze/base/hash.h"
#include "maze/grid/orientation_scheme.h"

namespace marblemaze {
namespace {

/// Words of a saved state.
constexpr std::size_t kWords = sizeof(MarbleState) / sizeof(std::uint64_t);
constexpr std::uint64_t kMostOrientations = 24;

}  // namespace

// --- moves and continuous control

MarbleWorld::MarbleWorld(std::shared_ptr<const MarbleModel> model)
    : World(model->rules), model_(std::move(model)) {
  reset();
}

MarbleWorld MarbleWorld::tilted(std::shared_ptr<const Maze> maze, const PhysicsSettings& settings,
                                const MarbleWorldKind& kind) {
  assert(maze);
  const ControlScheme control = usual_scheme(maze->grid().layers());
  MarbleWorld world(std::move(maze), control, settings, kind);
  world.begin_tilt();
  return world;
}

void MarbleWorld::do_reset() {
  if (state_.tilts()) return begin_tilt();
  state_.ticks = 0;
  state_.draws = 0;
  put(scheme().state(maze().start(), OrientationId(0)));
}

void MarbleWorld::put(StateId settled) {
  assert(settled.valid() && maze().grid().in_maze(scheme().cell(settled)));
  state_.state = settled;
  state_.orientation = scheme().orientation(settled);
  state_.upright = stand_upright(glm::dmat3(1), scheme().up(state_.orientation));
  state_.still_ticks = 0;
  state_.move_began = state_.ticks;
  const CellId cell = scheme().cell(settled);
  glm::dvec3 centre = glm::dvec3(maze().grid().position(cell)) + 0.5;
  const PhysicsSettings::Nature& nature = model().settings.nature;
  const double to_wall = 0.5 - 0.5 * nature.wall_thickness - nature.marble_radius;
  for (const Direction down : scheme().down(state_.orientation))
    if (!maze().open(cell, down)) centre[down.axis] += down.sign * to_wall;
  PhysicsState placed;
  placed.maze.rotation = state_.upright;
  placed.marble.position = state_.upright * (centre - 0.5 * glm::dvec3(maze().grid().dims()));
  state_.bodies = model().physics->placed(placed);
}

void MarbleWorld::use_model(std::shared_ptr<const MarbleModel> model) {
  use_rules(model->rules);
  model_ = std::move(model);
}

void MarbleWorld::do_draw_from(std::uint64_t stream) {
  state_.stream = stream;
  state_.draws = 0;
}

/// Returns the control scheme, then the members of the state in order.
std::vector<std::uint64_t> MarbleWorld::do_save() const {
  MarbleState kept = state_;
  kept.bodies.step = 0;
  std::vector<std::uint64_t> words(1 + kWords);
  words[0] = static_cast<std::uint64_t>(scheme().orientations());
  std::memcpy(&words[1], &kept, sizeof kept);
  return words;
}

bool MarbleWorld::do_load(std::span<const std::uint64_t> words, bool at_rest) {
  if (words.size() != 1 + kWords || words[0] > kMostOrientations) return false;
  const ControlScheme control{static_cast<int>(words[0])};
  if (!has_scheme(maze().grid().layers(), control)) return false;
  MarbleWorld loaded = *this;
  if (control != scheme().control()) loaded.use_model(model().with_scheme(control));
  MarbleState& s = loaded.state_;
  std::memcpy(static_cast<void*>(&s), &words[1], sizeof s);
  if (!possible(loaded.model(), s) || s.tilts() != state_.tilts()) return false;
  if (at_rest && !(s.stands() && s.state.valid() && loaded.cell() == loaded.scheme().cell(s.state)))
    return false;
  *this = std::move(loaded);
  return true;
}

std::optional<Scene> MarbleWorld::scene() const {
  const PhysicsState now = bodies();
  Scene scene;
  scene.maze = model().maze.get();
  scene.control = scheme().control();
  scene.maze_pose = {now.maze.position, glm::quat_cast(now.maze.rotation)};
  scene.marble = {now.marble.position, glm::quat_cast(now.marble.rotation)};
  scene.marble_velocity = now.marble.velocity;
  scene.marble_radius = model().settings.nature.marble_radius;
  scene.wall_thickness = model().settings.nature.wall_thickness;
  scene.kinetic_energy_j = model().physics->marble_energy(state_.bodies);
  scene.time_s = static_cast<double>(state_.ticks) * model().rest.step_s;
  const double rate = glm::length(now.maze.angular_velocity);
  if (state_.bodies.turning == Turning::by_the_hinge)
    scene.hinge_axis = state_.axis;
  else if (rate > 0)
    scene.hinge_axis = now.maze.angular_velocity / rate;
  return scene;
}

std::uint64_t MarbleWorld::state_hash() const {
  Hash hash = hash_of(bodies());
  for (int a = 0; state_.tilts() && a < 3; ++a) hash.add_number(state_.command[a]);
  return hash.value();
}

// --- moves

void MarbleWorld::place(StateId state) {
  put(state);
  placed_at_rest();
}

MarbleWorld MarbleWorld::placed_in(StateId state, std::uint64_t stream) const {
  MarbleWorld world = *this;
  world.draw_from(stream);
  world.place(state);
  return world;
}

void MarbleWorld::displace(glm::dvec3 offset) {
  assert(state_.stands() && std::isfinite(glm::dot(offset, offset)));
  PhysicsState moved = bodies();
  moved.marble.position += state_.upright * offset;
  state_.bodies = model().physics->placed(moved);
}

void MarbleWorld::do_begin(MoveId move) {
  begin_turn(model(), state_, scheme().turn(state_.orientation, move));
}

bool MarbleWorld::do_begin_switch(ControlScheme control) {
  if (control == scheme().control() || !has_scheme(maze().grid().layers(), control)) return false;
  const glm::dvec3 from = scheme().up(state_.orientation);
  use_model(model().with_scheme(control));
  const OrientationId to = scheme().nearest(from);
  begin_turn(model(), state_,
             {to, glm::normalize(glm::cross(scheme().up(to), from)),
              arc_cosine(glm::dot(from, scheme().up(to))), true});
  return true;
}

Motion MarbleWorld::do_tick() {
  assert(!state_.tilts());
  return tick_of_move(model(), state_);
}

PoseKey MarbleWorld::do_pose_key() const { return pose_key_of(scene()->marble_in_maze()); }

// --- continuous control

void MarbleWorld::begin_tilt() {
  put(scheme().state(maze().start(), OrientationId(0)));
  // Placing the marble at its visible state in the world frame causes rounding, and all recordings
  // begin in this way.
  state_.bodies = model().physics->placed(bodies());
  begin_tilt_at({});
}

void MarbleWorld::continue_from(const TiltState& seen) {
  assert(state_.tilts() && model().physics->lanes());
  const FastModel& fast = *model().physics->lanes();
  FastBodies<double>& bodies = state_.bodies.fast.bodies;
  const Triple<double> rate = triple(seen.rate);
  bodies.weight = triple(seen.down * model().settings.nature.gravity);
  bodies.centre = triple(seen.marble - fast.half_dims);
  bodies.velocity = triple(seen.velocity) + cross(rate, bodies.centre);
  bodies.surface = triple((seen.spin + seen.rate) * fast.laws.radius);
  // Any perpendicular direction, because the yaw has no effect.
  const glm::dvec3 other = std::abs(seen.down.x) < 0.5 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
  bodies.sideways = triple(glm::normalize(glm::cross(seen.down, other)));
  begin_tilt_at(rate);
}

/// Begins a run from the current bodies, at this angular velocity of the maze.
void MarbleWorld::begin_tilt_at(const Triple<double>& rate) {
  MarbleState& s = state_;
  model().physics->tilt(s.bodies, vector(rate));
  s.commanded = {0, 0, 0};
  s.command = {};
  s.rate = rate;
  s.draws = 0;
  s.ticks = s.still_ticks = s.move_began = 0;
  s.seen = {};
  note_cell(model(), s);
}

bool MarbleWorld::command(glm::dvec3 shares) {
  assert(state_.tilts());
  return set_command(model(), state_, shares);
}

void MarbleWorld::advance(int ticks) {
  assert(state_.tilts() && ticks >= 0);
  advance_by(model(), state_, ticks);
}

}  // namespace marblemaze
