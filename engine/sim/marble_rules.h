#pragma once

#include <glm/geometric.hpp>

#include "engine/sim/actuator_noise.h"
#include "engine/sim/drives.h"
#include "engine/sim/marble_model.h"
#include "maze/world/world.h"

// Rules that advance a state in moves and under continuous control. A Model is a MarbleModel, with
// any physics, or the DeviceModel of a device.

namespace marblemaze {

// --- moves

[[nodiscard]] MARBLEMAZE_HOST_DEVICE inline glm::dmat3 orthonormal(glm::dmat3 m) {
  m[0] = glm::normalize(m[0]);
  m[1] = glm::normalize(m[1] - m[0] * glm::dot(m[0], m[1]));
  m[2] = glm::cross(m[0], m[1]);
  return m;
}

/// Returns the attitude nearest to `rotation` in which `up` (maze frame) is vertical, so errors of
/// a turn never accumulate. The yaw, on which gravity has no effect, does not change.
[[nodiscard]] MARBLEMAZE_HOST_DEVICE inline glm::dmat3 stand_upright(const glm::dmat3& rotation,
                                                                     glm::dvec3 up) {
  const glm::dvec3 kVertical(0, 0, 1);
  const glm::dvec3 lean = glm::cross(rotation * up, kVertical);
  const double sine = glm::length(lean);
  if (sine < 1e-15) return orthonormal(rotation);
  return orthonormal(
      rotation_about(lean / sine, arc_tangent(sine, glm::dot(rotation * up, kVertical))) *
      rotation);
}

/// Begins a turn from one orientation to another.
template <class Model>
MARBLEMAZE_HOST_DEVICE void begin_turn(const Model& model, MarbleState& s, const Turn& turn) {
  MoveNoise noise;
  if (!model.settings.drive.exact()) noise = move_noise(s.stream, s.draws++);
  s.move_began = s.ticks;
  s.tilt = noise.tilt;
  s.turn_time = model.turn_time * (1 + model.settings.drive.variation * noise.turn_time);
  if (model.brake_tolerance > 0) physics_of(model).brake(s.bodies, s.upright);
  s.orientation = turn.to;
  s.axis = glm::normalize(s.upright * turn.axis);
  s.sweep = turn.sweep_rad;
  physics_of(model).release(s.bodies, s.axis);
}

/// Returns the drive of the turn.
template <class Model>
[[nodiscard]] MARBLEMAZE_HOST_DEVICE HingeDrive drive_of(const Model& model, const MarbleState& s) {
  return {s.sweep, s.turn_time, model.settings.drive.brake_speed, model.constants.maze_inertia,
          model.rest.step_s};
}

/// Brakes the maze at the end of its turn.
template <class Model>
MARBLEMAZE_HOST_DEVICE void brake_maze(const Model& model, MarbleState& s) {
  s.upright = stand_upright(rotation_about(s.axis, s.sweep) * s.upright, model.up(s.orientation));
  const double tilt = model.brake_tolerance * glm::length(s.tilt);
  const glm::dmat3 stopped =
      tilt == 0 ? s.upright
                : rotation_about(glm::normalize(glm::dvec3(s.tilt, 0)), tilt) * s.upright;
  physics_of(model).brake(s.bodies, stopped);
  s.still_ticks = 0;
}

/// Returns whether the move has timed out.
template <class Model>
[[nodiscard]] MARBLEMAZE_HOST_DEVICE bool out_of_time(const Model& model, const MarbleState& s) {
  return static_cast<double>(s.ticks - s.move_began) * model.rest.step_s >=
         model.settings.rest.move_time_limit;
}

/// Handles a step of a turn, which ends when the brake engages.
template <class Model>
MARBLEMAZE_HOST_DEVICE Motion follow_turn(const Model& model, MarbleState& s) {
  const HingeDrive drive = drive_of(model, s);
  const double angle = physics_of(model).hinge_angle(s.bodies);
  if (drive.past_half(angle) && drive.arrived(angle, physics_of(model).hinge_rate(s.bodies))) {
    brake_maze(model, s);
    return Motion::rolling;
  }
  // A marble that is too heavy for the drive can stop the maze forever.
  if (out_of_time(model, s)) return Motion::overdue;
  return drive.past_half(angle) ? Motion::slowing : Motion::speeding;
}

/// Handles a step while the maze is stationary, until the marble rests.
template <class Model>
MARBLEMAZE_HOST_DEVICE Motion follow_rest(const Model& model, MarbleState& s) {
  const RestRule& rest = model.rest;
  s.still_ticks = rest.count(s.still_ticks, physics_of(model).marble_energy(s.bodies));
  if (rest.still_for(s.still_ticks, model.settings.rest.time)) {
    const CellId cell = model.cell_at(physics_of(model).marble_in_maze(s.bodies));
    const int missing = cell.valid() ? model.missing_walls(cell, s.orientation) : 0;
    if (cell.valid() && missing == 0) {
      s.state = model.state(cell, s.orientation, 0);
      return Motion::settled;
    }
    if (rest.still_for(s.still_ticks, model.settings.rest.frozen_time)) {
      s.state = cell.valid() ? model.state(cell, s.orientation, missing) : StateId();
      return Motion::frozen;
    }
  }
  return out_of_time(model, s) ? Motion::overdue : Motion::rolling;
}

/// Updates the state after a step of the bodies in a move, and returns the motion.
template <class Model>
MARBLEMAZE_HOST_DEVICE Motion follow_step(const Model& model, MarbleState& s) {
  ++s.ticks;
  return s.stands() ? follow_rest(model, s) : follow_turn(model, s);
}

/// Makes one tick of a move.
template <class Model>
MARBLEMAZE_HOST_DEVICE Motion tick_of_move(const Model& model, MarbleState& s) {
  const auto& physics = physics_of(model);
  const double torque = s.stands() ? 0
                                   : drive_of(model, s).torque(physics.hinge_angle(s.bodies),
                                                               physics.hinge_rate(s.bodies));
  physics.step(s.bodies, torque);
  return follow_step(model, s);
}

// --- continuous control

/// Rounds like std::lround(), but without its branches, which a processor can hardly predict.
[[nodiscard]] constexpr int to_steps(double share) {
  const int below = static_cast<int>(share * kCommandSteps);
  const double more = share * kCommandSteps - below;
  return below + (more >= 0.5) - (more <= -0.5);
}

/// Sets a command and returns whether it is one (MarbleWorld::command()).
template <class Model>
MARBLEMAZE_HOST_DEVICE bool set_command(const Model& model, MarbleState& s, glm::dvec3 shares) {
  const double length = glm::length(shares);
  if (!(length <= kLargestCommand)) return false;
  // A command that has already been rounded may be longer by less than a step and does not change.
  shares /= length > 1 + 1.0 / kCommandSteps ? length : 1.0;
  for (int a = 0; a < 3; ++a) s.commanded[a] = to_steps(shares[a]);
  glm::dvec3 wanted = glm::dvec3(s.commanded) / double{kCommandSteps};
  const double variation = model.settings.drive.variation;
  if (variation > 0) wanted *= 1.0 + variation * command_noise(s.stream, s.draws++);
  s.command = triple(wanted * (model.limits.rate / larger(glm::length(wanted), 1.0)));
  return true;
}

/// Returns the platform under the current command.
template <class Model>
[[nodiscard]] MARBLEMAZE_HOST_DEVICE Platform platform_of(const Model& model,
                                                          const MarbleState& s) {
  return {s.command, model.limits.acceleration * model.rest.step_s};
}

/// Records which cell contains the marble.
template <class Model>
MARBLEMAZE_HOST_DEVICE void note_cell(const Model& model, MarbleState& s) {
  const CellId cell = model.cell_at(physics_of(model).marble_in_maze(s.bodies));
  s.seen.at_target = cell == model.target();
  s.seen.reached |= s.seen.at_target;
  s.seen.escaped |= static_cast<std::uint8_t>(!cell.valid());
}

/// Advances by this number of ticks under the current command.
template <class Model>
MARBLEMAZE_HOST_DEVICE void advance_by(const Model& model, MarbleState& s, int ticks) {
  const Platform platform = platform_of(model, s);
  for (; ticks > 0; --ticks) {
    s.rate = platform.next(s.rate);
    physics_of(model).tilt(s.bodies, vector(s.rate));
    physics_of(model).step(s.bodies, 0);
    ++s.ticks;
    s.still_ticks =
        s.seen.at_target ? model.rest.count(s.still_ticks, model.energy_in_maze(s.bodies)) : 0;
    note_cell(model, s);
  }
}

/// Returns whether the marble rests in the target (MarbleWorld::rests()).
template <class Model>
[[nodiscard]] MARBLEMAZE_HOST_DEVICE bool rests_in_target(const Model& model,
                                                          const MarbleState& s) {
  if (!s.seen.at_target || !model.rest.still_for(s.still_ticks, model.settings.rest.time))
    return false;
  const glm::dvec3 down = physics_of(model).tilt_state(s.bodies).down;
  for (int axis = 0; axis < 3; ++axis)
    if (down[axis] != 0 && model.open(model.target(), {axis, down[axis] > 0 ? 1 : -1}))
      return false;
  return true;
}

}  // namespace marblemaze
