#pragma once

#include <glm/vec3.hpp>

#include "engine/sim/lanes.h"
#include "engine/sim/physics_settings.h"
#include "maze/world/tilt.h"

namespace marblemaze {

/// How the maze is turned: full angular acceleration 4 sweep/T² to half the sweep, then slowing
/// down in closed loop so that it arrives with the brake's speed (thesis 6.5, control of physical
/// moves). Of one maze (Real = double) or of several side by side.
template <class Real>
struct HingeDriveOf {
  Real sweep;        ///< rad, > 0
  Real turn_time;    ///< s: T, the time of the move if both halves mirrored each other
  Real brake_speed;  ///< rad/s on arrival
  Real inertia;      ///< kg m², of the maze about any axis through its centre
  Real step;         ///< s

  /// Torque in N m for the next step, from the angle turned so far and the rate (rad/s).
  [[nodiscard]] MARBLEMAZE_INLINE Real torque(Real angle, Real rate) const {
    const Real full = 4.0 * sweep / (turn_time * turn_time);
    const MaskOf<Real> slowing = past_half(angle);
    if (!any(slowing)) return inertia * full;
    const Real remaining = larger(Real(1e-9), sweep - angle);
    const Real needed = (brake_speed * brake_speed - rate * rate) / (2.0 * remaining);
    const Real to_brake_speed = (brake_speed - rate) / step;
    // Never slower than the brake's speed: it would take for ever to arrive.
    const Real acceleration =
        select(rate > brake_speed, larger(to_brake_speed, needed), smaller(full, to_brake_speed));
    return inertia * select(slowing, acceleration, full);
  }
  [[nodiscard]] MARBLEMAZE_INLINE MaskOf<Real> past_half(Real angle) const {
    return angle > 0.5 * sweep;
  }
  /// True at the tick nearest to the target: there the brake grips.
  [[nodiscard]] MARBLEMAZE_INLINE MaskOf<Real> arrived(Real angle, Real rate) const {
    return angle + 0.5 * rate * step >= sweep;
  }
};
using HingeDrive = HingeDriveOf<double>;

/// A setting that depends on the maze's longest side (cells): its value at 3 cells, times
/// (side / 3) to the power of `growth`.
[[nodiscard]] double grown(double at_size_3, double growth, int longest_side);

/// A platform that turns the maze about any axis: its rate follows a command as fast as it can. Of
/// one maze (Real = double) or of several side by side. Rates are angular velocities along the
/// maze's axes, rad/s.
template <class Real>
struct PlatformOf {
  Triple<Real> command;  ///< the rate that it strives for
  Real most_change;      ///< of the rate in a step, > 0

  /// The rate of the next step, after one of this rate.
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

/// What the settings allow in a maze of these sides: less in a larger one, so that the acceleration
/// of its outermost cells is the same.
[[nodiscard]] TiltLimits tilt_limits(glm::ivec3 dims, const PhysicsSettings& settings);

}  // namespace marblemaze
