#pragma once

#include <vector>

#include "render/scene/scene_renderer.h"

namespace marblemaze {

/// Visibility of the marble from several camera poses, measured by comparing images with and
/// without the marble.
struct Visibility {
  /// The marble is visible if, within kNear_px pixels of the marble centre, at least kPixels pixels
  /// differ by at least kDifference (0 to 255) in a channel.
  static constexpr int kPixels = 80, kDifference = 60;
  static constexpr float kNear_px = 12;

  struct Pose {
    int pixels = 0;      ///< pixels that differ by at least kDifference
    int difference = 0;  ///< largest difference reached by at least kPixels pixels
  };
  std::vector<Pose> by_pose;

  /// Returns the smallest difference over all poses.
  [[nodiscard]] int worst() const;
  [[nodiscard]] bool found() const { return worst() >= kDifference; }
};

/// Measures the visibility from camera poses around and above the maze.
[[nodiscard]] Visibility measure_visibility(SceneRenderer& renderer, const Frame& frame,
                                            const ViewOptions& look, const Palette& palette,
                                            glm::ivec2 size, int poses = 12);

}  // namespace marblemaze
