#pragma once

#include <vector>

#include "render/scene/scene_renderer.h"

namespace marblemaze {

/// How well the marble is seen: over several camera poses, the mean absolute difference of colour
/// (0 to 255) on its pixels between the picture with it and the same picture without it. The walls
/// fade near the line of sight in both, so that only the marble itself counts.
struct Visibility {
  std::vector<double> by_pose;
  [[nodiscard]] double mean() const;
  [[nodiscard]] double worst() const;
};

/// Poses evenly spread around and over the maze.
[[nodiscard]] Visibility measure_visibility(SceneRenderer& renderer, const Frame& frame,
                                            const ViewOptions& look, const Palette& palette,
                                            glm::ivec2 size, int poses = 12);

}  // namespace marblemaze
