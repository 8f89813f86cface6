#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include <glm/vec3.hpp>

namespace marblemaze {

/// Where a marble rests within its state, in steps of the resolution along x, y and z of the maze,
/// to tell poses apart. All zero in worlds without poses.
using PoseKey = std::array<std::int64_t, 3>;

/// Cells. Places nearer to each other count as one. In a sensitive move the last digit decides
/// where the marble falls, but to tell all digits apart would leave no two poses alike: at 1e-9
/// ways to the target were missed that agents found, and finer ones only multiply the poses to try.
inline constexpr double kPoseResolution = 1e-10;

/// Of a place in maze coordinates (cells).
[[nodiscard]] inline PoseKey pose_key_of(glm::dvec3 place) {
  const glm::dvec3 steps = place / kPoseResolution;
  return {std::llround(steps.x), std::llround(steps.y), std::llround(steps.z)};
}

}  // namespace marblemaze
