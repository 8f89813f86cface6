#include "engine/physics/free_mount.h"

#include <cmath>

#include <glm/geometric.hpp>

namespace marblemaze {

FreeLimits free_limits(glm::ivec3 dims, const PhysicsSettings& settings) {
  const double reach = 0.5 * glm::length(glm::dvec3(dims - 1));  // to the centre of a corner cell
  const double gravity = settings.nature.gravity;
  return {std::sqrt(settings.mount.centrifugal * gravity / reach),
          settings.mount.tangential * gravity / reach};
}

}  // namespace marblemaze
