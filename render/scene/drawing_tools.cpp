#include "render/scene/drawing_tools.h"

#include <cmath>
#include <cstddef>

namespace marblemaze {

DrawingTools::DrawingTools()
    : lines_({{0, 4, GL_FLOAT, offsetof(LineInstance, from)},
              {1, 4, GL_FLOAT, offsetof(LineInstance, to)},
              {2, 4, GL_UNSIGNED_BYTE, offsetof(LineInstance, from_colour)},
              {3, 4, GL_UNSIGNED_BYTE, offsetof(LineInstance, to_colour)}}) {}

// A program ignores what it has no uniform for.
void DrawingTools::begin(const Program& program, const SceneView& view) const {
  const StudioColours& studio = view.studio();
  const float yaw = view.camera.yaw_rad;
  program.use();
  program.set("view_projection", view.view_projection);
  program.set("eye", view.eye);
  program.set("light", view.light);
  program.set("camera_right", view.right);
  program.set("camera_up", view.up);
  program.set("pixel_angle", view.pixel_angle);
  program.set("light_space", view.light_space);
  program.set("studio_forward", glm::vec2(-std::cos(yaw), -std::sin(yaw)));
  program.set("bright_field", studio.bright_field ? 1.0f : 0.0f);
  program.set("backdrop_top", studio.top);
  program.set("backdrop_horizon", studio.horizon);
  program.set("backdrop_low", studio.low);
  program.set("glow_adds", studio.bright_field ? 0.0f : 1.0f);
}

void DrawingTools::draw_lines(const Program& program, std::span<const LineInstance> lines,
                              const SceneView& view, float far_strength, const glm::mat4& model) {
  begin(program, view);
  program.set("model", model);
  program.set("viewport", view.size);
  program.set("scale", view.points);
  program.set("depth_range", view.depth_range());
  program.set("far_strength", far_strength);
  program.set("pull", 2e-4f);
  draw(lines_, lines);
}

}  // namespace marblemaze
