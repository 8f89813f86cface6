#include "render/scene/drawing_tools.h"

#include <cmath>

#include <glm/gtc/constants.hpp>

namespace marblemaze {
namespace {

glm::vec3 on_ball(int slice, int slices, int stack, int stacks) {
  const float around =
      glm::two_pi<float>() * static_cast<float>(slice) / static_cast<float>(slices);
  const float down = glm::pi<float>() * static_cast<float>(stack) / static_cast<float>(stacks);
  return {std::sin(down) * std::cos(around), std::sin(down) * std::sin(around), std::cos(down)};
}

}  // namespace

std::vector<MeshVertex> ball_triangles(int slices, int stacks) {
  std::vector<MeshVertex> vertices;
  const auto add = [&](int slice, int stack) {
    const glm::vec3 p = on_ball(slice, slices, stack, stacks);
    vertices.push_back({p, p});
  };
  for (int stack = 0; stack < stacks; ++stack)
    for (int slice = 0; slice < slices; ++slice) {
      add(slice, stack), add(slice, stack + 1), add(slice + 1, stack);
      add(slice + 1, stack), add(slice, stack + 1), add(slice + 1, stack + 1);
    }
  return vertices;
}

std::vector<MeshVertex> box_triangles() {
  std::vector<MeshVertex> vertices;
  for (int axis = 0; axis < 3; ++axis)
    for (const float side : {-1.0f, 1.0f}) {
      const auto corner = [&](float u, float v) {
        glm::vec3 p(0), normal(0);
        p[axis] = normal[axis] = side;
        p[(axis + 1) % 3] = u;
        p[(axis + 2) % 3] = v * side;
        vertices.push_back({p, normal});
      };
      corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, -1), corner(1, 1), corner(-1, 1);
    }
  return vertices;
}

std::vector<MeshVertex> cone_triangles(int slices) {
  std::vector<MeshVertex> vertices;
  for (int slice = 0; slice < slices; ++slice) {
    const glm::vec3 a = on_ball(slice, slices, 1, 2), b = on_ball(slice + 1, slices, 1, 2),
                    tip(0, 0, 1);
    const glm::vec3 normal = glm::normalize(a + b + tip), base(0, 0, -1);
    vertices.insert(vertices.end(), {{a, normal}, {b, normal}, {tip, normal}});
    vertices.insert(vertices.end(), {{b, base}, {a, base}, {{0, 0, 0}, base}});
  }
  return vertices;
}

// Programs ignore uniforms that they do not declare.
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
  lines_.draw(lines);
}

void DrawingTools::draw_solids(InstancedMesh& mesh, const std::vector<SolidInstance>& solids,
                               const SceneView& view, float strength, bool soft) {
  begin(solid_, view);
  solid_.set("strength", strength);
  solid_.set("soften", soft ? 1.0f : 0.0f);
  // Without culling, back faces would be blended over front faces in the x-ray pass.
  glEnable(GL_CULL_FACE);
  mesh.draw<SolidInstance>(solids);
  glDisable(GL_CULL_FACE);
}

void DrawingTools::draw_automaton(const SceneView& view, std::vector<LineInstance>& lines) {
  std::vector<SolidInstance> cells;
  add_automaton(view, cells, lines);
  if (!cells.empty()) draw_solids(box, cells, view, 1.0f, true);
}

}  // namespace marblemaze
