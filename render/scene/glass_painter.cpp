#include "render/scene/glass_painter.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <span>

namespace marblemaze {

/// Halo that faces the camera, in GPU vertex format (halo.vert). Lengths are in cells.
struct HaloInstance {
  glm::vec3 centre;
  float extent;  ///< half the side length of the square
  float ring_radius = 0, ring_half_width = 0, core_radius = 0, glow_reach = 0;
  Rgba8 ring = 0, core = 0, glow = 0;  ///< alpha is the strength
};

namespace {

// Radii of the path tube in small mazes, and in mazes with at least 12 cells per side.
const float kPathRadius = studio_size("path_radius"), kWidestPath = studio_size("widest_path");
// Wall reflections: reflectance at normal and grazing incidence, factor for bright themes, and fade
// length as a fraction of the maze side.
const float kNormalReflectance = studio_size("image_facing"),
            kGrazingReflectance = studio_size("image_glancing");
const float kImageBright = studio_size("image_bright"), kImageFade = studio_size("image_fade");
const float kTrailReach = studio_size("trail_reach"), kMinTrailWidth = studio_size("least_trail");
constexpr float kTrailStrength = 0.5f;                // at the marble
const float kOutline = studio_size("image_outline");  // cells
// Maximum opacity of the marble reflection in a wall.
const float kMarbleImage = studio_size("image_marble");
// Depth at which floor reflections fade, as a fraction of the maze side.
const float kImageDepth = studio_size("image_depth");
const int kCornerPieces = static_cast<int>(studio_size("corner_pieces"));
const float kCornerRadius = studio_size("corner_radius"), kTrailPiece = studio_size("trail_piece");
const float kMinPathWidth = studio_size("least_path"), kMinTarget = studio_size("least_target");
const float kTargetRing = studio_size("target_ring");

float points_at(glm::vec3 at, float cells, const SceneView& view) {
  return cells * view.to_pixels(at) / view.points;
}

void add_corner(glm::vec3 before, glm::vec3 corner, glm::vec3 after,
                std::vector<glm::vec3>& points) {
  const glm::vec3 in = glm::normalize(corner - before), out = glm::normalize(after - corner);
  if (glm::dot(in, out) > 0.999f) return;
  const glm::vec3 from = corner - kCornerRadius * in, to = corner + kCornerRadius * out;
  for (int i = 0; i <= kCornerPieces; ++i) {
    const float t = static_cast<float>(i) / static_cast<float>(kCornerPieces);
    points.push_back(glm::mix(glm::mix(from, corner, t), glm::mix(corner, to, t), t));
  }
}

std::vector<glm::vec3> rounded(std::span<const glm::vec3> points) {
  if (points.size() < 2) return {};
  std::vector<glm::vec3> result{points.front()};
  for (std::size_t i = 1; i + 1 < points.size(); ++i)
    add_corner(points[i - 1], points[i], points[i + 1], result);
  result.push_back(points.back());
  return result;
}

// Returns the path width in cells, which grows with the maze size.
float path_width(const SceneView& view) {
  return 2 * glm::mix(kPathRadius, kWidestPath, glm::clamp((view.side - 5) / 7, 0.0f, 1.0f));
}

// Clips a line segment to the box from the origin to `box`. Returns false if the segment is outside
// the box.
bool clip_to_box(glm::vec3& from, glm::vec3& to, glm::vec3 box) {
  const glm::vec3 along = to - from;
  float first = 0, last = 1;
  for (int i = 0; i < 3; ++i) {
    if (std::abs(along[i]) < 1e-6f) {
      if (from[i] < 0 || from[i] > box[i]) return false;
      continue;
    }
    const float a = -from[i] / along[i], b = (box[i] - from[i]) / along[i];
    first = std::max(first, std::min(a, b)), last = std::min(last, std::max(a, b));
  }
  to = from + last * along, from += first * along;
  return first < last;
}

// Outer wall that acts as a mirror, in maze coordinates. The inner side faces the camera.
struct OuterWall {
  int axis;
  float plane;
  glm::vec3 eye, box;
  float strength;  // opacity of the reflection of an object at the wall

  [[nodiscard]] glm::vec3 mirror_image(glm::vec3 at) const {
    at[axis] = 2 * plane - at[axis];
    return at;
  }
  // Returns the wall point at which the reflection of `at` appears.
  [[nodiscard]] glm::vec3 reflection_point(glm::vec3 at) const {
    const glm::vec3 to = mirror_image(at);
    glm::vec3 place = glm::mix(eye, to, (plane - eye[axis]) / (to[axis] - eye[axis]));
    place[axis] = plane;
    return place;
  }
  [[nodiscard]] float opacity_at(glm::vec3 at) const {
    return strength * std::exp(-std::abs(plane - at[axis]) / (kImageFade * box[axis]));
  }
  // Returns the opacity of a ball reflection. The reflection fades out before the wall edge would
  // clip it.
  [[nodiscard]] float opacity_at(glm::vec3 at, float radius) const {
    const glm::vec3 place = reflection_point(at);
    float inside = 1e9f;
    for (int i = 0; i < 3; ++i)
      if (i != axis) inside = std::min({inside, place[i], box[i] - place[i]});
    return opacity_at(at) * glm::smoothstep(0.3f * radius, radius, inside);
  }
};

std::vector<OuterWall> mirror_walls(const SceneView& view) {
  std::vector<OuterWall> walls;
  const glm::vec3 box(view.maze().grid().dims()), eye(view.placement.eye_in_maze(view.eye));
  const bool whole = view.look.slice_from == glm::ivec3(0) &&
                     glm::all(glm::greaterThanEqual(view.look.slice_to, glm::ivec3(box)));
  if (view.look.explode > 0 || !whole) return walls;
  for (int axis = 0; axis < 3; ++axis)
    for (const float plane : {0.0f, box[axis]}) {
      if ((plane > 0) == (eye[axis] > plane)) continue;
      const float facing = std::abs(eye[axis] - plane) / glm::distance(eye, box / 2.0f);
      const float part = view.look.opacity * (view.studio().bright_field ? kImageBright : 1.0f);
      const float glancing = 1 - std::min(facing, 1.0f);
      walls.push_back(
          {axis, plane, eye, box,
           part * glm::mix(kNormalReflectance, kGrazingReflectance, glancing * glancing)});
    }
  return walls;
}

// Removes nearby positions, because a trail has hundreds of positions.
std::vector<glm::vec3> simplified(const std::vector<glm::vec3>& trail) {
  std::vector<glm::vec3> points;
  for (const glm::vec3 at : trail)
    if (points.empty() || glm::distance(at, points.back()) > kTrailPiece) points.push_back(at);
  if (!trail.empty()) points.push_back(trail.back());
  return points;
}

// Distances from the centre of a focused cell at which the focus is 1 and 0, in cells.
constexpr float kFocusNear = 0.8f, kFocusFar = 2.1f;
constexpr int kFocusRange = 2;  // focus range of a cell (cells)

constexpr glm::ivec2 kBackdropGrid{80, 45};  // columns and rows of the backdrop grid
// Radius around the marble within which panes in front of the marble become transparent, in marble
// radii.
const float kClearRadius = studio_size("clear_sight");
// Minimum maze side at which distant walls fade, and radius around the marble in which walls do not
// fade, in cells.
const float kLargeSide = studio_size("large_side"), kNearMarble = studio_size("near_marble");
// Opacity of unfocused walls in mazes of up to 16 cells per side, and of tubes and streaks at the
// far end of the maze.
const float kFadedOpacity = studio_size("faded"), kFarLines = studio_size("far_lines");

Rgba8 packed(const PanelSides& sides) {
  glm::vec4 quarters;
  for (int i = 0; i < 4; ++i) quarters[i] = 0.25f * static_cast<float>(sides[i]);
  return rgba8(quarters);
}

// Walls much smaller than a pixel would form a haze over the path, so unfocused walls disappear in
// mazes of 28 or more cells per side.
float unfocused_opacity(glm::ivec3 dims) {
  const auto side = static_cast<float>(std::max({dims.x, dims.y, dims.z}));
  if (side < kLargeSide) return 1;
  return kFadedOpacity * glm::clamp((28 - side) / 12, 0.0f, 1.0f);
}

glm::vec3 lowest_corner(const MazeTransform& placement, glm::ivec3 dims) {
  glm::vec3 lowest(0, 0, 1e9f);
  for (const auto& edge : box_edges(glm::vec3(0), glm::vec3(dims)))
    for (const glm::vec3 corner : {edge.first, edge.second})
      if (const glm::vec3 at = placement.to_world(corner); at.z < lowest.z) lowest = at;
  return lowest;
}

SceneView half_size(const SceneView& view, const Framebuffer& picture) {
  SceneView small = view;
  small.size = glm::vec2(glm::max(picture.size() / 2, 1));
  const float part = small.size.y / view.size.y;
  small.points *= part;
  small.pixel_angle /= part;
  return small;
}

// Returns the framebuffer if it has this size and format, or a new framebuffer otherwise.
std::optional<Framebuffer> resized(std::optional<Framebuffer> old, glm::vec2 size,
                                   ColourFormat format) {
  const glm::ivec2 pixels(size);
  if (old && old->size() == pixels && old->format() == format) return old;
  old.reset();
  old.emplace(pixels, 0, format);
  return old;
}

// Returns the bounding rectangle of line segments in the image, or the whole image if a segment
// extends behind the camera.
Rectangle bounding_rectangle(std::span<const LineInstance> pieces, const SceneView& view) {
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

void set_scissor(const Rectangle& part) {
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

SolidInstance studio_marble(const SceneView& view) {
  return marble_ball(view, view.studio().marble, view.studio().marble_band);
}

void add_marble(const SceneView& view, glm::vec3 centre, float strength,
                std::vector<SolidInstance>& marbles) {
  if (!view.look.marble || strength < 0.01f) return;
  SolidInstance& marble = marbles.emplace_back(studio_marble(view));
  marble.centre = centre;
  marble.colour = rgba8(view.studio().marble, strength);
}

std::vector<LineInstance> path_tube(const SceneView& view, float strength) {
  std::vector<LineInstance> tubes;
  if (!view.look.theoretical_path) return tubes;
  const auto points = rounded(view.centres_of(view.frame.theoretical_path));
  const auto width = [&](glm::vec3 at) {
    return std::max(kMinPathWidth, points_at(at, path_width(view), view));
  };
  const Rgba8 colour = rgba8(view.studio().path, strength);
  for (std::size_t i = 0; i + 1 < points.size(); ++i)
    tubes.push_back(
        {points[i], width(points[i]), points[i + 1], width(points[i + 1]), colour, colour});
  return tubes;
}

std::vector<LineInstance> trail_streak(const SceneView& view) {
  std::vector<LineInstance> streaks;
  if (!view.look.trail) return streaks;
  const std::vector<glm::vec3> trail = simplified(view.frame.trail);
  const auto count = static_cast<float>(trail.size());
  const auto end = [&](std::size_t i, float& width, Rgba8& colour) {
    const glm::vec3 at = view.placement.to_world(trail[i]);
    width = std::max(kMinTrailWidth, points_at(at, 2 * kTrailReach, view));
    const float age = 1 - static_cast<float>(i) / count;
    colour = rgba8(view.studio().trail, kTrailStrength * std::exp(-2.2f * age));
    return at;
  };
  for (std::size_t i = 0; i + 1 < trail.size(); ++i) {
    LineInstance& piece = streaks.emplace_back();
    piece.from = end(i, piece.from_width, piece.from_colour);
    piece.to = end(i + 1, piece.to_width, piece.to_colour);
  }
  return streaks;
}

// Returns the edges of the maze box, which remain visible in mazes with faded walls.
std::vector<LineInstance> hull(const SceneView& view) {
  const char* strength = view.studio().bright_field ? "hull_ink" : "hull_light";
  const Rgba8 colour = rgba8(view.studio().hull, studio_size(strength));
  std::vector<LineInstance> lines;
  for (const auto& [from, to] : box_edges(glm::vec3(0), glm::vec3(view.maze().grid().dims())))
    lines.push_back(
        {view.placement.to_world(from), 1.5f, view.placement.to_world(to), 1.5f, colour, colour});
  return lines;
}

HaloInstance target_halo(const SceneView& view) {
  const StudioColours& studio = view.studio();
  const glm::vec3 at = view.centre_of(view.maze().target());
  const float larger = std::max(1.0f, kMinTarget / points_at(at, kTargetRing, view));
  const bool bright = studio.bright_field;
  return {.centre = at,
          .extent = larger * (bright ? 0.4f : 1.1f),
          .ring_radius = larger * kTargetRing,
          .ring_half_width = larger * studio_size("target_tube"),
          .core_radius = larger * studio_size("target_core"),
          .glow_reach = larger * studio_size("target_reach"),
          .ring = rgba8(studio.target),
          .core = rgba8(studio.target_core),
          .glow = rgba8(studio.target, bright ? 0.0f : studio_size("target_glow"))};
}

// Adds the reflections of the wall outlines and the marble in the outer walls behind the maze.
// Reflections fade with the distance from the wall. The paths and the target are not reflected,
// because their reflections would appear several times. Adds nothing if the layers are separated or
// sliced.
void add_reflections(const SceneView& view, std::span<const EdgeLine> edges,
                     std::vector<LineInstance>& lines, std::vector<SolidInstance>& marbles) {
  const glm::vec3 marble(view.frame.scene.marble_in_maze());
  const float ink = studio_size(view.studio().bright_field ? "image_ink_bright" : "image_ink");
  for (const OuterWall& wall : mirror_walls(view)) {
    const auto in_world = [&](glm::vec3 at) {
      return view.placement.to_world(wall.mirror_image(at));
    };
    for (const auto& [low, high, free] : edges) {
      const glm::vec3 between = glm::vec3(low + high) / 2.0f;
      if (between[wall.axis] == wall.plane) continue;
      glm::vec3 from = wall.reflection_point(low), to = wall.reflection_point(high);
      if (!clip_to_box(from, to, wall.box)) continue;
      const float width = points_at(in_world(low), kOutline, view);
      const Rgba8 tint = rgba8(glm::vec3(0), ink * wall.opacity_at(between));
      lines.push_back(
          {view.placement.to_world(from), width, view.placement.to_world(to), width, tint, tint});
    }
    add_marble(view, in_world(marble),
               std::min(wall.opacity_at(marble, view.ball_radius), kMarbleImage), marbles);
  }
}

std::vector<SolidInstance> floor_reflection(const SceneView& view) {
  const glm::vec3 marble = view.placement.marble();
  const float deep = (view.floor_height - marble.z) / (kImageDepth * view.side);
  std::vector<SolidInstance> marbles;
  add_marble(view, view.mirrored_in_floor(marble),
             2 * view.studio().floor_mirror * view.floor_opacity * std::exp(deep), marbles);
  return marbles;
}

HaloInstance contact_shadow(const SceneView& view) {
  const float radius = view.ball_radius;
  const glm::vec3 down = view.placement.scene_to_image() * glm::vec3(0, 0, -1);
  return {.centre = view.placement.marble() + 0.75f * radius * down,
          .extent = 2.2f * radius,
          .glow_reach = 1.15f * radius,
          .glow = rgba8(glm::vec3(0), 0.55f)};
}

// Opacities of the marble and the path in the x-ray pass over the panes.
const float kXrayMarble = studio_size("xray_marble"), kXrayPath = studio_size("xray_path");

// Returns the focus of each grid corner: 1 near `cells`, falling to 0 within about two cells. In
// large mazes, walls out of focus are faint.
std::vector<float> focus_near(std::span<const glm::ivec3> cells, glm::ivec3 dims) {
  std::vector<float> focus(corner_index(dims, dims) + 1);
  for (const glm::ivec3 cell : cells) {
    const glm::ivec3 low = glm::max(cell - (kFocusRange - 1), 0);
    const glm::ivec3 high = glm::min(cell + kFocusRange, dims);
    for (int z = low.z; z <= high.z; ++z)
      for (int y = low.y; y <= high.y; ++y)
        for (int x = low.x; x <= high.x; ++x) {
          const float away = glm::distance(glm::vec3(x, y, z), glm::vec3(cell) + 0.5f);
          float& here = focus[corner_index({x, y, z}, dims)];
          here = std::max(here, 1 - glm::smoothstep(kFocusNear, kFocusFar, away));
        }
  }
  return focus;
}

}  // namespace

void GlassPainter::prepare(std::span<const WallFace> walls, std::span<const EdgeLine> edges,
                           glm::ivec3 dims, EdgeMode mode) {
  walls_ = walls;
  edges_ = edges;
  dims_ = dims;
  unfocused_opacity_ = unfocused_opacity(dims);
  focused_cells_.clear();
  focused_walls_.assign(walls.begin(), walls.end());
  focus_.clear();
  for (PaneBuffer& buffer : pane_buffers_) buffer.key.reset();
  sides_.assign(3 * (corner_index(dims, dims) + 1), 0);
  const auto sides = panel_sides(walls, dims, mode);
  for (std::size_t i = 0; i < walls.size(); ++i) sides_[index(walls[i])] = packed(sides[i]);
}

void GlassPainter::draw_backdrop(const SceneView& view, std::span<const Rectangle> parts) {
  const StudioColours& studio = view.studio();
  glDisable(GL_DEPTH_TEST);
  tools_.begin(backdrop_, view);
  backdrop_.set("net", glm::vec2(kBackdropGrid));
  set_rays(backdrop_, view);
  backdrop_.set("glow_towards", view.ahead);
  backdrop_.set("glow", studio.glow);
  backdrop_.set("floor_colour", studio.floor);
  const glm::vec3 spill = glm::pow(studio.target, glm::vec3(2.2f));
  backdrop_.set("floor_spill", spill * (studio.bright_field ? 0.0f : 0.014f));
  backdrop_.set("spill_place", glm::vec2(view.centre_of(view.maze().target())));
  backdrop_.set("floor_height", view.floor_height);
  backdrop_.set("floor_seen", view.floor_opacity);
  backdrop_.set("side", view.side);
  backdrop_.set("nearest", lowest_corner(view.placement, dims_));
  const Rectangle whole{{0, 0}, glm::ivec2(view.size)};
  for (const Rectangle& part : parts.empty() ? std::span(&whole, 1) : parts) {
    const glm::vec2 cell = view.size / glm::vec2(kBackdropGrid);
    const glm::ivec2 from(glm::vec2(part.origin) / cell);
    const glm::ivec2 end =
        glm::min(glm::ivec2(glm::ceil(glm::vec2(part.origin + part.size) / cell)), kBackdropGrid);
    set_scissor(part);
    backdrop_.set("net_from", glm::vec2(from));
    tools_.bare.draw(GL_TRIANGLE_STRIP, 2 * (end.x - from.x + 1), end.y - from.y);
  }
  glDisable(GL_SCISSOR_TEST);
}

// Focuses a large maze on the displayed paths and the target.
void GlassPainter::update_focus(const SceneView& view) {
  if (unfocused_opacity_ >= 1) return;
  const Maze& maze = view.maze();
  std::vector<glm::ivec3> cells{maze.grid().position(maze.target())};
  const auto add = [&](const std::vector<CellId>& path) {
    for (const CellId cell : path) cells.push_back(maze.grid().position(cell));
  };
  if (view.look.theoretical_path) add(view.frame.theoretical_path);
  if (view.look.predicted_path) add(view.frame.predicted_path);
  if (view.look.guessed_path || view.frame.ghost) add(view.frame.guessed_path);
  if (cells == focused_cells_) return;
  focus_ = focus_near(cells, dims_);
  focused_cells_ = std::move(cells);
  ++focus_version_;
  if (unfocused_opacity_ > 0) return;
  focused_walls_.clear();
  for (const WallFace& wall : walls_)
    if (focus_of(wall) != 0) focused_walls_.push_back(wall);
}

Rgba8 GlassPainter::focus_of(const WallFace& wall) const {
  if (focus_.empty()) return rgba8(glm::vec4(1));
  const int u = wall.axis == 0 ? 1 : 0, v = wall.axis == 2 ? 1 : 2;
  glm::vec4 corners;
  for (int i = 0; i < 4; ++i) {
    glm::ivec3 corner = wall.corner;
    corner[u] += i & 1;
    corner[v] += i >> 1;
    corners[i] = glm::mix(unfocused_opacity_, 1.0f, focus_[corner_index(corner, dims_)]);
  }
  return rgba8(corners);
}

GlassPainter::PaneKey GlassPainter::pane_key(PaneGroup which, const SceneView& view) const {
  const glm::vec3 eye = which == PaneGroup::reflected ? view.mirrored_in_floor(view.eye) : view.eye;
  const bool leaves_out = unfocused_opacity_ <= 0;
  const glm::ivec3 marble(glm::floor(glm::vec3(view.frame.scene.marble_in_maze())));
  const WallColour colour = view.look.wall_colour;
  return {eye_cell_of(view.placement.eye_in_maze(eye), dims_),
          view.look.explode,
          colour,
          &view.palette,
          colour == WallColour::visited ? view.frame.visited : std::vector<bool>(),
          leaves_out ? marble : glm::ivec3(0),
          leaves_out ? static_cast<int>(std::ceil(kNearMarble + view.ball_radius)) + 1 : 0,
          focus_version_};
}

std::vector<GlassPainter::PaneInstance> GlassPainter::panes(PaneGroup which, const PaneKey& key,
                                                            const SceneView& view) const {
  const Palette& palette = view.palette;
  const auto tint = [&](const WallFace& wall) -> Rgba8 {
    if (key.colour == WallColour::axis) return rgba8(palette.axis[wall.axis], 0.75f);
    const bool warm = key.colour == WallColour::visited && view.visited(wall);
    return warm ? rgba8(palette.glass_visited, 0.75f) : 0;
  };
  const auto in_group = [&](const WallFace& wall) {
    if (which == PaneGroup::reflected) return true;
    const int at = wall.corner[wall.axis], eye = key.eye_cell[wall.axis];
    const bool behind = at == 0 ? eye >= 0 : at == dims_[wall.axis] && eye < at;
    return behind == (which == PaneGroup::back);
  };
  std::vector<WallFace> walls;
  std::ranges::copy_if(focused_walls_, std::back_inserter(walls), in_group);
  const glm::ivec3 low = key.marble_cell - key.marble_reach;
  const glm::ivec3 high = key.marble_cell + key.marble_reach + 1;
  for (const WallFace& wall : unfocused_opacity_ > 0 ? std::span<const WallFace>() : walls_)
    if (glm::clamp(wall.corner, low, high) == wall.corner && focus_of(wall) == 0 && in_group(wall))
      walls.push_back(wall);
  sort_back_to_front(walls, key.eye_cell, dims_);
  std::vector<PaneInstance> panes;
  for (const WallFace& wall : walls)
    panes.push_back({view.lowest_corner(wall), static_cast<float>(wall.axis), tint(wall),
                     sides_[index(wall)], focus_of(wall)});
  return panes;
}

GlassPainter::PaneBuffer& GlassPainter::pane_buffer(PaneGroup which, const SceneView& view) {
  update_focus(view);
  PaneBuffer& buffer = pane_buffers_.at(static_cast<std::size_t>(which));
  PaneKey key = pane_key(which, view);
  if (buffer.key != key) {
    buffer.drawing.fill<PaneInstance>(panes(which, key, view));
    buffer.key = std::move(key);
  }
  return buffer;
}

void GlassPainter::draw_panes(PaneGroup which, const SceneView& view) {
  const bool mirrored = which == PaneGroup::reflected;
  const StudioColours& studio = view.studio();
  const PaneBuffer& buffer = pane_buffer(which, view);
  tools_.begin(panel_, view);
  glm::mat4 mirror(1);
  if (mirrored) mirror[2][2] = -1, mirror[3][2] = 2 * view.floor_height;
  const glm::vec3 marble = view.placement.marble();
  panel_.set("model", mirror * view.placement.model());
  panel_.set("marble", glm::vec3(mirror * glm::vec4(marble, 1)));
  panel_.set("depth_range", view.depth_range());
  panel_.set("near_marble", unfocused_opacity_ < 1 ? kNearMarble + view.ball_radius : 0.0f);
  panel_.set("absorption", studio.absorption);
  panel_.set("glass_amount", view.look.opacity);
  const auto cast = [](glm::vec3 colour, const char* share, bool shown) {
    return glm::pow(colour, glm::vec3(2.2f)) * (shown ? studio_size(share) : 0.0f);
  };
  panel_.set("marble_cast", cast(studio.marble, "marble_cast", view.look.marble));
  panel_.set("target", glm::vec3(mirror * glm::vec4(view.centre_of(view.maze().target()), 1)));
  panel_.set("target_cast", cast(studio.target, "target_cast", view.look.goal));
  panel_.set("edge_colour", studio.edge);
  panel_.set("floor_height", view.floor_height);
  panel_.set("mirrored", glm::vec2(mirrored ? studio.floor_mirror * view.floor_opacity : 0.0f,
                                   kImageDepth * view.side));
  const float clear = view.look.clear_sight && !mirrored ? kClearRadius * view.ball_radius : 0.0f;
  panel_.set("marble_disc", glm::vec3(view.pixel_of(marble), clear * view.to_pixels(marble)));
  buffer.drawing.draw();
}

void GlassPainter::draw_mirror_image(const SceneView& view, const Framebuffer& picture) {
  const SceneView small = half_size(view, picture);
  image_ = resized(std::move(image_), small.size, picture.format());
  clear(*image_);
  draw_balls(floor_reflection(view), small, 1.0f);
  draw_panes(PaneGroup::reflected, small);
  picture.bind();
  tools_.begin(mirror_, view);
  set_rays(mirror_, view);
  image_->use_as_blurred_texture(0);
  mirror_.set("image", 0);
  mirror_.set("image_size", small.size);
  mirror_.set("floor_height", view.floor_height);
  tools_.bare.cover();
}

void GlassPainter::draw_balls(std::span<const SolidInstance> balls, const SceneView& view,
                              float strength) {
  tools_.begin(ball_, view);
  ball_.set("strength", strength);
  ball_drawing_.draw(balls);
}

void GlassPainter::draw_marble(const SceneView& view, float strength) {
  draw_balls({{studio_marble(view)}}, view, strength);
}

void GlassPainter::draw_halo(const HaloInstance& halo, const SceneView& view, bool adds) {
  tools_.begin(halo_, view);
  halo_.set("glow_adds", adds ? 1.0f : 0.0f);
  halo_drawing_.draw(std::span(&halo, 1));
}

void GlassPainter::draw_path(const SceneView& view, float strength) {
  tools_.draw_lines(tube_, path_tube(view, strength), view, kFarLines);
}

void GlassPainter::draw_trail(const SceneView& view, const Framebuffer& picture) {
  const std::vector<LineInstance> pieces = trail_streak(view);
  if (pieces.empty()) return glEnable(GL_DEPTH_TEST);
  const SceneView small = half_size(view, picture);
  density_ = resized(std::move(density_), small.size, ColourFormat::screen);
  glDisable(GL_DEPTH_TEST);
  set_scissor(bounding_rectangle(pieces, small));
  clear(*density_);
  glBlendEquation(GL_MAX);
  tools_.draw_lines(streak_, pieces, small, kFarLines);
  glBlendEquation(GL_FUNC_ADD);
  picture.bind();
  tools_.begin(trail_, view);
  density_->use_as_texture(0);
  trail_.set("density", 0);
  trail_.set("streak_colour", view.studio().trail);
  set_scissor(bounding_rectangle(pieces, view));
  tools_.bare.cover();
  glDisable(GL_SCISSOR_TEST);
  glEnable(GL_DEPTH_TEST);
}

void GlassPainter::draw(const SceneView& view, const Quality& quality,
                        std::span<const Rectangle> seen, const Framebuffer& picture) {
  // With bloom, outdated parts of the image would glow into the visible parts.
  draw_backdrop(view, quality.bloom ? std::span<const Rectangle>() : seen);
  if (quality.floor_mirror && view.floor_opacity > 0) draw_mirror_image(view, picture);
  draw_trail(view, picture);
  draw_back_walls(view);
  draw_objects(view);
  draw_panes(PaneGroup::front, view);
  if (view.studio().bright_field) draw_trail(view, picture);  // bright panes would veil the trail
  draw_path(view, kXrayPath);
  if (view.look.marble && view.look.xray_marble) draw_marble(view, kXrayMarble);
  if (unfocused_opacity_ < 1) tools_.draw_lines(hull(view), view, 0.5f);
}

void GlassPainter::draw_back_walls(const SceneView& view) {
  glDepthMask(GL_FALSE);
  draw_panes(PaneGroup::back, view);
  const auto outlines = unfocused_opacity_ < 1 ? std::span<const EdgeLine>() : edges_;
  std::vector<LineInstance> lines;
  std::vector<SolidInstance> marbles;
  add_reflections(view, outlines, lines, marbles);
  tools_.draw_lines(lines, view, 1.0f);
  draw_balls(marbles, view, 1.0f);
}

void GlassPainter::draw_objects(const SceneView& view) {
  if (view.look.marble) draw_halo(contact_shadow(view), view, false);
  glDepthMask(GL_TRUE);
  if (view.look.marble) draw_marble(view, 1.0f);
  std::vector<SolidInstance> points;
  add_orientation_points(view, points);
  tools_.draw_solids(tools_.ball, points, view, 1.0f, true);
  std::vector<LineInstance> lines;
  tools_.draw_automaton(view, lines);
  glDepthMask(GL_FALSE);

  draw_path(view, 1.0f);
  add_predicted_paths(view, lines);
  tools_.draw_lines(lines, view, 0.55f);
  if (view.look.goal) draw_halo(target_halo(view), view, !view.studio().bright_field);
}

}  // namespace marblemaze
