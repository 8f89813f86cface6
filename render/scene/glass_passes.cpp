#include <algorithm>

#include "render/scene/scene_renderer.h"
#include "render/scene/studio_sizes.h"

namespace marblemaze {
namespace {

// What shines through panes once more, so that they cannot hide it.
const float kXrayMarble = studio_size("xray_marble"), kXrayPath = studio_size("xray_path");

}  // namespace

void SceneRenderer::glass_passes(const SceneView& view, const Quality& quality) {
  glass_.draw_backdrop(view);
  if (quality.floor_mirror && view.floor_seen > 0) {
    const glm::dvec3 eye = view.placement.eye_in_maze(view.in_floor(view.eye));
    glass_.draw_mirror_image(order_->back_to_front(eye), in_floor(view), view, exposure_.inside());
  }
  const auto draw_trail = [&] {
    glass_.draw_trail(trail_streak(view), view, exposure_.inside());
    glEnable(GL_DEPTH_TEST);
  };
  draw_trail();
  // Nothing stands behind an outer wall whose inner side is seen.
  const glm::ivec3 dims = view.maze().grid().dims();
  const glm::dvec3 eye = view.placement.eye_in_maze(view.eye);
  const std::span<const WallFace> ordered = order_->back_to_front(eye);
  std::vector<WallFace> walls(ordered.begin(), ordered.end());
  const auto inner = std::stable_partition(walls.begin(), walls.end(), [&](const WallFace& wall) {
    const int at = wall.corner[wall.axis];
    return at == 0 ? eye[wall.axis] > 0 : at == dims[wall.axis] && eye[wall.axis] < at;
  });
  glass_background({walls.begin(), inner}, view);
  glass_opaque(view);
  glass_.draw_panes({inner, walls.end()}, view);
  if (view.studio().bright_field) draw_trail();  // bright panes veil what does not shine
  glass_.draw_tubes(path_tube(view, kXrayPath), view);
  if (view.look.marble && view.look.xray_marble)
    glass_.draw_balls({{polished_marble(view)}}, view, kXrayMarble);
  // Drawn where it is empty, too: a large maze takes no more calls than a small one.
  draw_lines(glass_.fades() ? hull(view) : std::vector<LineInstance>(), view, 0.5f);
}

// The walls behind all else, and what is mirrored in them.
void SceneRenderer::glass_background(std::span<const WallFace> walls, const SceneView& view) {
  glDepthMask(GL_FALSE);
  glass_.draw_panes(walls, view);
  const auto outlines = glass_.fades() ? std::span<const EdgeLine>() : std::span(edges_);
  const Reflections mirrored = in_outer_walls(view, outlines);
  draw_lines(mirrored.walls, view, 1.0f);
  glass_.draw_reflections(mirrored, view);
}

// What stands in the maze, with depth; then what shines in it.
void SceneRenderer::glass_opaque(const SceneView& view) {
  if (view.look.marble) glass_.draw_halos({{contact_shadow(view)}}, view, false);
  glDepthMask(GL_TRUE);
  if (view.look.marble) glass_.draw_balls({{polished_marble(view)}}, view, 1.0f);
  std::vector<SolidInstance> points;
  add_orientation_points(view, points);
  draw_solids(ball_, points, view, 1.0f, true);
  std::vector<LineInstance> lines;
  draw_automaton(view, lines);
  glDepthMask(GL_FALSE);

  glass_.draw_tubes(path_tube(view, 1.0f), view);
  add_predicted_paths(view, lines);
  draw_lines(lines, view, 0.55f);
  if (view.look.goal) glass_.draw_halos({{target_halo(view)}}, view, !view.studio().bright_field);
}

}  // namespace marblemaze
