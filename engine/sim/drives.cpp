#include "engine/sim/drives.h"

#include <cmath>

#include <glm/geometric.hpp>

#include "maze/base/arithmetic/transcendental.h"

namespace marblemaze {

double grown(double at_size_3, double growth, int longest_side) {
  return at_size_3 * power(longest_side / 3.0, growth);
}

TiltLimits tilt_limits(glm::ivec3 dims, const PhysicsSettings& settings) {
  const double reach = 0.5 * glm::length(glm::dvec3(dims - 1));  // to the centre of a corner cell
  const double gravity = settings.nature.gravity;
  return {std::sqrt(settings.platform.centrifugal * gravity / reach),
          settings.platform.tangential * gravity / reach};
}

}  // namespace marblemaze
