#pragma once

#include <vector>

#include "render/scene/scene_renderer.h"

namespace marblemaze {

/// Measures how visible the marble is. For several camera poses, it compares the image with the
/// same image without the marble, its halo and its glow through walls, near the centre of the
/// marble. Walls near the line of sight fade in both images, so only the marble makes a difference.
struct Visibility {
  /// The marble counts as visible if at least this number of pixels within kNear_px pixels of its
  /// centre differ by at least kDifference (0 to 255) in a channel.
  static constexpr int kPixels = 80, kDifference = 60;
  static constexpr float kNear_px = 12;

  struct Pose {
    int pixels = 0;      ///< number of pixels that differ by at least kDifference
    int difference = 0;  ///< greatest difference that at least kPixels pixels reach
  };
  std::vector<Pose> by_pose;

  /// Returns the smallest difference of all poses.
  [[nodiscard]] int worst() const;
  [[nodiscard]] bool found() const { return worst() >= kDifference; }
};

/// Measures the visibility from camera poses that are evenly distributed around and above the maze.
[[nodiscard]] Visibility measure_visibility(SceneRenderer& renderer, const Frame& frame,
                                            const ViewOptions& look, const Palette& palette,
                                            glm::ivec2 size, int poses = 12);

}  // namespace marblemaze
