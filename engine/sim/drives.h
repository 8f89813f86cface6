#pragma once

#include "engine/sim/lanes.h"

namespace marblemaze {

/// Hinge drive that turns the maze during a move (thesis 6.5, control of physical moves). It
/// applies the full angular acceleration 4 turn_angle/T² during the first half of the turn. During
/// the second half, closed-loop control decelerates the maze to the angular velocity at which the
/// brake engages. Real is double for one maze, or Lanes for several mazes in parallel.
template <class Real>
struct HingeDriveOf {
  Real turn_angle;   ///< turn angle, rad, > 0
  Real turn_time;    ///< T: duration of a turn with symmetric halves (s)
  Real brake_speed;  ///< angular velocity on arrival (rad/s)
  Real inertia;      ///< moment of inertia of the maze about any axis through the centre (kg m²)
  Real step;

  /// Returns the torque for the next step, N m. `angle` is the angle turned so far (rad), and
  /// `rate` is the angular velocity (rad/s).
  [[nodiscard]] MARBLEMAZE_INLINE Real torque(Real angle, Real rate) const {
    const Real full = 4.0 * turn_angle / (turn_time * turn_time);
    const MaskOf<Real> slowing = past_half(angle);
    if (!any(slowing)) return inertia * full;
    const Real remaining = maximum(Real(1e-9), turn_angle - angle);
    const Real needed = (brake_speed * brake_speed - rate * rate) / (2.0 * remaining);
    const Real to_brake_speed = (brake_speed - rate) / step;
    // Keep the angular velocity at or above the brake speed, because a slower maze might never
    // arrive.
    const Real acceleration =
        select(rate > brake_speed, maximum(to_brake_speed, needed), minimum(full, to_brake_speed));
    return inertia * select(slowing, acceleration, full);
  }
  [[nodiscard]] MARBLEMAZE_INLINE MaskOf<Real> past_half(Real angle) const {
    return angle > 0.5 * turn_angle;
  }
  /// Returns true in the tick closest to the target angle, in which the brake engages.
  [[nodiscard]] MARBLEMAZE_INLINE MaskOf<Real> arrived(Real angle, Real rate) const {
    return angle + 0.5 * rate * step >= turn_angle;
  }
};
using HingeDrive = HingeDriveOf<double>;

/// Platform that turns the maze about any axis. The angular velocity approaches the command with
/// limited acceleration. Angular velocities are in the maze frame, rad/s. Real is double for one
/// maze, or Lanes for several mazes in parallel.
template <class Real>
struct PlatformOf {
  Vec3<Real> command;
  Real max_change;  ///< maximum change in the angular velocity per step, > 0

  [[nodiscard]] MARBLEMAZE_INLINE Vec3<Real> next(const Vec3<Real>& rate) const {
    const Vec3<Real> change = command - rate;
    const Real square = dot(change, change);
    const auto far = square > max_change * max_change;
    if (!any(far)) return command;
    const Vec3<Real> nearer = rate + change * (max_change / square_root(square));
    Vec3<Real> next;
    for (int a = 0; a < 3; ++a) next[a] = select(far, nearer[a], command[a]);
    return next;
  }
};
using Platform = PlatformOf<double>;

}  // namespace marblemaze
