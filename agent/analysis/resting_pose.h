#pragma once

#include <array>
#include <cmath>

#include "maze/world/scene.h"
#include "maze/world/world.h"

namespace marblemaze {

/// Where a marble rests within its state, in grains, to tell poses apart; all zero in worlds
/// without poses.
using RestingPose = std::array<long, 3>;

/// Cells. At 1e-9 ways to the target were missed that agents found; finer ones only multiply the
/// poses to try.
inline constexpr double kPoseGrain = 1e-10;

/// Places nearer than a grain (cells) count as one. On a knife edge the last digit decides where
/// the marble falls, but to tell all digits apart would leave no two poses alike.
[[nodiscard]] inline RestingPose resting_pose(const World& world) {
  const Scene* scene = world.scene();
  if (scene == nullptr) return {};
  const glm::dvec3 at = scene->marble_in_maze() / kPoseGrain;
  return {std::lround(at.x), std::lround(at.y), std::lround(at.z)};
}

}  // namespace marblemaze
