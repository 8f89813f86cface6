#include <algorithm>
#include <cmath>
#include <cstddef>

#include "render/scene/scene_renderer_view.h"

namespace marblemaze {
namespace {

constexpr float kXrayStrength = 0.34f;
constexpr float kPointsHigh = 720.0f;  // line widths are meant for a picture this high
// Points: radii of the drawn marble at least, of its halo at least, and of a marble that needs no
// halo at all.
constexpr float kLeastMarble = 6.5f, kLeastHalo = 13.0f, kPlainMarble = 12.0f;
constexpr glm::vec3 kLightFromEye{0.45f, 0.75f, 0.55f};  // right, up, towards the eye

// A maze may be replaced by another at the same address.
std::size_t fingerprint(const Maze& maze) {
  std::size_t hash = static_cast<std::size_t>(maze.grid().box_cells());
  for (const auto& [a, b] : maze.passages())
    hash = hash * 1099511628211u + static_cast<std::size_t>(a.index) * 64u +
           static_cast<std::size_t>(b.index - a.index);
  return hash;
}

}  // namespace

Quality live_quality(bool software_renderer) {
  return software_renderer ? Quality{1.0f, 0, 960 * 540} : Quality{1.0f, 4, 0};
}

Quality fine_quality() { return {2.0f, 0, 0}; }

SceneRenderer::SceneRenderer()
    : background_("background"),
      ground_("ground"),
      wall_("wall"),
      solid_("solid"),
      line_("line"),
      ball_(ball_triangles(40, 24)),
      box_(box_triangles()),
      cone_(cone_triangles(24)),
      empty_array_(make_vertex_array()),
      wall_array_(make_vertex_array()),
      wall_buffer_(make_buffer()),
      line_array_(make_vertex_array()),
      line_buffer_(make_buffer()),
      edge_array_(make_vertex_array()),
      edge_buffer_(make_buffer()) {
  glBindVertexArray(wall_array_.get());
  glBindBuffer(GL_ARRAY_BUFFER, wall_buffer_.get());
  set_attributes({{0, 4, GL_FLOAT, offsetof(WallInstance, corner)},
                  {1, 4, GL_UNSIGNED_BYTE, offsetof(WallInstance, tint)}},
                 sizeof(WallInstance), 1);
  glBindVertexArray(line_array_.get());
  glBindBuffer(GL_ARRAY_BUFFER, line_buffer_.get());
  set_attributes({{0, 4, GL_FLOAT, offsetof(LineInstance, from)},
                  {1, 4, GL_FLOAT, offsetof(LineInstance, to)},
                  {2, 4, GL_UNSIGNED_BYTE, offsetof(LineInstance, from_colour)},
                  {3, 4, GL_UNSIGNED_BYTE, offsetof(LineInstance, to_colour)}},
                 sizeof(LineInstance), 1);
}

void SceneRenderer::prepare_maze(const Maze& maze, const ViewOptions& look) {
  const Prepared wanted{&maze, look.slice_from, look.slice_to, look.edges, fingerprint(maze)};
  if (prepared_ == wanted) return;
  prepared_ = wanted;
  order_.emplace(maze, look.slice_from, look.slice_to);
  edges_ = edge_lines(order_->walls(), maze.grid().dims(), look.edges);
}

void SceneRenderer::prepare_target(glm::ivec2 size, const Quality& quality) {
  float scale = quality.scale;
  const float pixels = static_cast<float>(size.x) * static_cast<float>(size.y) * scale * scale;
  if (quality.most_pixels > 0 && pixels > static_cast<float>(quality.most_pixels))
    scale *= std::sqrt(static_cast<float>(quality.most_pixels) / pixels);
  const glm::ivec2 wanted =
      glm::max(glm::ivec2(glm::round(glm::vec2(size) * scale)), glm::ivec2(1));
  if (inside_ && inside_->size() == wanted && inside_->samples() == quality.samples) return;
  inside_.reset();
  resolved_.reset();
  inside_.emplace(wanted, quality.samples);
  if (quality.samples > 1) resolved_.emplace(wanted, 0);
}

void SceneRenderer::copy_to(GLuint target, Rectangle place) {
  const glm::ivec2 from = inside_->size();
  GLuint source = inside_->name();
  if (resolved_) {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, source);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, resolved_->name());
    glBlitFramebuffer(0, 0, from.x, from.y, 0, 0, from.x, from.y, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    source = resolved_->name();
  }
  const glm::ivec2 a = place.origin, b = place.origin + place.size;
  glBindFramebuffer(GL_READ_FRAMEBUFFER, source);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target);
  glBlitFramebuffer(0, 0, from.x, from.y, a.x, a.y, b.x, b.y, GL_COLOR_BUFFER_BIT,
                    from == place.size ? GL_NEAREST : GL_LINEAR);
  glBindFramebuffer(GL_FRAMEBUFFER, target);
}

void SceneRenderer::draw(const Frame& frame, const ViewOptions& look, const Palette& palette,
                         const Camera& camera, GLuint target, Rectangle place,
                         const Quality& quality) {
  if (place.size.x <= 0 || place.size.y <= 0) return;
  statistics_ = {};
  prepare_maze(*frame.scene.maze, look);
  prepare_target(place.size, quality);
  View view{camera, MazePlacement(frame.scene, look)};
  view.size = inside_->size();
  view.points = view.size.y / kPointsHigh;
  const float aspect = view.size.x / view.size.y;
  view.view_projection = camera.projection(aspect, view.placement.reach() * 1.6f) * camera.view();
  view.eye = camera.eye();
  view.point_size = 2 * std::tan(camera.field_of_view_rad / 2) *
                    glm::length(view.eye - view.placement.marble()) / kPointsHigh;
  const auto radius = static_cast<float>(frame.scene.marble_radius);
  view.ball_radius = std::max(radius, kLeastMarble * view.point_size);
  view.lost = 1 - glm::smoothstep(kLeastMarble, kPlainMarble, radius / view.point_size);
  view.light = glm::normalize(glm::transpose(glm::mat3(camera.view())) * kLightFromEye);

  inside_->bind();
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_CULL_FACE);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glDepthMask(GL_TRUE);
  glClear(GL_DEPTH_BUFFER_BIT);
  draw_background(palette);
  if (look.ground && look.frame == ReferenceFrame::world) draw_ground(palette, view);
  switch (look.style) {
    case Style::glass: glass_passes(frame, look, palette, view); break;
    case Style::thesis: thesis_passes(frame, look, palette, view); break;
    case Style::collision_mesh: collision_mesh_passes(frame, look, palette, view); break;
  }
  std::vector<LineInstance> annotations;
  add_annotations(frame, look, palette, view.placement, view.eye, annotations);
  draw_lines(annotations, view, glm::mat4(1), 0.35f);
  mark_marble(frame, look, palette, view);
  if (look.gravity) draw_compass(palette, view);
  glDisable(GL_DEPTH_TEST);
  copy_to(target, place);
}

void SceneRenderer::mark_marble(const Frame& frame, const ViewOptions& look, const Palette& palette,
                                const View& view) {
  if (!look.marble || !look.xray_marble) return;
  glDisable(GL_DEPTH_TEST);
  const float halo = std::max(view.ball_radius * 1.6f, kLeastHalo * view.point_size);
  std::vector<LineInstance> rings;
  add_ring(view.placement.marble(), halo, view.eye, {palette.background_rim, 0.8f * view.lost}, 6,
           rings);
  add_ring(view.placement.marble(), halo, view.eye, {palette.marble, view.lost}, 2.6f, rings);
  draw_lines(rings, view, glm::mat4(1), 1.0f);
  draw_solids(ball_, {marble_ball(frame, palette, view.placement, view.ball_radius)}, view,
              view.lost, true);
  glEnable(GL_DEPTH_TEST);
}

void SceneRenderer::glass_passes(const Frame& frame, const ViewOptions& look,
                                 const Palette& palette, const View& view) {
  std::vector<SolidInstance> balls;
  if (look.marble) balls.push_back(marble_ball(frame, palette, view.placement, view.ball_radius));
  const std::vector<SolidInstance> marble = balls;
  add_balls(frame, look, palette, view.placement, kLeastMarble * view.point_size, balls);
  glEnable(GL_DEPTH_TEST);
  draw_solids(ball_, balls, view, 1.0f, true);

  std::vector<LineInstance> paths;
  draw_automaton(frame, look, palette, view, paths);
  add_paths(frame, look, palette, view.placement, paths);
  glDepthMask(GL_FALSE);
  draw_lines(paths, view, glm::mat4(1), 0.55f);
  upload_walls(frame, look, palette, view);
  draw_walls(look, palette, view, false);
  if (look.xray_marble && !marble.empty()) draw_solids(ball_, marble, view, kXrayStrength, true);
  upload_edges(look, palette);
  draw_edges(view);
}

void SceneRenderer::thesis_passes(const Frame& frame, const ViewOptions& look,
                                  const Palette& palette, const View& view) {
  glDisable(GL_DEPTH_TEST);
  upload_walls(frame, look, palette, view);
  draw_walls(look, palette, view, true);
  std::vector<LineInstance> paths;
  draw_automaton(frame, look, palette, view, paths);
  add_paths(frame, look, palette, view.placement, paths);
  draw_lines(paths, view, glm::mat4(1), 1.0f);
  std::vector<SolidInstance> balls;
  if (look.marble) balls.push_back(marble_ball(frame, palette, view.placement, view.ball_radius));
  add_balls(frame, look, palette, view.placement, kLeastMarble * view.point_size, balls);
  glEnable(GL_DEPTH_TEST);
  draw_solids(ball_, balls, view, 1.0f, true);
  glDepthMask(GL_FALSE);
  upload_edges(look, palette);
  draw_edges(view);
}

void SceneRenderer::draw_automaton(const Frame& frame, const ViewOptions& look,
                                   const Palette& palette, const View& view,
                                   std::vector<LineInstance>& lines) {
  std::vector<SolidInstance> cells;
  add_automaton(frame, look, palette, view.placement, cells, lines);
  if (!cells.empty()) draw_solids(box_, cells, view, 1.0f, true);
}

void SceneRenderer::collision_mesh_passes(const Frame& frame, const ViewOptions& look,
                                          const Palette& palette, const View& view) {
  const glm::quat q = view.placement.rotation();
  std::vector<SolidInstance> boxes;
  for (const WallFace& wall : order_->walls()) {
    glm::vec3 centre = glm::vec3(wall.corner) + 0.5f, half(0.5f + look.mesh_thickness / 2);
    centre[wall.axis] -= 0.5f;
    half[wall.axis] = look.mesh_thickness / 2;
    // The whole of the outside would hide everything: three near sides are left out by looking in.
    const glm::vec3 spread = centre + glm::vec3(0, 0, lift(wall, frame, look));
    const glm::vec3 at(view.placement.model() * glm::vec4(spread, 1.0f));
    glm::vec3 outward(0);
    if (wall.corner[wall.axis] == 0) outward[wall.axis] = -1;
    if (wall.corner[wall.axis] == frame.scene.maze->grid().dims()[wall.axis])
      outward[wall.axis] = 1;
    if (glm::dot(q * outward, view.eye - at) > 0) continue;
    boxes.push_back(
        {at,
         half,
         {q.x, q.y, q.z, q.w},
         rgba8(glm::mix(palette.glass, palette.axis[static_cast<std::size_t>(wall.axis)], 0.35f))});
  }
  glEnable(GL_DEPTH_TEST);
  draw_solids(box_, boxes, view, 1.0f, false);
  std::vector<LineInstance> cell_lines;
  draw_automaton(frame, look, palette, view, cell_lines);
  draw_lines(cell_lines, view, glm::mat4(1), 1.0f);
  std::vector<SolidInstance> balls;
  if (look.marble) balls.push_back(marble_ball(frame, palette, view.placement, view.ball_radius));
  add_balls(frame, look, palette, view.placement, kLeastMarble * view.point_size, balls);
  draw_solids(ball_, balls, view, 1.0f, true);
  glDepthMask(GL_FALSE);
  if (look.marble && look.xray_marble) {
    glDisable(GL_DEPTH_TEST);
    draw_solids(ball_, {balls.front()}, view, kXrayStrength, true);
    glEnable(GL_DEPTH_TEST);
  }
}

}  // namespace marblemaze
