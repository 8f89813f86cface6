#pragma once

#include <vector>

#include "render/scene/scene_renderer.h"

namespace marblemaze {

/// Visibility of the marble. For several camera poses, the image is compared with the same image
/// without the marble, near the centre of the marble. Walls near the line of sight fade in both
/// images, so only the marble makes a difference.
struct Visibility {
  /// The marble counts as visible if, within kNear_px pixels of its centre, at least this number of
  /// pixels differ by at least kDifference (0 to 255) in a channel.
  static constexpr int kPixels = 80, kDifference = 60;
  static constexpr float kNear_px = 12;

  struct Pose {
    int pixels = 0;      ///< number of pixels that differ by at least kDifference
    int difference = 0;  ///< largest difference that at least kPixels pixels reach
  };
  std::vector<Pose> by_pose;

  /// Returns the smallest difference of all poses.
  [[nodiscard]] int worst() const;
  [[nodiscard]] bool found() const { return worst() >= kDifference; }
};

/// Measures the visibility from camera poses around and above the maze.
[[nodiscard]] Visibility measure_visibility(SceneRenderer& renderer, const Frame& frame,
                                            const ViewOptions& look, const Palette& palette,
                                            glm::ivec2 size, int poses = 12);

}  // namespace marblemaze
