#include "engine/sim/marble_world.h"

#include <cassert>
#include <cmath>
#include <cstring>
#include <utility>

#include <glm/gtc/quaternion.hpp>

#include "engine/sim/actuator_noise.h"
#include "engine/sim/fast/fast_lanes.h"
#include "maze/base/arithmetic/transcendental.h"
#include "maze/base/hash.h"
#include "maze/grid/resting.h"

namespace marblemaze {
namespace {

/// Words of a saved state.
constexpr std::size_t kWords = sizeof(MarbleState) / sizeof(std::uint64_t);
constexpr std::uint64_t kMostOrientations = 24;

glm::dmat3 orthonormal(glm::dmat3 m) {
  m[0] = glm::normalize(m[0]);
  m[1] = glm::normalize(m[1] - m[0] * glm::dot(m[0], m[1]));
  m[2] = glm::cross(m[0], m[1]);
  return m;
}

/// Returns the attitude nearest to `rotation` in which `up` (maze frame) is vertical, so that
/// errors of a turn never add up. Only the yaw, which gravity does not feel, stays as it was.
glm::dmat3 stand_upright(const glm::dmat3& rotation, glm::dvec3 up) {
  const glm::dvec3 kVertical(0, 0, 1);
  const glm::dvec3 lean = glm::cross(rotation * up, kVertical);
  const double sine = glm::length(lean);
  if (sine < 1e-15) return orthonormal(rotation);
  return orthonormal(
      rotation_about(lean / sine, arc_tangent(sine, glm::dot(rotation * up, kVertical))) *
      rotation);
}

/// Rounds as std::lround(), without its branches, which a processor can hardly predict.
int to_steps(double share) {
  const int below = static_cast<int>(share * kCommandSteps);
  const double more = share * kCommandSteps - below;
  return below + (more >= 0.5) - (more <= -0.5);
}

}  // namespace

// --- both ways to drive

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

/// The control scheme, then the members of the state in order.
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

void MarbleWorld::rest_like(const MarbleWorld& other) {
  assert(state_.stands() && other.state_.stands() && other.state_.state.valid());
  if (other.scheme().control() != scheme().control())
    use_model(model().with_scheme(other.scheme().control()));
  const std::int64_t ticks = state_.ticks;
  state_ = other.state_;
  state_.ticks = state_.move_began = ticks;
  state_.still_ticks = 0;
  state_.bodies = model().physics->placed(other.bodies());
  placed_at_rest();
}

void MarbleWorld::do_begin(MoveId move) { begin_turn(scheme().turn(state_.orientation, move)); }

bool MarbleWorld::do_begin_switch(ControlScheme control) {
  if (control == scheme().control() || !has_scheme(maze().grid().layers(), control)) return false;
  const glm::dvec3 from = scheme().up(state_.orientation);
  use_model(model().with_scheme(control));
  const OrientationId to = scheme().nearest(from);
  begin_turn({to, glm::normalize(glm::cross(scheme().up(to), from)),
              arc_cosine(glm::dot(from, scheme().up(to))), true});
  return true;
}

void MarbleWorld::begin_turn(const Turn& turn) {
  MarbleState& s = state_;
  MoveNoise noise;
  if (!model().settings.drive.exact()) noise = move_noise(s.stream, s.draws++);
  s.move_began = s.ticks;
  s.tilt = noise.tilt;
  s.turn_time = model().turn_time * (1 + model().settings.drive.variation * noise.turn_time);
  if (model().brake_tolerance > 0) model().physics->brake(s.bodies, s.upright);
  s.orientation = turn.to;
  s.axis = glm::normalize(s.upright * turn.axis);
  s.sweep = turn.sweep_rad;
  model().physics->release(s.bodies, s.axis);
}

HingeDrive MarbleWorld::drive() const {
  return {state_.sweep, state_.turn_time, model().settings.drive.brake_speed,
          model().constants.maze_inertia, model().rest.step_s};
}

Motion MarbleWorld::do_tick() {
  assert(!state_.tilts());
  const Physics& physics = *model().physics;
  Bodies& bodies = state_.bodies;
  const double torque =
      state_.stands() ? 0 : drive().torque(physics.hinge_angle(bodies), physics.hinge_rate(bodies));
  physics.step(bodies, torque);
  return follow_step();
}

Motion MarbleWorld::follow_step() {
  ++state_.ticks;
  return note(state_.stands() ? follow_rest() : follow_turn());
}

Motion MarbleWorld::follow_turn() {
  const HingeDrive drive = this->drive();
  const double angle = model().physics->hinge_angle(state_.bodies);
  if (drive.past_half(angle) && drive.arrived(angle, model().physics->hinge_rate(state_.bodies))) {
    brake();
    return Motion::rolling;
  }
  // A marble too heavy for the drive can hold the maze for ever.
  if (out_of_time()) return Motion::overdue;
  return drive.past_half(angle) ? Motion::slowing : Motion::speeding;
}

void MarbleWorld::brake() {
  MarbleState& s = state_;
  s.upright =
      stand_upright(rotation_about(s.axis, s.sweep) * s.upright, scheme().up(s.orientation));
  const double tilt = model().brake_tolerance * glm::length(s.tilt);
  const glm::dmat3 stopped =
      tilt == 0 ? s.upright
                : rotation_about(glm::normalize(glm::dvec3(s.tilt, 0)), tilt) * s.upright;
  model().physics->brake(s.bodies, stopped);
  s.still_ticks = 0;
}

Motion MarbleWorld::follow_rest() {
  MarbleState& s = state_;
  const RestRule& rest = model().rest;
  s.still_ticks = rest.count(s.still_ticks, model().physics->marble_energy(s.bodies));
  if (rest.still_for(s.still_ticks, model().settings.rest.time)) {
    const CellId cell = this->cell();
    if (cell.valid() && can_rest(maze(), scheme(), scheme().state(cell, s.orientation))) {
      s.state = scheme().state(cell, s.orientation);
      return Motion::settled;
    }
    if (rest.still_for(s.still_ticks, model().settings.rest.frozen_time)) {
      const auto missing = [&] {
        return missing_walls_below(maze(), scheme(), cell, s.orientation);
      };
      s.state = cell.valid() ? scheme().state(cell, s.orientation, missing()) : StateId();
      return Motion::frozen;
    }
  }
  return out_of_time() ? Motion::overdue : Motion::rolling;
}

bool MarbleWorld::out_of_time() const {
  return static_cast<double>(state_.ticks - state_.move_began) * model().rest.step_s >=
         model().settings.rest.move_time_limit;
}

double MarbleWorld::tilt_error() const {
  const glm::dvec3 kVertical(0, 0, 1);
  const glm::dvec3 up = bodies().maze.rotation * scheme().up(state_.orientation);
  return arc_tangent(glm::length(glm::cross(up, kVertical)), glm::dot(up, kVertical));
}

PoseKey MarbleWorld::do_pose_key() const { return pose_key_of(scene()->marble_in_maze()); }

// --- continuous control

void MarbleWorld::begin_tilt() {
  put(scheme().state(maze().start(), OrientationId(0)));
  // Placed by what is visible in the world frame, which rounds: the first digits of all recordings.
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
  // Any direction across: yaw moves nothing.
  const glm::dvec3 other = std::abs(seen.down.x) < 0.5 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
  bodies.sideways = triple(glm::normalize(glm::cross(seen.down, other)));
  begin_tilt_at(rate);
}

/// Begins a run where the bodies are, at this rate of the maze.
void MarbleWorld::begin_tilt_at(const Triple<double>& rate) {
  MarbleState& s = state_;
  model().physics->tilt(s.bodies, vector(rate));
  s.commanded = {0, 0, 0};
  s.command = {};
  s.rate = rate;
  s.draws = 0;
  s.ticks = s.still_ticks = s.move_began = 0;
  s.seen = {};
  note_cell();
}

bool MarbleWorld::command(glm::dvec3 shares) {
  assert(state_.tilts());
  const double length = glm::length(shares);
  if (!(length <= kLargestCommand)) return false;
  // One that was rounded already may be longer by less than a step, and stays as it is.
  shares /= length > 1 + 1.0 / kCommandSteps ? length : 1.0;
  MarbleState& s = state_;
  for (int a = 0; a < 3; ++a) s.commanded[a] = to_steps(shares[a]);
  glm::dvec3 wanted = commanded();
  const double variation = model().settings.drive.variation;
  if (variation > 0) wanted *= 1.0 + variation * command_noise(s.stream, s.draws++);
  s.command = triple(wanted * (model().limits.rate / larger(glm::length(wanted), 1.0)));
  return true;
}

Platform MarbleWorld::platform() const {
  return {state_.command, model().limits.acceleration * model().rest.step_s};
}

void MarbleWorld::advance(int ticks) {
  assert(state_.tilts() && ticks >= 0);
  const Physics& physics = *model().physics;
  const Platform platform = this->platform();
  MarbleState& s = state_;
  for (; ticks > 0; --ticks) {
    s.rate = platform.next(s.rate);
    physics.tilt(s.bodies, vector(s.rate));
    physics.step(s.bodies, 0);
    ++s.ticks;
    s.still_ticks = s.seen.at_target ? model().rest.count(s.still_ticks, energy_in_maze()) : 0;
    note_cell();
  }
}

double MarbleWorld::energy_in_maze() const {
  if (const FastModel* fast = model().physics->lanes())
    return marblemaze::energy_in_maze(fast->laws, state_.bodies.fast.bodies,
                                      0.5 * model().constants.marble_mass);
  const TiltState seen = tilt_state();
  return model().constants.marble_energy(seen.velocity, seen.spin);
}

/// Notes in which cell the marble is.
void MarbleWorld::note_cell() {
  const CellId cell = this->cell();
  MarbleState::Flags& seen = state_.seen;
  seen.at_target = cell == maze().target();
  seen.reached |= seen.at_target;
  seen.escaped |= static_cast<std::uint8_t>(!cell.valid());
}

bool MarbleWorld::rests() const {
  if (!state_.seen.at_target ||
      !model().rest.still_for(state_.still_ticks, model().settings.rest.time))
    return false;
  const glm::dvec3 down = tilt_state().down;
  for (int axis = 0; axis < 3; ++axis)
    if (down[axis] != 0 && maze().open(maze().target(), {axis, down[axis] > 0 ? 1 : -1}))
      return false;
  return true;
}

}  // namespace marblemaze
