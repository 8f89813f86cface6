
#include <glm/ext/matrix_clip_space.hpp>

#include "render/scene/scene_renderer.h"

namespace marblemaze {
namespace {

constexpr float kShare = 0.15f;  // fraction of the image height

void add_arrow(glm::vec3 direction, float length, float width, glm::vec3 colour,
               std::vector<LineInstance>& shafts, std::vector<SolidInstance>& heads) {
  const glm::quat q(glm::vec3(0, 0, 1), direction);  // rotation from z to the direction
  const glm::vec3 neck = direction * (length * 0.72f);
  shafts.push_back({glm::vec3(0), width, neck, width, rgba8(colour), rgba8(colour)});
  heads.push_back({neck,
                   {length * 0.11f, length * 0.11f, length * 0.28f},
                   {q.x, q.y, q.z, q.w},
                   rgba8(colour)});
}

}  // namespace

// Draws a small image in the lower left corner: the maze's axes (thin; red, green, blue for x, y,
// z) and the direction of gravity (thick).
void SceneRenderer::draw_compass(const SceneView& view) {
  const int side = static_cast<int>(view.middle_size.y * kShare);
  const glm::ivec2 corner(view.middle_origin + view.middle_size.y * 0.02f);
  glViewport(corner.x, corner.y, side, side);
  glClear(GL_DEPTH_BUFFER_BIT);
  SceneView small = view;
  small.camera.target = glm::vec3(0);
  small.camera.distance = 4;
  small.eye = small.camera.eye();
  small.view_projection =
      glm::ortho(-1.08f, 1.08f, -1.08f, 1.08f, 1.0f, 8.0f) * small.camera.view();
  small.size = glm::vec2(static_cast<float>(side));

  std::vector<LineInstance> shafts;
  std::vector<SolidInstance> heads;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    glm::vec3 along(0);
    along[static_cast<int>(axis)] = 1;
    add_arrow(view.placement.rotation() * along, 0.72f, 1.6f, view.palette.axis[axis], shafts,
              heads);
  }
  add_arrow(view.placement.from_scene() * glm::vec3(0, 0, -1), 1.0f, 4.2f, view.palette.point_now,
            shafts, heads);
  glEnable(GL_DEPTH_TEST);
  glDepthMask(GL_TRUE);
  draw_solids(cone_, heads, small, 1.0f, false);
  draw_lines(shafts, small, 1.0f);
  glViewport(0, 0, static_cast<int>(view.size.x), static_cast<int>(view.size.y));
}

}  // namespace marblemaze
