#include "render/scene/scene_renderer.h"

#include <algorithm>
#include <cmath>

#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_transform.hpp>

namespace marblemaze {
namespace {

constexpr float kXrayStrength = 0.34f;  // opacity of the marble through walls
// Height of the reference image, in points.
const float kPointsHigh = studio_size("points_high");
// Radii in points: minimum of the drawn marble, minimum of the halo, and marble radius above which
// no halo is needed.
const float kMinMarble = studio_size("least_marble");
constexpr float kMinHalo = 16.0f, kPlainMarble = 13.0f;
constexpr glm::vec3 kLightFromEye{0.45f, 0.75f, 0.55f};  // right, up, towards the camera

SolidInstance flat_marble(const SceneView& view) {
  return marble_ball(view, view.palette.panels.marble, view.palette.marble_stripe);
}

std::vector<SolidInstance> flat_balls(const SceneView& view) {
  std::vector<SolidInstance> balls;
  if (view.look.marble) balls.push_back(flat_marble(view));
  add_goal(view, kMinMarble * view.point_size, balls);
  add_orientation_points(view, balls);
  return balls;
}

std::vector<Rectangle> clipped_to(std::span<const Rectangle> seen, Rectangle place) {
  std::vector<Rectangle> parts;
  for (const Rectangle& each : seen) {
    const glm::ivec2 low = glm::max(each.origin, place.origin);
    const glm::ivec2 end = glm::min(each.origin + each.size, place.origin + place.size);
    if (glm::all(glm::lessThan(low, end))) parts.push_back({low, end - low});
  }
  return parts;
}

// Returns the visible parts of `place` in pixels of an image of size `size`.
std::vector<Rectangle> in_image_pixels(std::span<const Rectangle> seen, Rectangle place,
                                       glm::vec2 size) {
  std::vector<Rectangle> parts = clipped_to(seen, place);
  const glm::vec2 scale = size / glm::vec2(place.size);
  for (Rectangle& part : parts) {
    const glm::vec2 at(part.origin - place.origin);
    const glm::ivec2 low(glm::floor(at * scale));
    part = {low, glm::ivec2(glm::ceil((at + glm::vec2(part.size)) * scale)) - low};
  }
  return parts;
}

void add_solid_arrow(glm::vec3 direction, float length, float width, glm::vec3 colour,
                     std::vector<LineInstance>& shafts, std::vector<SolidInstance>& heads) {
  const glm::quat q(glm::vec3(0, 0, 1), direction);  // rotation from z to `direction`
  const glm::vec3 neck = direction * (length * 0.72f);
  shafts.push_back({glm::vec3(0), width, neck, width, rgba8(colour), rgba8(colour)});
  heads.push_back({neck,
                   {length * 0.11f, length * 0.11f, length * 0.28f},
                   {q.x, q.y, q.z, q.w},
                   rgba8(colour)});
}

}  // namespace

void SceneRenderer::prepare_maze(const Frame& frame, const ViewOptions& look) {
  const Maze& maze = *frame.scene.maze;
  const glm::ivec3 dims = maze.grid().dims();
  if (prepared_ && prepared_->maze == maze && prepared_->from == look.slice_from &&
      prepared_->to == look.slice_to && prepared_->edges == look.edges)
    return;
  prepared_ = {maze, look.slice_from, look.slice_to, look.edges};
  walls_ = walls_of(maze, look.slice_from, look.slice_to);
  sorted_for_.reset();
  edges_ = edge_lines(walls_, dims, look.edges);
  glass_.prepare(walls_, edges_, dims, look.edges);
}

SceneView SceneRenderer::view_of(const Frame& frame, const ViewOptions& look,
                                 const Palette& palette, const Camera& camera, Rectangle place,
                                 Rectangle middle, const Quality& quality) const {
  SceneView view{frame, look, palette, camera, MazeTransform(frame.scene, look)};
  const float reach = view.placement.reach(), height = 2 * std::tan(camera.field_of_view_rad / 2);
  view.size = post_processing_.size();
  const glm::vec2 whole(place.size), part = glm::vec2(middle.size) / whole;
  view.middle_size = view.size * part;
  view.middle_origin = view.size * glm::vec2(middle.origin - place.origin) / whole;
  // Transforms clip coordinates from the middle part to the whole image.
  const glm::vec2 centre = (2.0f * view.middle_origin + view.middle_size) / view.size - 1.0f;
  const glm::mat4 widen = glm::translate(glm::mat4(1), glm::vec3(centre, 0)) *
                          glm::scale(glm::mat4(1), glm::vec3(part, 1));
  const float aspect = view.middle_size.x / view.middle_size.y;
  view.points = view.middle_size.y / kPointsHigh;
  view.view_projection = widen * camera.projection(aspect, reach * 1.6f) * camera.view();
  view.eye = camera.eye();
  const glm::mat3 to_world = glm::transpose(glm::mat3(camera.view()));
  view.right = to_world[0];
  view.up = to_world[1];
  view.ahead = -to_world[2];
  view.ray[1] = view.right * (height / 2 * aspect / part.x);
  view.ray[2] = view.up * (height / 2 / part.y);
  view.ray[0] = view.ahead - centre.x * view.ray[1] - centre.y * view.ray[2];
  view.light = glm::normalize(to_world * kLightFromEye);
  view.pixel_angle = height / view.middle_size.y;
  view.point_size = height * view.distance(view.placement.marble()) / kPointsHigh;
  const auto radius = static_cast<float>(frame.scene.marble_radius);
  view.ball_radius = std::max(radius, kMinMarble * view.point_size);
  view.marker_opacity = 1 - glm::smoothstep(kMinMarble, kPlainMarble, radius / view.point_size);
  view.light_space = look.style != Style::glass ? 0.0f : quality.filmic ? 2.0f : 1.0f;
  const glm::ivec3 dims = frame.scene.maze->grid().dims();
  view.side = static_cast<float>(std::max({dims.x, dims.y, dims.z}));
  view.floor_height = -reach;
  const bool floor = look.ground && look.frame == ReferenceFrame::world;
  view.floor_opacity = floor ? glm::smoothstep(0.0f, 0.3f, view.eye.z / reach + 1) : 0.0f;
  return view;
}

void SceneRenderer::draw(const Frame& frame, const ViewOptions& look, const Palette& palette,
                         const Camera& camera, GLuint target, Rectangle place, Rectangle middle,
                         const Quality& quality, std::span<const Rectangle> seen) {
  if (glm::any(glm::lessThanEqual(place.size, glm::ivec2(0)))) return;
  if (glm::any(glm::lessThanEqual(middle.size, glm::ivec2(0)))) return;
  prepare_maze(frame, look);
  const ColourFormat format = look.style != Style::glass ? ColourFormat::screen
                              : quality.filmic           ? ColourFormat::radiance
                                                         : ColourFormat::linear_light;
  post_processing_.begin(place.size, quality, format);
  const SceneView view = view_of(frame, look, palette, camera, place, middle, quality);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_CULL_FACE);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glDepthMask(GL_TRUE);
  glClear(GL_DEPTH_BUFFER_BIT);
  switch (look.style) {
    case Style::glass:
      glass_.draw(view, quality, in_image_pixels(seen, place, view.size),
                  post_processing_.inside());
      break;
    case Style::thesis: thesis_passes(view); break;
    case Style::collision_mesh: collision_mesh_passes(view); break;
  }
  tools_.draw_lines(annotations(view), view, 0.35f);
  mark_marble(view);
  if (look.gravity) draw_compass(view);
  post_processing_.finish(target, place, palette.studio.bloom, clipped_to(seen, place));
}

void SceneRenderer::mark_marble(const SceneView& view) {
  if (!view.look.marble || !view.look.xray_marble) return;
  glDisable(GL_DEPTH_TEST);
  const glm::vec3 marble = view.placement.marble();
  const float halo = std::max(view.ball_radius * 1.6f, kMinHalo * view.point_size);
  const bool glass = view.look.style == Style::glass;
  const glm::vec3 colour = glass ? view.studio().marble : view.palette.panels.marble;
  std::vector<LineInstance> rings;
  add_ring(marble, halo, view.eye, {view.palette.background_rim, 0.6f * view.marker_opacity}, 4,
           rings);
  add_ring(marble, halo, view.eye, {colour, 0.9f * view.marker_opacity}, 1.6f, rings);
  tools_.draw_lines(rings, view, 1.0f);
  if (glass)
    glass_.draw_marble(view, view.marker_opacity);
  else
    tools_.draw_solids(tools_.ball, {flat_marble(view)}, view, view.marker_opacity, true);
  glEnable(GL_DEPTH_TEST);
}

void SceneRenderer::thesis_passes(const SceneView& view) {
  draw_background(view);
  draw_walls(view);
  std::vector<LineInstance> paths;
  tools_.draw_automaton(view, paths);
  add_paths(view, paths);
  tools_.draw_lines(paths, view, 1.0f);
  glEnable(GL_DEPTH_TEST);
  tools_.draw_solids(tools_.ball, flat_balls(view), view, 1.0f, true);
  glDepthMask(GL_FALSE);
  draw_edges(view);
}

void SceneRenderer::collision_mesh_passes(const SceneView& view) {
  draw_background(view);
  const float thickness = view.look.mesh_thickness;
  const glm::quat q = view.placement.rotation();
  std::vector<SolidInstance> boxes;
  for (const WallFace& wall : walls_) {
    glm::vec3 centre = view.lowest_corner(wall) + 0.5f, half(0.5f + thickness / 2);
    centre[wall.axis] -= 0.5f;
    half[wall.axis] = thickness / 2;
    // Omits the near outer walls, which would hide the maze.
    const glm::vec3 at(view.placement.model() * glm::vec4(centre, 1.0f));
    glm::vec3 outward(0);
    if (wall.corner[wall.axis] == 0) outward[wall.axis] = -1;
    if (wall.corner[wall.axis] == view.maze().grid().dims()[wall.axis]) outward[wall.axis] = 1;
    if (glm::dot(q * outward, view.eye - at) > 0) continue;
    const glm::vec3 axis = view.palette.axis[wall.axis];
    boxes.push_back(
        {at, half, {q.x, q.y, q.z, q.w}, rgba8(glm::mix(view.palette.glass, axis, 0.35f))});
  }
  glEnable(GL_DEPTH_TEST);
  tools_.draw_solids(tools_.box, boxes, view, 1.0f, false);
  std::vector<LineInstance> cell_lines;
  tools_.draw_automaton(view, cell_lines);
  tools_.draw_lines(cell_lines, view, 1.0f);
  tools_.draw_solids(tools_.ball, flat_balls(view), view, 1.0f, true);
  glDepthMask(GL_FALSE);
  if (view.look.marble && view.look.xray_marble) {
    glDisable(GL_DEPTH_TEST);
    tools_.draw_solids(tools_.ball, {flat_marble(view)}, view, kXrayStrength, true);
    glEnable(GL_DEPTH_TEST);
  }
}

void SceneRenderer::draw_walls(const SceneView& view) {
  const Palette& palette = view.palette;
  const auto tint = [&](const WallFace& wall) {
    switch (view.look.wall_colour) {
      case WallColour::axis: return rgba8(palette.axis[wall.axis]);
      case WallColour::visited:
        return view.visited(wall) ? rgba8(palette.glass_visited) : rgba8(palette.glass, 0.8f);
      default: return rgba8(palette.glass);
    }
  };
  const glm::ivec3 dims = view.maze().grid().dims();
  const glm::ivec3 eye_cell = eye_cell_of(view.placement.eye_in_maze(view.eye), dims);
  if (sorted_for_ != eye_cell) sort_back_to_front(walls_, eye_cell, dims);
  sorted_for_ = eye_cell;
  std::vector<WallInstance> walls;
  for (const WallFace& wall : walls_)
    walls.push_back({view.lowest_corner(wall), static_cast<float>(wall.axis), tint(wall)});
  tools_.begin(wall_, view);
  wall_.set("model", view.placement.model());
  wall_.set("opacity", palette.wall_opacity * view.look.opacity);
  wall_instances_.draw<WallInstance>(walls);
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
    if (gap <= 0 || edge.from.z == edge.to.z) {
      const glm::vec3 lift(0, 0, gap * static_cast<float>(std::min(edge.from.z, top)));
      add(edge, from + lift, to + lift);
    } else {
      // Vertical lines are split, so that they do not bridge the gaps between layers.
      for (int z = edge.from.z; z < edge.to.z; ++z) {
        from.z = static_cast<float>(z) + gap * static_cast<float>(z);
        to.z = from.z + 1;
        add(edge, from, to);
      }
    }
  }
  tools_.draw_lines(lines, view, 0.22f, view.placement.model());
}

void SceneRenderer::draw_background(const SceneView& view) {
  glDisable(GL_DEPTH_TEST);
  background_.use();
  background_.set("centre_colour", view.palette.background_centre);
  background_.set("rim_colour", view.palette.background_rim);
  tools_.bare.cover();
  if (view.look.ground && view.look.frame == ReferenceFrame::world) draw_ground(view);
}

void SceneRenderer::draw_ground(const SceneView& view) {
  tools_.begin(ground_, view);
  ground_.set("centre", glm::vec3(0, 0, -view.placement.reach()));
  ground_.set("radius", view.placement.reach() * 1.5f);
  ground_.set("ring_colour", view.palette.ground_ring);
  ground_.set("shadow_colour", view.palette.ground_shadow);
  tools_.bare.draw(GL_TRIANGLE_STRIP, 4);
}

// Draws a compass inset in the lower left corner: thin maze axes (red, green and blue for x, y and
// z) and a thick arrow for gravity.
void SceneRenderer::draw_compass(const SceneView& view) {
  const int side = static_cast<int>(view.middle_size.y * kCompassShare);
  const glm::ivec2 corner(view.middle_origin + view.middle_size.y * kCompassMargin);
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
    add_solid_arrow(view.placement.rotation() * along, 0.72f, 1.6f, view.palette.axis[axis], shafts,
                    heads);
  }
  add_solid_arrow(view.placement.scene_to_image() * glm::vec3(0, 0, -1), 1.0f, 4.2f,
                  view.palette.panels.now, shafts, heads);
  glEnable(GL_DEPTH_TEST);
  glDepthMask(GL_TRUE);
  tools_.draw_solids(tools_.cone, heads, small, 1.0f, false);
  tools_.draw_lines(shafts, small, 1.0f);
  glViewport(0, 0, static_cast<int>(view.size.x), static_cast<int>(view.size.y));
}

}  // namespace marblemaze
