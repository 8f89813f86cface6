#include "engine/sim/marble_world.h"

#include <cassert>
#include <cmath>

#include <glm/gtc/quaternion.hpp>

#include "engine/sim/actuator_noise.h"
#include "engine/sim/fast/fast_lanes.h"
#include "maze/base/arithmetic/transcendental.h"
#include "maze/grid/resting.h"

namespace marblemaze {

MarbleWorld::MarbleWorld(std::shared_ptr<const Maze> maze, ControlScheme control,
                         const PhysicsSettings& settings, const MarbleWorldKind& kind)
    : MarbleWorld(marble_model(std::move(maze), control, settings, kind)) {}

MarbleWorld::MarbleWorld(std::shared_ptr<const MarbleModel> model)
    : World(model->rules), sim_{std::move(model), {}} {
  reset();
}

void MarbleWorld::do_reset() {
  sim_.state.ticks = 0;
  sim_.state.draws = 0;
  sim_.place(scheme().state(maze().start(), OrientationId(0)));
}

void MarbleWorld::place(StateId state) {
  sim_.place(state);
  placed_at_rest();
}

MarbleWorld MarbleWorld::placed_in(StateId state, std::uint64_t stream) const {
  MarbleWorld world = *this;
  world.draw_from(stream);
  world.place(state);
  return world;
}

void MarbleWorld::displace(glm::dvec3 offset) {
  assert(stands() && std::isfinite(glm::dot(offset, offset)));
  PhysicsState bodies = sim_.bodies();
  bodies.marble.position += sim_.state.upright * offset;
  sim_.state.bodies = model().physics->placed(bodies);
}

void MarbleWorld::rest_like(const MarbleWorld& other) {
  const MarbleState& rests = other.sim_.state;
  assert(stands() && other.stands() && rests.state.valid());
  if (other.scheme().control() != scheme().control())
    use_model(model().with_scheme(other.scheme().control()));
  const std::int64_t ticks = sim_.state.ticks;
  sim_.state = rests;
  sim_.state.ticks = sim_.state.move_began = ticks;
  sim_.state.still_ticks = 0;
  sim_.state.bodies = model().physics->placed(other.sim_.bodies());
  placed_at_rest();
}

void MarbleWorld::use_model(std::shared_ptr<const MarbleModel> model) {
  use_rules(model->rules);
  sim_.model = std::move(model);
}

void MarbleWorld::do_begin(MoveId move) { begin_turn(scheme().turn(sim_.state.orientation, move)); }

bool MarbleWorld::do_begin_switch(ControlScheme control) {
  if (control == scheme().control() || !has_scheme(maze().grid().layers(), control)) return false;
  const glm::dvec3 from = scheme().up(sim_.state.orientation);
  use_model(model().with_scheme(control));
  const OrientationId to = scheme().nearest(from);
  begin_turn({to, glm::normalize(glm::cross(scheme().up(to), from)),
              arc_cosine(glm::dot(from, scheme().up(to))), true});
  return true;
}

void MarbleWorld::begin_turn(const Turn& turn) {
  MarbleState& s = sim_.state;
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
  return {sim_.state.sweep, sim_.state.turn_time, model().settings.drive.brake_speed,
          model().constants.maze_inertia, model().rest.step_s};
}

Motion MarbleWorld::do_tick() {
  const Physics& physics = *model().physics;
  Bodies& bodies = sim_.state.bodies;
  physics.step(
      bodies,
      stands() ? 0 : drive().torque(physics.hinge_angle(bodies), physics.hinge_rate(bodies)));
  return follow_step();
}

Motion MarbleWorld::follow_step() {
  ++sim_.state.ticks;
  return note(stands() ? follow_rest() : follow_turn());
}

Motion MarbleWorld::follow_turn() {
  const HingeDrive drive = this->drive();
  const double angle = model().physics->hinge_angle(sim_.state.bodies);
  if (drive.past_half(angle) &&
      drive.arrived(angle, model().physics->hinge_rate(sim_.state.bodies))) {
    brake();
    return Motion::rolling;
  }
  // A marble too heavy for the drive can hold the maze for ever.
  if (out_of_time()) return Motion::overdue;
  return drive.past_half(angle) ? Motion::slowing : Motion::speeding;
}

void MarbleWorld::brake() {
  MarbleState& s = sim_.state;
  s.upright =
      stand_upright(rotation_about(s.axis, s.sweep) * s.upright, scheme().up(s.orientation));
  model().physics->brake(s.bodies, with_tilt(s.upright));
  s.still_ticks = 0;
}

/// As the brake leaves it after this move.
glm::dmat3 MarbleWorld::with_tilt(const glm::dmat3& rotation) const {
  const double tilt = model().brake_tolerance * glm::length(sim_.state.tilt);
  if (tilt == 0) return rotation;
  return rotation_about(glm::normalize(glm::dvec3(sim_.state.tilt, 0)), tilt) * rotation;
}

Motion MarbleWorld::follow_rest() {
  MarbleState& s = sim_.state;
  const RestRule& rest = model().rest;
  s.still_ticks = rest.count(s.still_ticks, model().physics->marble_energy(s.bodies));
  if (rest.still_for(s.still_ticks, model().settings.rest.time)) {
    if (walls_hold_the_marble()) {
      s.state = scheme().state(sim_.cell(), s.orientation);
      return Motion::settled;
    }
    if (rest.still_for(s.still_ticks, model().settings.rest.frozen_time)) return freeze();
  }
  return out_of_time() ? Motion::overdue : Motion::rolling;
}

bool MarbleWorld::out_of_time() const {
  return static_cast<double>(sim_.state.ticks - sim_.state.move_began) * model().rest.step_s >=
         model().settings.rest.move_time_limit;
}

Motion MarbleWorld::freeze() {
  const CellId cell = sim_.cell();
  const OrientationId orientation = sim_.state.orientation;
  sim_.state.state = StateId();
  if (cell.valid())
    sim_.state.state =
        scheme().state(cell, orientation, missing_walls_below(maze(), scheme(), cell, orientation));
  return Motion::frozen;
}

bool MarbleWorld::walls_hold_the_marble() const {
  const CellId cell = sim_.cell();
  return cell.valid() && can_rest(maze(), scheme(), scheme().state(cell, sim_.state.orientation));
}

Stretch MarbleWorld::stretch() {
  const PhysicsSettings::Rest& limits = model().settings.rest;
  const RestRule& rest = model().rest;
  const double at_rest = rest.ticks_for(limits.time),
               still = static_cast<double>(sim_.state.still_ticks);
  return {.model = model().physics->lanes(),
          .bodies = &sim_.state.bodies.fast.bodies,
          .turning = sim_.state.bodies.turning,
          .watched = false,
          .first_wanted = at_rest,
          .course = {.drive = drive(),
                     .platform = {},
                     .at_target = 0,
                     .half_mass = model().half_mass,
                     .still_energy = rest.energy_limit_j,
                     .still = still,
                     .still_wanted = still < at_rest ? at_rest : rest.ticks_for(limits.frozen_time),
                     .passed = 0,
                     .most = steps_in(limits.move_time_limit, rest.step_s) -
                             static_cast<double>(sim_.state.ticks - sim_.state.move_began)}};
}

void MarbleWorld::note_steps(long steps, int still) {
  sim_.state.ticks += steps;
  sim_.state.still_ticks = still;
}

PoseKey MarbleWorld::do_pose_key() const { return pose_key_of(sim_.scene().marble_in_maze()); }

double MarbleWorld::tilt_error() const {
  const glm::dvec3 kVertical(0, 0, 1);
  const glm::dvec3 up = sim_.bodies().maze.rotation * scheme().up(sim_.state.orientation);
  return arc_tangent(glm::length(glm::cross(up, kVertical)), glm::dot(up, kVertical));
}

bool MarbleWorld::do_load(std::span<const std::uint64_t> words, bool at_rest) {
  auto saved = sim_.saved(words, false);
  if (!saved) return false;
  const MarbleState& s = saved->state;
  if (at_rest && (s.bodies.turning != Turning::not_at_all || !s.state.valid() ||
                  saved->cell() != saved->model->scheme->cell(s.state)))
    return false;
  if (saved->model != sim_.model) use_model(saved->model);
  sim_.state = s;
  return true;
}

}  // namespace marblemaze
