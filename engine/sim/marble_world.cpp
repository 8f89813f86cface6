#include "engine/sim/marble_world.h"

#include <cassert>
#include <cmath>
#include <cstring>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec2.hpp>

#include "engine/sim/fast/fast_lanes.h"
#include "maze/base/arithmetic/transcendental.h"
#include "maze/base/hash.h"
#include "maze/base/random.h"
#include "maze/grid/orientation_scheme.h"

namespace marblemaze {
namespace {

constexpr std::size_t kWords = sizeof(MarbleState) / sizeof(std::uint64_t);
constexpr std::uint64_t kMaxOrientations = 24;

/// Actuator noise of one move (thesis 3.6: "residual effects of prior events"; thesis 6.5: the
/// brake grips "within an acceptable tolerance"). Both members are scaled by settings.
struct MoveNoise {
  double turn_time = 0;  ///< relative deviation of the duration, uniform in [-1, 1)
  glm::dvec2 tilt{0};    ///< residual tilt, uniform in the unit disc
};

/// Generates the first 156 outputs of Rng, bit-identical to std::mt19937_64. Computes only words i
/// and i + 156 of the generator state instead of initializing all 312 words. As a result, the noise
/// of a move takes 0.2 us instead of 1.6 us. A whole move of the fast model takes 6.5 us. Requires:
/// at most 156 outputs are drawn.
class FirstOutputs {
 public:
  constexpr explicit FirstOutputs(std::uint64_t seed) : word_(seed), ahead_(seed) {
    for (std::uint64_t i = 1; i <= kAhead; ++i) ahead_ = after(ahead_, i);
  }

  constexpr double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(bits() >> 11) * 0x1.0p-53);
  }

 private:
  static constexpr std::uint64_t kAhead = 156;  // shift_size

  // In the standard ([rand.eng.mers]), these parameters are called initialization_multiplier,
  // mask_bits, xor_mask, and u, d, s, b, t, c and l (tempering).
  static constexpr std::uint64_t after(std::uint64_t word, std::uint64_t i) {
    return 6364136223846793005u * (word ^ (word >> 62)) + i;
  }
  constexpr std::uint64_t bits() {
    constexpr std::uint64_t kLower = (std::uint64_t{1} << 31) - 1;
    const std::uint64_t word = word_;
    word_ = after(word, ++drawn_);
    const std::uint64_t joined = (word & ~kLower) | (word_ & kLower);
    std::uint64_t x = ahead_ ^ (joined >> 1) ^ (joined & 1 ? 0xb5026f5aa96619e9u : 0u);
    ahead_ = after(ahead_, drawn_ + kAhead);
    x ^= (x >> 29) & 0x5555555555555555u;
    x ^= (x << 17) & 0x71d67fffeda60000u;
    x ^= (x << 37) & 0xfff7eee000000000u;
    return x ^ (x >> 43);
  }

  std::uint64_t word_, ahead_, drawn_ = 0;
};

/// Returns the noise of a move, which depends only on the random stream and on the number of
/// previous moves.
MoveNoise move_noise(std::uint64_t stream, std::uint64_t number) {
  FirstOutputs outputs(derive_seed(stream, number));
  MoveNoise noise;
  noise.turn_time = outputs.uniform(-1, 1);
  do noise.tilt = {outputs.uniform(-1, 1), outputs.uniform(-1, 1)};
  while (glm::dot(noise.tilt, noise.tilt) > 1);
  return noise;
}

/// Returns the relative error of each component of a command under continuous control, uniform in
/// [-1, 1). The generator applies the SplitMix64 mixing function (Steele, Lea, Flood 2014) to a
/// counter. Each 64-bit output yields three numbers of 21 bits.
glm::dvec3 command_noise(std::uint64_t stream, std::uint64_t number) {
  std::uint64_t z = stream + (number + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  const auto fraction = [&](int shift) {
    return static_cast<double>(z >> shift & 0x1fffff) * 0x1p-20 - 1;
  };
  return {fraction(0), fraction(21), fraction(42)};
}

glm::dmat3 orthonormal(glm::dmat3 m) {
  m[0] = glm::normalize(m[0]);
  m[1] = glm::normalize(m[1] - m[0] * glm::dot(m[0], m[1]));
  m[2] = glm::cross(m[0], m[1]);
  return m;
}

/// Returns the rotation closest to `rotation` for which `up` (maze frame) is vertical. Leveling
/// after each turn prevents errors from accumulating. The yaw, which has no effect on gravity, does
/// not change.
glm::dmat3 leveled(const glm::dmat3& rotation, glm::dvec3 up) {
  const glm::dvec3 kVertical(0, 0, 1);
  const glm::dvec3 lean = glm::cross(rotation * up, kVertical);
  const double sine = glm::length(lean);
  if (sine < 1e-15) return orthonormal(rotation);
  return orthonormal(
      rotation_about(lean / sine, arc_tangent(sine, glm::dot(rotation * up, kVertical))) *
      rotation);
}

void begin_turn(const MarbleModel& model, MarbleState& s, const Turn& turn) {
  MoveNoise noise;
  if (!model.settings.drive.exact()) noise = move_noise(s.stream, s.draws++);
  s.move_began = s.ticks;
  s.tilt = noise.tilt;
  s.turn_time = model.turn_time * (1 + model.settings.drive.variation * noise.turn_time);
  if (model.brake_tolerance > 0) model.physics->brake(s.bodies, s.upright);
  s.orientation = turn.to;
  s.axis = glm::normalize(s.upright * turn.axis);
  s.turn_angle = turn.turn_angle_rad;
  model.physics->release(s.bodies, s.axis);
}

}  // namespace

HingeDrive drive_of(const MarbleModel& model, const MarbleState& s) {
  return {s.turn_angle, s.turn_time, model.settings.drive.brake_speed, model.constants.maze_inertia,
          model.rest.step_s};
}

namespace {

void brake_maze(const MarbleModel& model, MarbleState& s) {
  s.upright =
      leveled(rotation_about(s.axis, s.turn_angle) * s.upright, model.scheme->up(s.orientation));
  const double tilt = model.brake_tolerance * glm::length(s.tilt);
  const glm::dmat3 stopped =
      tilt == 0 ? s.upright
                : rotation_about(glm::normalize(glm::dvec3(s.tilt, 0)), tilt) * s.upright;
  model.physics->brake(s.bodies, stopped);
  s.still_ticks = 0;
}

bool timed_out(const MarbleModel& model, const MarbleState& s) {
  return static_cast<double>(s.ticks - s.move_began) * model.rest.step_s >=
         model.settings.rest.move_time_limit;
}

Motion finish_turn_step(const MarbleModel& model, MarbleState& s) {
  const HingeDrive drive = drive_of(model, s);
  const double angle = model.physics->hinge_angle(s.bodies);
  if (drive.past_half(angle) && drive.arrived(angle, model.physics->hinge_rate(s.bodies))) {
    brake_maze(model, s);
    return Motion::rolling;
  }
  // If the marble is too heavy for the drive, the maze never arrives.
  if (timed_out(model, s)) return Motion::overdue;
  return drive.past_half(angle) ? Motion::slowing : Motion::speeding;
}

Motion finish_rest_step(const MarbleModel& model, MarbleState& s) {
  const RestRule& rest = model.rest;
  s.still_ticks = rest.next_still_ticks(s.still_ticks, model.physics->marble_energy(s.bodies));
  if (rest.still_for(s.still_ticks, model.settings.rest.time)) {
    const CellId cell = model.maze->grid().cell_at(model.physics->marble_in_maze(s.bodies));
    StateId here;
    if (cell.valid())
      here =
          model.scheme->state(cell, s.orientation,
                              missing_walls_below(*model.maze, *model.scheme, cell, s.orientation));
    const bool settled = here.valid() && !is_balanced(here);
    if (settled || rest.still_for(s.still_ticks, model.settings.rest.frozen_time)) {
      s.state = here;
      return settled ? Motion::settled : Motion::frozen;
    }
  }
  return timed_out(model, s) ? Motion::overdue : Motion::rolling;
}

/// Rounds to the nearest integer like std::lround(), but avoids branches that processors predict
/// badly.
constexpr int rounded_steps(double fraction) {
  const int below = static_cast<int>(fraction * kCommandSteps);
  const double more = fraction * kCommandSteps - below;
  return below + (more >= 0.5) - (more <= -0.5);
}

}  // namespace

Motion finish_step(const MarbleModel& model, MarbleState& s) {
  ++s.ticks;
  return s.braked() ? finish_rest_step(model, s) : finish_turn_step(model, s);
}

Platform platform_of(const MarbleModel& model, const MarbleState& s) {
  return {s.command, model.limits.acceleration * model.rest.step_s};
}

void update_seen(const MarbleModel& model, MarbleState& s) {
  const CellId cell = model.maze->grid().cell_at(model.physics->marble_in_maze(s.bodies));
  s.seen.at_target = cell == model.maze->target();
  s.seen.reached |= s.seen.at_target;
  s.seen.escaped |= static_cast<std::uint8_t>(!cell.valid());
}

MarbleWorld::MarbleWorld(std::shared_ptr<const MarbleModel> model)
    : World(model->rules), model_(std::move(model)) {
  reset();
}

MarbleWorld MarbleWorld::make_tilt_world(std::shared_ptr<const Maze> maze,
                                         const PhysicsSettings& settings,
                                         const MarbleWorldKind& kind) {
  assert(maze);
  const ControlScheme control = default_scheme(maze->grid().layers());
  MarbleWorld world(std::move(maze), control, settings, kind);
  world.begin_tilt();
  return world;
}

void MarbleWorld::do_reset() {
  if (state_.is_tilt()) return begin_tilt();
  state_.ticks = 0;
  state_.draws = 0;
  reset_to(scheme().state(maze().start(), OrientationId(0)));
}

void MarbleWorld::reset_to(StateId settled) {
  assert(settled.valid() && maze().grid().in_maze(scheme().cell(settled)));
  state_.state = settled;
  state_.orientation = scheme().orientation(settled);
  state_.upright = leveled(glm::dmat3(1), scheme().up(state_.orientation));
  state_.still_ticks = 0;
  state_.move_began = state_.ticks;
  const CellId cell = scheme().cell(settled);
  glm::dvec3 centre = glm::dvec3(maze().grid().position(cell)) + 0.5;
  const PhysicsSettings::Nature& nature = model().settings.nature;
  const double to_wall = 0.5 - 0.5 * nature.wall_thickness - nature.marble_radius;
  for (const Direction down : scheme().down(state_.orientation))
    if (!maze().is_open(cell, down)) centre[down.axis] += down.sign * to_wall;
  PhysicsState placed;
  placed.maze.rotation = state_.upright;
  placed.marble.position = state_.upright * (centre - 0.5 * glm::dvec3(maze().grid().dims()));
  state_.bodies = model().physics->make_bodies(placed);
}

void MarbleWorld::set_model(std::shared_ptr<const MarbleModel> model) {
  use_rules(model->rules);
  model_ = std::move(model);
}

void MarbleWorld::do_draw_from(std::uint64_t stream) {
  state_.stream = stream;
  state_.draws = 0;
}

/// Returns the number of orientations of the control scheme, followed by the words of MarbleState.
std::vector<std::uint64_t> MarbleWorld::do_save() const {
  MarbleState kept = state_;
  kept.bodies.step = 0;
  std::vector<std::uint64_t> words(1 + kWords);
  words[0] = static_cast<std::uint64_t>(scheme().orientations());
  std::memcpy(&words[1], &kept, sizeof kept);
  return words;
}

bool MarbleWorld::do_load(std::span<const std::uint64_t> words, bool at_rest) {
  if (words.size() != 1 + kWords || words[0] > kMaxOrientations) return false;
  const ControlScheme control{static_cast<int>(words[0])};
  if (!supports_scheme(maze().grid().layers(), control)) return false;
  MarbleWorld loaded = *this;
  if (control != scheme().control()) loaded.set_model(model().with_scheme(control));
  MarbleState& s = loaded.state_;
  std::memcpy(static_cast<void*>(&s), &words[1], sizeof s);
  if (!valid(loaded.model(), s) || s.is_tilt() != state_.is_tilt()) return false;
  if (at_rest && !(s.braked() && s.state.valid() && loaded.cell() == loaded.scheme().cell(s.state)))
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
  if (state_.bodies.turning == Turning::hinge)
    scene.hinge_axis = state_.axis;
  else if (rate > 0)
    scene.hinge_axis = now.maze.angular_velocity / rate;
  return scene;
}

std::uint64_t MarbleWorld::state_hash() const {
  Hash hash = hash_of(bodies());
  for (int a = 0; state_.is_tilt() && a < 3; ++a) hash.add_number(state_.command[a]);
  return hash.value();
}

void MarbleWorld::place(StateId state) {
  reset_to(state);
  mark_at_rest();
}

MarbleWorld MarbleWorld::placed_in(StateId state, std::uint64_t stream) const {
  MarbleWorld world = *this;
  world.draw_from(stream);
  world.place(state);
  return world;
}

void MarbleWorld::displace(glm::dvec3 offset) {
  assert(state_.braked() && std::isfinite(glm::dot(offset, offset)));
  PhysicsState moved = bodies();
  moved.marble.position += state_.upright * offset;
  state_.bodies = model().physics->make_bodies(moved);
}

void MarbleWorld::do_begin(MoveId move) {
  begin_turn(model(), state_, scheme().turn(state_.orientation, move));
}

bool MarbleWorld::do_begin_switch(ControlScheme control) {
  if (control == scheme().control() || !supports_scheme(maze().grid().layers(), control))
    return false;
  const glm::dvec3 from = scheme().up(state_.orientation);
  set_model(model().with_scheme(control));
  const OrientationId to = scheme().nearest(from);
  begin_turn(model(), state_,
             {to, glm::normalize(glm::cross(scheme().up(to), from)),
              arc_cosine(glm::dot(from, scheme().up(to))), true});
  return true;
}

Motion MarbleWorld::do_tick() {
  assert(!state_.is_tilt());
  const Physics& physics = *model().physics;
  MarbleState& s = state_;
  double torque = 0;
  if (!s.braked())
    torque =
        drive_of(model(), s).torque(physics.hinge_angle(s.bodies), physics.hinge_rate(s.bodies));
  physics.step(s.bodies, torque);
  return finish_step(model(), s);
}

PoseKey MarbleWorld::do_pose_key() const { return pose_key_of(scene()->marble_in_maze()); }

void MarbleWorld::begin_tilt() {
  reset_to(scheme().state(maze().start(), OrientationId(0)));
  // Place the bodies again, because recordings depend on the resulting rounding errors.
  state_.bodies = model().physics->make_bodies(bodies());
  begin_tilt_at({});
}

void MarbleWorld::set_tilt_state(const TiltState& seen) {
  assert(state_.is_tilt() && model().physics->fast_model());
  const FastModel& fast = *model().physics->fast_model();
  FastBodies<double>& bodies = state_.bodies.fast.bodies;
  const Vec3<double> rate = vec3(seen.rate);
  bodies.gravity = vec3(seen.down * model().settings.nature.gravity);
  bodies.centre = vec3(seen.marble - fast.half_dims);
  bodies.velocity = vec3(seen.velocity) + cross(rate, bodies.centre);
  bodies.surface_velocity = vec3((seen.spin + seen.rate) * fast.parameters.radius);
  // Any perpendicular direction works, because yaw has no effect.
  const glm::dvec3 other = std::abs(seen.down.x) < 0.5 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
  bodies.world_x = vec3(glm::normalize(glm::cross(seen.down, other)));
  begin_tilt_at(rate);
}

void MarbleWorld::begin_tilt_at(const Vec3<double>& rate) {
  MarbleState& s = state_;
  model().physics->tilt(s.bodies, vector(rate));
  s.commanded = {0, 0, 0};
  s.command = {};
  s.rate = rate;
  s.draws = 0;
  s.ticks = s.still_ticks = s.move_began = 0;
  s.seen = {};
  update_seen(model(), s);
}

bool MarbleWorld::set_command(glm::dvec3 fractions) {
  assert(state_.is_tilt());
  const double length = glm::length(fractions);
  if (!(length <= kLargestCommand)) return false;
  // Do not shorten a command whose length exceeds 1 by less than a step, because a rounded command
  // must not change.
  fractions /= length > 1 + 1.0 / kCommandSteps ? length : 1.0;
  MarbleState& s = state_;
  for (int a = 0; a < 3; ++a) s.commanded[a] = rounded_steps(fractions[a]);
  glm::dvec3 wanted = command();
  const double variation = model().settings.drive.variation;
  if (variation > 0) wanted *= 1.0 + variation * command_noise(s.stream, s.draws++);
  s.command = vec3(wanted * (model().limits.rate / maximum(glm::length(wanted), 1.0)));
  return true;
}

void MarbleWorld::advance(int ticks) {
  assert(state_.is_tilt() && ticks >= 0);
  MarbleState& s = state_;
  const Platform platform = platform_of(model(), s);
  for (; ticks > 0; --ticks) {
    s.rate = platform.next(s.rate);
    model().physics->tilt(s.bodies, vector(s.rate));
    model().physics->step(s.bodies, 0);
    ++s.ticks;
    s.still_ticks = s.seen.at_target ? model().rest.next_still_ticks(
                                           s.still_ticks, model().energy_in_maze(s.bodies))
                                     : 0;
    update_seen(model(), s);
  }
}

bool MarbleWorld::is_at_rest_in_target() const {
  const MarbleState& s = state_;
  if (!s.seen.at_target || !model().rest.still_for(s.still_ticks, model().settings.rest.time))
    return false;
  const glm::dvec3 down = tilt_state().down;
  for (int axis = 0; axis < 3; ++axis)
    if (down[axis] != 0 && maze().is_open(maze().target(), {axis, down[axis] > 0 ? 1 : -1}))
      return false;
  return true;
}

}  // namespace marblemaze
