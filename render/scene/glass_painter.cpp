#include "render/scene/glass_painter.h"

#include <algorithm>
#include <cstddef>

#include "render/gl/exposure.h"
#include "render/scene/studio_sizes.h"

namespace marblemaze {
namespace {

constexpr glm::ivec2 kNet{80, 45};  // columns and rows of the backdrop's net
// Of the marble's radius: panes in front of it clear.
const float kClearRadius = studio_size("clear_sight");
// Cells: from here on walls away from the way fade, but for those so near to the marble.
const float kLargeSide = studio_size("large_side"), kNearMarble = studio_size("near_marble");
// What is left of what is out of focus, in mazes up to 16 cells a side; of tubes and streaks at the
// far end.
const float kFaded = studio_size("faded"), kFarLines = studio_size("far_lines");
// Of the maze's side: depth in which images in the floor fade.
const float kImageDepth = studio_size("image_depth");

// Four numbers from 0 to 1 as an attribute of four bytes.
Rgba8 packed(glm::vec4 numbers) { return rgba8(numbers); }

Rgba8 packed(const PanelSides& sides) {
  glm::vec4 quarters;
  for (int i = 0; i < 4; ++i)
    quarters[i] = 0.25f * static_cast<float>(sides[static_cast<std::size_t>(i)]);
  return packed(quarters);
}

// Much smaller than a pixel, faint walls are a haze that hides the way; they go in mazes of 28
// cells.
float least_focus(glm::ivec3 dims) {
  const auto side = static_cast<float>(std::max({dims.x, dims.y, dims.z}));
  if (side < kLargeSide) return 1;
  return kFaded * glm::clamp((28 - side) / 12, 0.0f, 1.0f);
}

glm::vec3 lowest_corner(const MazePlacement& placement, glm::ivec3 dims) {
  glm::vec3 lowest(0, 0, 1e9f);
  for (const auto& edge : box_edges(glm::vec3(0), glm::vec3(dims)))
    for (const glm::vec3 corner : {edge.first, edge.second})
      if (const glm::vec3 at = placement.to_world(corner); at.z < lowest.z) lowest = at;
  return lowest;
}

glm::mat4 mirror_in_floor(float height) {
  glm::mat4 mirror(1);
  mirror[2][2] = -1;
  mirror[3][2] = 2 * height;
  return mirror;
}

// The same view in a picture of half the size.
SceneView half_size(const SceneView& view, const Framebuffer& picture) {
  SceneView small = view;
  small.size = glm::vec2(glm::max(picture.size() / 2, 1));
  const float part = small.size.y / view.size.y;
  small.points *= part;
  small.pixel_angle /= part;
  return small;
}

// The old one where it has that size and format.
std::optional<Framebuffer> fitting(std::optional<Framebuffer> old, glm::vec2 size,
                                   ColourFormat format) {
  const glm::ivec2 pixels(size);
  if (old && old->size() == pixels && old->format() == format) return old;
  old.reset();
  old.emplace(pixels, 0, format);
  return old;
}

// The part of the picture in which these pieces lie; all of it where one reaches behind the eye.
Rectangle part_with(std::span<const LineInstance> pieces, const SceneView& view) {
  glm::vec2 low = view.size, high(0);
  for (const LineInstance& piece : pieces)
    for (const auto& [at, width] :
         {std::pair(piece.from, piece.from_width), std::pair(piece.to, piece.to_width)}) {
      if (glm::dot(at - view.eye, view.ahead) <= 0) return {{0, 0}, glm::ivec2(view.size)};
      const glm::vec2 pixel = view.pixel_of(at);
      low = glm::min(low, pixel - width * view.points);
      high = glm::max(high, pixel + width * view.points);
    }
  const glm::ivec2 from(glm::clamp(glm::floor(low), glm::vec2(0), view.size));
  return {from, glm::ivec2(glm::clamp(glm::ceil(high), glm::vec2(0), view.size)) - from};
}

void limit_to(const Rectangle& part) {
  glEnable(GL_SCISSOR_TEST);
  glScissor(part.origin.x, part.origin.y, std::max(part.size.x, 0), std::max(part.size.y, 0));
}

void clear(const Framebuffer& picture) {
  picture.bind();
  glClearColor(0, 0, 0, 0);
  glClear(GL_COLOR_BUFFER_BIT);
}

void set_rays(const Program& program, const SceneView& view) {
  program.set("ahead", view.ray[0]);
  program.set("across", view.ray[1]);
  program.set("upward", view.ray[2]);
}

}  // namespace

GlassPainter::GlassPainter(DrawingTools& tools)
    : tools_(tools),
      panel_("panel"),
      mirror_("background", "mirror"),
      backdrop_("backdrop"),
      ball_("ball"),
      halo_("halo"),
      tube_("line", "tube"),
      streak_("streak"),
      trail_("background", "trail"),
      pane_array_({{0, 4, GL_FLOAT, offsetof(PaneInstance, corner)},
                   {1, 4, GL_UNSIGNED_BYTE, offsetof(PaneInstance, tint)},
                   {2, 4, GL_UNSIGNED_BYTE, offsetof(PaneInstance, sides)},
                   {3, 4, GL_UNSIGNED_BYTE, offsetof(PaneInstance, focus)}}),
      ball_array_(kSolidAttributes),
      halo_array_({{0, 4, GL_FLOAT, offsetof(HaloInstance, centre)},
                   {1, 4, GL_FLOAT, offsetof(HaloInstance, ring_radius)},
                   {2, 4, GL_UNSIGNED_BYTE, offsetof(HaloInstance, ring)},
                   {3, 4, GL_UNSIGNED_BYTE, offsetof(HaloInstance, core)},
                   {4, 4, GL_UNSIGNED_BYTE, offsetof(HaloInstance, glow)}}) {}

std::size_t GlassPainter::index(const WallFace& wall) const {
  const glm::ivec3 p = wall.corner;
  return static_cast<std::size_t>((((p.z * (dims_.y + 1)) + p.y) * (dims_.x + 1) + p.x) * 3 +
                                  wall.axis);
}

void GlassPainter::prepare(std::span<const WallFace> walls, glm::ivec3 dims, EdgeMode edges) {
  dims_ = dims;
  least_focus_ = least_focus(dims);
  focused_cells_.clear();
  focus_ = {};
  sides_.assign(static_cast<std::size_t>((dims.x + 1) * (dims.y + 1) * (dims.z + 1) * 3), 0);
  const auto sides = panel_sides(walls, dims, edges);
  for (std::size_t i = 0; i < walls.size(); ++i) sides_[index(walls[i])] = packed(sides[i]);
}

void GlassPainter::draw_backdrop(const SceneView& view) {
  const StudioColours& studio = view.studio();
  glDisable(GL_DEPTH_TEST);
  tools_.begin(backdrop_, view);
  backdrop_.set("net", glm::vec2(kNet));
  set_rays(backdrop_, view);
  backdrop_.set("glow_towards", view.ahead);
  backdrop_.set("glow", studio.glow);
  backdrop_.set("floor_colour", studio.floor);
  const glm::vec3 spill = glm::pow(studio.target, glm::vec3(2.2f));
  backdrop_.set("floor_spill", spill * (studio.bright_field ? 0.0f : 0.014f));
  backdrop_.set("spill_place", glm::vec2(view.middle_of(view.maze().target())));
  backdrop_.set("floor_height", view.floor_height);
  backdrop_.set("floor_seen", view.floor_seen);
  backdrop_.set("side", view.side);
  backdrop_.set("nearest", lowest_corner(view.placement, dims_));
  tools_.draw(GL_TRIANGLE_STRIP, 2 * (kNet.x + 1), kNet.y);
}

// What matters in a large maze: the way shown, where the marble is believed to roll, the target.
void GlassPainter::focus_on(const SceneView& view) {
  if (least_focus_ >= 1) return;
  const Maze& maze = view.maze();
  std::vector<glm::ivec3> cells{maze.grid().position(maze.target())};
  const auto add = [&](const std::vector<CellId>& path) {
    for (const CellId cell : path) cells.push_back(maze.grid().position(cell));
  };
  if (view.look.theoretical_path) add(view.frame.theoretical_path);
  if (view.look.predicted_path) add(view.frame.predicted_path);
  if (view.look.guessed_path || view.frame.ghost) add(view.frame.guessed_path);
  if (cells == focused_cells_) return;
  focus_ = FocusField(dims_, cells);
  focused_cells_ = std::move(cells);
}

Rgba8 GlassPainter::focus_of(const WallFace& wall) const {
  if (focus_.everything()) return packed(glm::vec4(1));
  const int u = wall.axis == 0 ? 1 : 0, v = wall.axis == 2 ? 1 : 2;
  glm::vec4 corners;
  for (int i = 0; i < 4; ++i) {
    glm::ivec3 corner = wall.corner;
    corner[u] += i & 1;
    corner[v] += i >> 1;
    corners[i] = glm::mix(least_focus_, 1.0f, focus_.at(corner));
  }
  return packed(corners);
}

std::vector<GlassPainter::PaneInstance> GlassPainter::panes(std::span<const WallFace> walls,
                                                            const SceneView& view) const {
  const Palette& palette = view.palette;
  const WallColour colour = view.look.wall_colour;
  const auto tint = [&](const WallFace& wall) -> Rgba8 {
    if (colour == WallColour::axis)
      return rgba8(palette.axis[static_cast<std::size_t>(wall.axis)], 0.75f);
    const bool warm = colour == WallColour::visited && view.visited(wall);
    return warm ? rgba8(palette.glass_visited, 0.75f) : 0;
  };
  const glm::vec3 marble(view.frame.scene.marble_in_maze());
  std::vector<PaneInstance> panes;
  panes.reserve(walls.size());
  for (const WallFace& wall : walls) {
    const Rgba8 focus = focus_of(wall);
    if (focus == 0 &&
        glm::distance(glm::vec3(wall.corner) + 0.5f, marble) > kNearMarble + 1 + view.ball_radius)
      continue;
    panes.push_back({view.lowest_corner(wall), static_cast<float>(wall.axis), tint(wall),
                     sides_[index(wall)], focus});
  }
  return panes;
}

void GlassPainter::draw_panes(std::span<const WallFace> walls, const SceneView& view,
                              bool mirrored) {
  const StudioColours& studio = view.studio();
  focus_on(view);
  tools_.begin(panel_, view);
  const glm::mat4 mirror = mirrored ? mirror_in_floor(view.floor_height) : glm::mat4(1);
  const glm::vec3 marble = view.placement.marble();
  panel_.set("model", mirror * view.placement.model());
  panel_.set("marble", glm::vec3(mirror * glm::vec4(marble, 1)));
  panel_.set("depth_range", view.depth_range());
  panel_.set("near_marble", least_focus_ < 1 ? kNearMarble + view.ball_radius : 0.0f);
  panel_.set("absorption", studio.absorption);
  panel_.set("glass_amount", view.look.opacity);
  const auto cast = [](glm::vec3 colour, const char* share, bool shown) {
    return glm::pow(colour, glm::vec3(2.2f)) * (shown ? studio_size(share) : 0.0f);
  };
  panel_.set("marble_cast", cast(studio.marble, "marble_cast", view.look.marble));
  panel_.set("target", glm::vec3(mirror * glm::vec4(view.middle_of(view.maze().target()), 1)));
  panel_.set("target_cast", cast(studio.target, "target_cast", view.look.goal));
  panel_.set("edge_colour", studio.edge);
  panel_.set("floor_height", view.floor_height);
  panel_.set("mirrored", glm::vec2(mirrored ? studio.floor_mirror * view.floor_seen : 0.0f,
                                   kImageDepth * view.side));
  const float clear = view.look.clear_sight && !mirrored ? kClearRadius * view.ball_radius : 0.0f;
  panel_.set("marble_disc", glm::vec3(view.pixel_of(marble), clear * view.to_pixels(marble)));
  tools_.draw<PaneInstance>(pane_array_, panes(walls, view));
}

void GlassPainter::draw_mirror_image(std::span<const WallFace> walls, const Reflections& shining,
                                     const SceneView& view, const Framebuffer& picture) {
  const SceneView small = half_size(view, picture);
  image_ = fitting(std::move(image_), small.size, picture.format());
  clear(*image_);
  draw_reflections(shining, small);
  draw_panes(walls, small, true);
  picture.bind();
  tools_.begin(mirror_, view);
  set_rays(mirror_, view);
  image_->use_as_blurred_texture(0);
  mirror_.set("image", 0);
  mirror_.set("image_size", small.size);
  mirror_.set("floor_height", view.floor_height);
  tools_.cover();
}

void GlassPainter::draw_balls(std::span<const SolidInstance> balls, const SceneView& view,
                              float strength) {
  tools_.begin(ball_, view);
  ball_.set("strength", strength);
  tools_.draw<SolidInstance>(ball_array_, balls);
}

void GlassPainter::draw_halos(std::span<const HaloInstance> halos, const SceneView& view,
                              bool adds) {
  tools_.begin(halo_, view);
  halo_.set("glow_adds", adds ? 1.0f : 0.0f);
  tools_.draw<HaloInstance>(halo_array_, halos);
}

void GlassPainter::draw_reflections(const Reflections& seen, const SceneView& view) {
  draw_tubes(seen.path, view);
  draw_balls(seen.marbles, view, 1.0f);
  draw_halos(seen.targets, view, !view.studio().bright_field);
}

void GlassPainter::draw_tubes(std::span<const LineInstance> tubes, const SceneView& view) {
  tools_.draw_lines(tube_, tubes, view, kFarLines);
}

void GlassPainter::draw_trail(std::span<const LineInstance> pieces, const SceneView& view,
                              const Framebuffer& picture) {
  if (pieces.empty()) return;
  const SceneView small = half_size(view, picture);
  density_ = fitting(std::move(density_), small.size, ColourFormat::screen);
  glDisable(GL_DEPTH_TEST);
  limit_to(part_with(pieces, small));
  clear(*density_);
  glBlendEquation(GL_MAX);
  tools_.draw_lines(streak_, pieces, small, kFarLines);
  glBlendEquation(GL_FUNC_ADD);
  picture.bind();
  tools_.begin(trail_, view);
  density_->use_as_texture(0);
  trail_.set("density", 0);
  trail_.set("streak_colour", view.studio().trail);
  limit_to(part_with(pieces, view));
  tools_.cover();
  glDisable(GL_SCISSOR_TEST);
}

}  // namespace marblemaze
