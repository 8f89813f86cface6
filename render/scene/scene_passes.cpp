#include <chrono>
#include <cmath>
#include <cstddef>

#include "render/scene/believed_walls.h"
#include "render/scene/scene_renderer.h"

namespace marblemaze {

void SceneRenderer::upload_walls(const Frame& frame, const ViewOptions& look,
                                 const Palette& palette, const SceneView& view) {
  using Clock = std::chrono::steady_clock;
  const auto began = Clock::now();
  const auto walls = order_->back_to_front(view.placement.eye_in_maze(view.eye));
  statistics_.ordering_ms = std::chrono::duration<double, std::milli>(Clock::now() - began).count();
  statistics_.walls = static_cast<int>(walls.size());

  const Grid& grid = frame.scene.maze->grid();
  const auto visited = [&](glm::ivec3 cell) {
    return grid.in_maze(cell) && !frame.visited.empty() &&
           frame.visited[static_cast<std::size_t>(grid.cell(cell).index)];
  };
  const std::array<Rgba8, 3> by_axis{rgba8(palette.axis[0]), rgba8(palette.axis[1]),
                                     rgba8(palette.axis[2])};
  const Rgba8 plain = rgba8(palette.glass), warm = rgba8(palette.glass_visited),
              unknown = rgba8(palette.glass, 0.8f);
  wall_instances_.clear();
  for (const WallFace& wall : walls) {
    Rgba8 tint = plain;
    if (look.wall_colour == WallColour::axis) tint = by_axis[static_cast<std::size_t>(wall.axis)];
    if (look.wall_colour == WallColour::visited)
      tint = visited(wall.corner) || visited(wall.corner - Direction{wall.axis, 1}.vector())
                 ? warm
                 : unknown;
    const glm::vec3 lifted(0, 0, lift(wall, frame, look));
    wall_instances_.push_back({glm::vec3(wall.corner) + lifted, static_cast<float>(wall.axis), tint,
                               strength_of(wall, frame)});
  }
  wall_array_.fill(wall_instances_);
}

void SceneRenderer::draw_walls(const ViewOptions& look, const Palette& palette,
                               const SceneView& view) {
  wall_.use();
  wall_.set("view_projection", view.view_projection);
  wall_.set("model", view.placement.model());
  wall_.set("eye", view.eye);
  wall_.set("light", view.light);
  wall_.set("opacity", palette.wall_opacity * look.opacity);
  wall_array_.draw();
  ++statistics_.draw_calls;
}

void SceneRenderer::upload_edges(const ViewOptions& look, const Palette& palette) {
  edge_instances_.clear();
  const Rgba8 full = rgba8(palette.edge), dim = rgba8(palette.free_edge);
  const auto add = [&](const EdgeLine& edge, glm::vec3 from, glm::vec3 to) {
    const float width = edge.free_end ? 1.0f : 1.45f;
    const Rgba8 colour = edge.free_end ? dim : full;
    edge_instances_.push_back({from, width, to, width, colour, colour});
  };
  const int top = prepared_.maze->grid().dims().z - 1;
  for (const EdgeLine& edge : edges_) {
    glm::vec3 from(edge.from), to(edge.to);
    if (look.explode <= 0) {
      add(edge, from, to);
    } else if (edge.from.z == edge.to.z) {
      from.z = to.z = from.z + look.explode * static_cast<float>(std::min(edge.from.z, top));
      add(edge, from, to);
    } else {
      // An upright line must not bridge the gaps between layers.
      for (int z = edge.from.z; z < edge.to.z; ++z) {
        from.z = static_cast<float>(z) + look.explode * static_cast<float>(z);
        to.z = from.z + 1;
        add(edge, from, to);
      }
    }
  }
}

void SceneRenderer::draw_edges(const SceneView& view) {
  draw_lines(edge_instances_, view, view.placement.model(), 0.22f);
}

void SceneRenderer::draw_background(const Palette& palette) {
  glDisable(GL_DEPTH_TEST);
  background_.use();
  background_.set("centre_colour", palette.background_centre);
  background_.set("rim_colour", palette.background_rim);
  glBindVertexArray(empty_array_.get());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  ++statistics_.draw_calls;
}

void SceneRenderer::draw_ground(const Palette& palette, const SceneView& view) {
  ground_.use();
  ground_.set("view_projection", view.view_projection);
  ground_.set("centre", glm::vec3(0, 0, -view.placement.reach()));
  ground_.set("radius", view.placement.reach() * 1.5f);
  ground_.set("ring_colour", palette.ground_ring);
  ground_.set("shadow_colour", palette.ground_shadow);
  glBindVertexArray(empty_array_.get());
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  ++statistics_.draw_calls;
}

void SceneRenderer::draw_lines(const std::vector<LineInstance>& lines, const SceneView& view,
                               const glm::mat4& model, float far_strength) {
  line_.use();
  line_.set("view_projection", view.view_projection);
  line_.set("model", model);
  line_.set("viewport", view.size);
  line_.set("scale", view.points);
  line_.set("depth_range", view.depth_range());
  line_.set("light_space", view.light_space);
  line_.set("far_strength", far_strength);
  line_.set("pull", 2e-4f);
  line_array_.fill(lines);
  line_array_.draw();
  ++statistics_.draw_calls;
}

void SceneRenderer::draw_solids(const Mesh& mesh, const std::vector<SolidInstance>& solids,
                                const SceneView& view, float strength, bool soft) {
  solid_.use();
  solid_.set("view_projection", view.view_projection);
  solid_.set("eye", view.eye);
  solid_.set("light", view.light);
  solid_.set("light_space", view.light_space);
  solid_.set("strength", strength);
  solid_.set("soften", soft ? 1.0f : 0.0f);
  // Backs of solids would be blended over their fronts in the see-through pass.
  glEnable(GL_CULL_FACE);
  mesh.draw(solids);
  glDisable(GL_CULL_FACE);
  ++statistics_.draw_calls;
}

}  // namespace marblemaze
