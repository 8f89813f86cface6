#include <chrono>

#include "render/scene/scene_renderer.h"

namespace marblemaze {
namespace {

// What shines through panes once more, so that they cannot hide it.
constexpr float kXrayMarble = 0.42f, kXrayPath = 0.30f;

glm::vec3 target_place(const Frame& frame, const SceneView& view) {
  const Maze& maze = *frame.scene.maze;
  return view.placement.to_world(glm::vec3(maze.grid().position(maze.target())) + 0.5f);
}

glm::vec3 mirrored(glm::vec3 at, float floor_height) {
  return {at.x, at.y, 2 * floor_height - at.z};
}

}  // namespace

void SceneRenderer::glass_passes(const Frame& frame, const ViewOptions& look,
                                 const Palette& palette, const SceneView& view,
                                 const Quality& quality) {
  using Clock = std::chrono::steady_clock;
  glass_.draw_backdrop(palette.studio, view, target_place(frame, view));
  if (quality.floor_mirror && view.floor_seen > 0) {
    const glm::vec3 eye = mirrored(view.eye, view.floor_height);
    glass_.draw_mirror_image(order_->back_to_front(view.placement.eye_in_maze(eye)), frame, look,
                             palette, view, exposure_.inside());
  }
  std::vector<LineInstance> streaks;
  if (look.trail) add_trail_streak(frame, palette.studio, view, streaks);
  glass_.draw_trail(streaks, palette.studio, view, exposure_.inside());
  glEnable(GL_DEPTH_TEST);
  glass_opaque(frame, look, palette, view);
  const auto began = Clock::now();
  const auto walls = order_->back_to_front(view.placement.eye_in_maze(view.eye));
  statistics_.ordering_ms = std::chrono::duration<double, std::milli>(Clock::now() - began).count();
  statistics_.walls = static_cast<int>(walls.size());
  // In a large maze one bright way in a faded shell is seen better than any amount of glass.
  const bool refracts = quality.refraction && !glass_.fades();
  glass_.draw_panes(walls, frame, look, palette, view,
                    refracts ? &exposure_.copy_so_far() : nullptr);
  std::vector<LineInstance> hull, tubes;
  if (look.theoretical_path) add_path_tube(frame, palette.studio, view, kXrayPath, tubes);
  glass_.draw_tubes(tubes, palette.studio, view);
  if (look.marble && look.xray_marble) draw_glass_marble(frame, palette, view, kXrayMarble);
  if (glass_.fades()) add_hull(frame, palette.studio, view, hull);
  draw_lines(hull, view, glm::mat4(1), 0.5f);
}

void SceneRenderer::draw_glass_marble(const Frame& frame, const Palette& palette,
                                      const SceneView& view, float strength) {
  const StudioColours& studio = palette.studio;
  const SolidInstance marble[] = {
      marble_ball(frame, studio.marble, studio.marble_band, view.placement, view.ball_radius)};
  glass_.draw_balls(marble, studio, view, strength);
}

// What stands in the maze, with depth; then what shines in it.
void SceneRenderer::glass_opaque(const Frame& frame, const ViewOptions& look,
                                 const Palette& palette, const SceneView& view) {
  const StudioColours& studio = palette.studio;
  glDepthMask(GL_FALSE);
  if (look.marble) {
    const HaloInstance shadow[] = {contact_shadow(view)};
    glass_.draw_halos(shadow, studio, view, false);
  }
  glDepthMask(GL_TRUE);
  if (look.marble) draw_glass_marble(frame, palette, view, 1.0f);
  ViewOptions points = look;
  points.goal = false;
  std::vector<SolidInstance> balls;
  add_balls(frame, points, palette, view.placement, 0, balls);
  draw_solids(ball_, balls, view, 1.0f, true);
  std::vector<LineInstance> passages;
  draw_automaton(frame, look, palette, view, passages);
  glDepthMask(GL_FALSE);

  std::vector<LineInstance> tubes;
  if (look.theoretical_path) add_path_tube(frame, studio, view, 1.0f, tubes);
  glass_.draw_tubes(tubes, studio, view);
  ViewOptions prediction = look;
  prediction.theoretical_path = prediction.trail = false;
  add_paths(frame, prediction, palette, view.placement, passages);
  draw_lines(passages, view, glm::mat4(1), 0.55f);
  if (look.goal) {
    const HaloInstance target[] = {target_halo(frame, studio, view)};
    glass_.draw_halos(target, studio, view, !studio.bright_field);
  }
}

}  // namespace marblemaze
