#pragma once

#include <vector>

#include "render/scene/scene_renderer.h"

namespace marblemaze {

/// How well the marble is found: over several camera poses, the picture with it against the same
/// picture without it, its halo and what shines of it through walls, near where its centre is. The
/// walls fade near the line of sight in both, so that only the marble itself counts.
struct Visibility {
  /// A place that is found has this many pixels that differ that much, 0 to 255, in some channel,
  /// no farther than this from the centre.
  static constexpr int kPixels = 80, kDifference = 60;
  static constexpr float kNear_px = 12;

  struct Pose {
    int pixels = 0;      ///< that differ by kDifference and more
    int difference = 0;  ///< that kPixels pixels reach
  };
  std::vector<Pose> by_pose;

  /// The least difference of all poses.
  [[nodiscard]] int worst() const;
  [[nodiscard]] bool found() const { return worst() >= kDifference; }
};

/// Poses evenly spread around and over the maze.
[[nodiscard]] Visibility measure_visibility(SceneRenderer& renderer, const Frame& frame,
                                            const ViewOptions& look, const Palette& palette,
                                            glm::ivec2 size, int poses = 12);

}  // namespace marblemaze
