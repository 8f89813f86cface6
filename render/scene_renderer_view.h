#pragma once

#include "render/scene_renderer.h"

namespace marblemaze {

/// Matrices and sizes of one picture; for the files that make up the scene renderer.
struct SceneRenderer::View {
  Camera camera;
  MazePlacement placement;
  glm::mat4 view_projection{1};
  glm::vec3 eye{0}, light{0};
  glm::vec2 size{0};
  float points = 1;  ///< pixels in a point
};

}  // namespace marblemaze
