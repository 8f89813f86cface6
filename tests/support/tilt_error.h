#pragma once

#include <cmath>

#include "engine/sim/marble_world.h"

namespace marblemaze::testing {

/// Returns the angle in rad between the vertical and the up vector of the maze's orientation, which
/// is the brake error after the maze has stopped.
inline double tilt_error(const MarbleWorld& world) {
  const glm::dvec3 up = world.scene()->maze_pose.rotation * world.scheme().up(world.orientation());
  return std::atan2(std::hypot(up.x, up.y), up.z);
}

}  // namespace marblemaze::testing
