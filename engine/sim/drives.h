#pragma once

#include "engine/sim/lanes.h"

namespace marblemaze {

/// Drive that turns the maze in a move: full angular acceleration 4 sweep/T² for half the turn,
/// then closed-loop deceleration, so that the maze arrives with the speed of the brake (thesis 6.5,
/// control of physical moves). For one maze, Real = double; for several mazes in parallel, Real =
/// Lanes.
template <class Real>
struct HingeDriveOf {
  Real sweep;        ///< rad, > 0
  Real turn_time;    ///< s: T, the duration of the move if both halves were symmetric
  Real brake_speed;  ///< rad/s on arrival
  Real inertia;      ///< kg m², moment of inertia of the maze about any axis through its centre
  Real step;         ///< s

  /// Returns the torque in N m for the next step, given the angle turned so far and the angular
  /// velocity (rad/s).
  [[nodiscard]] MARBLEMAZE_INLINE Real torque(Real angle, Real rate) const {
    const Real full = 4.0 * sweep / (turn_time * turn_time);
    const MaskOf<Real> slowing = past_half(angle);
    if (!any(slowing)) return inertia * full;
    const Real remaining = larger(Real(1e-9), sweep - angle);
    const Real needed = (brake_speed * brake_speed - rate * rate) / (2.0 * remaining);
    const Real to_brake_speed = (brake_speed - rate) / step;
    // The angular velocity must not fall below the speed of the brake; otherwise, the maze would
    // never arrive.
    const Real acceleration =
        select(rate > brake_speed, larger(to_brake_speed, needed), smaller(full, to_brake_speed));
    return inertia * select(slowing, acceleration, full);
  }
  [[nodiscard]] MARBLEMAZE_INLINE MaskOf<Real> past_half(Real angle) const {
    return angle > 0.5 * sweep;
  }
  /// Returns true at the tick nearest to the target, at which the brake engages.
  [[nodiscard]] MARBLEMAZE_INLINE MaskOf<Real> arrived(Real angle, Real rate) const {
    return angle + 0.5 * rate * step >= sweep;
  }
};
using HingeDrive = HingeDriveOf<double>;

/// Platform that turns the maze about any axis: its angular velocity follows a command as fast as
/// it can. For one maze, Real = double; for several mazes in parallel, Real = Lanes. Angular
/// velocities are along the maze axes, rad/s.
template <class Real>
struct PlatformOf {
  Triple<Real> command;  ///< angular velocity that the platform approaches
  Real most_change;      ///< maximum change of the angular velocity in a step, > 0

  /// Returns the angular velocity of the next step.
  [[nodiscard]] MARBLEMAZE_INLINE Triple<Real> next(const Triple<Real>& rate) const {
    const Triple<Real> change = command - rate;
    const Real square = dot(change, change);
    const auto far = square > most_change * most_change;
    if (!any(far)) return command;
    const Triple<Real> nearer = rate + change * (most_change / root(square));
    Triple<Real> next;
    for (int a = 0; a < 3; ++a) next[a] = select(far, nearer[a], command[a]);
    return next;
  }
};
using Platform = PlatformOf<double>;

}  // namespace marblemaze
