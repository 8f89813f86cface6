#include <cstddef>

#include "render/scene/scene_renderer.h"

namespace marblemaze {

void SceneRenderer::draw_walls(const SceneView& view) {
  const Palette& palette = view.palette;
  const auto tint = [&](const WallFace& wall) {
    switch (view.look.wall_colour) {
      case WallColour::axis: return rgba8(palette.axis[static_cast<std::size_t>(wall.axis)]);
      case WallColour::visited:
        return view.visited(wall) ? rgba8(palette.glass_visited) : rgba8(palette.glass, 0.8f);
      default: return rgba8(palette.glass);
    }
  };
  std::vector<WallInstance> walls;
  for (const WallFace& wall : order_->back_to_front(view.placement.eye_in_maze(view.eye)))
    walls.push_back({view.lowest_corner(wall), static_cast<float>(wall.axis), tint(wall)});
  tools_.begin(wall_, view);
  wall_.set("model", view.placement.model());
  wall_.set("opacity", palette.wall_opacity * view.look.opacity);
  tools_.draw<WallInstance>(wall_array_, walls);
}

void SceneRenderer::draw_edges(const SceneView& view) {
  std::vector<LineInstance> lines;
  const Rgba8 full = rgba8(view.palette.edge), dim = rgba8(view.palette.free_edge);
  const auto add = [&](const EdgeLine& edge, glm::vec3 from, glm::vec3 to) {
    const float width = edge.free_end ? 1.0f : 1.45f;
    const Rgba8 colour = edge.free_end ? dim : full;
    lines.push_back({from, width, to, width, colour, colour});
  };
  const float gap = view.look.explode;
  const int top = view.maze().grid().dims().z - 1;
  for (const EdgeLine& edge : edges_) {
    glm::vec3 from(edge.from), to(edge.to);
    if (gap <= 0) {
      add(edge, from, to);
    } else if (edge.from.z == edge.to.z) {
      from.z = to.z = from.z + gap * static_cast<float>(std::min(edge.from.z, top));
      add(edge, from, to);
    } else {
      // An upright line must not bridge the gaps between layers.
      for (int z = edge.from.z; z < edge.to.z; ++z) {
        from.z = static_cast<float>(z) + gap * static_cast<float>(z);
        to.z = from.z + 1;
        add(edge, from, to);
      }
    }
  }
  tools_.draw_lines(line_, lines, view, 0.22f, view.placement.model());
}

void SceneRenderer::draw_background(const SceneView& view) {
  glDisable(GL_DEPTH_TEST);
  background_.use();
  background_.set("centre_colour", view.palette.background_centre);
  background_.set("rim_colour", view.palette.background_rim);
  tools_.cover();
  if (view.look.ground && view.look.frame == ReferenceFrame::world) draw_ground(view);
}

void SceneRenderer::draw_ground(const SceneView& view) {
  tools_.begin(ground_, view);
  ground_.set("centre", glm::vec3(0, 0, -view.placement.reach()));
  ground_.set("radius", view.placement.reach() * 1.5f);
  ground_.set("ring_colour", view.palette.ground_ring);
  ground_.set("shadow_colour", view.palette.ground_shadow);
  tools_.draw(GL_TRIANGLE_STRIP, 4);
}

void SceneRenderer::draw_solids(const Mesh& mesh, const std::vector<SolidInstance>& solids,
                                const SceneView& view, float strength, bool soft) {
  tools_.begin(solid_, view);
  solid_.set("strength", strength);
  solid_.set("soften", soft ? 1.0f : 0.0f);
  // Backs of solids would be blended over their fronts in the see-through pass.
  glEnable(GL_CULL_FACE);
  tools_.draw(mesh, solids);
  glDisable(GL_CULL_FACE);
}

}  // namespace marblemaze
