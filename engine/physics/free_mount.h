#pragma once

#include <glm/vec3.hpp>

#include "engine/physics/lanes.h"
#include "engine/physics/physics_settings.h"
#include "maze/world/free_world.h"

namespace marblemaze {

/// A mount that turns the maze about any axis: its rate follows a wish as fast as it can. Of one
/// maze (Real = double) or of several side by side. Rates are angular velocities along the maze's
/// axes, rad/s.
template <class Real>
struct FreeMountOf {
  Triple<Real> wish;  ///< the rate that it strives for
  Real most_change;   ///< of the rate in a step, > 0

  /// The rate of the next step, after one of this rate.
  [[nodiscard]] MARBLEMAZE_INLINE Triple<Real> next(const Triple<Real>& rate) const {
    const Triple<Real> change = wish - rate;
    const Real square = dot(change, change);
    const auto far = square > most_change * most_change;
    if (!any(far)) return wish;
    const Triple<Real> nearer = rate + change * (most_change / root(square));
    Triple<Real> next;
    for (int a = 0; a < 3; ++a) next[a] = select(far, nearer[a], wish[a]);
    return next;
  }
};
using FreeMount = FreeMountOf<double>;

/// What the settings allow in a maze of these sides: less in a larger one, so that the acceleration
/// of its outermost cells is the same.
[[nodiscard]] FreeLimits free_limits(glm::ivec3 dims, const PhysicsSettings& settings);

}  // namespace marblemaze
