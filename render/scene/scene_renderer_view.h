#pragma once

#include <algorithm>

#include "render/scene/scene_renderer.h"

namespace marblemaze {

/// Matrices and sizes of one picture; for the files that make up the scene renderer.
struct SceneRenderer::View {
  Camera camera;
  MazePlacement placement;
  glm::mat4 view_projection{1};
  glm::vec3 eye{0}, light{0};
  glm::vec2 size{0};
  float points = 1;       ///< pixels in a point
  float point_size = 0;   ///< of a point where the marble is, cells
  float ball_radius = 0;  ///< as the marble is drawn: never too small to be seen, cells
  float lost = 0;         ///< 0 to 1: how much the marble needs to be marked, so small it is
};

/// How far a wall is lifted where layers are drawn apart; the lid stays on the topmost layer.
inline float lift(const WallFace& wall, const Frame& frame, const ViewOptions& look) {
  const int layer = std::min(wall.corner.z, frame.scene.maze->grid().dims().z - 1);
  return look.explode * static_cast<float>(layer);
}

}  // namespace marblemaze
