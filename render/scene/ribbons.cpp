#include "render/scene/ribbons.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "render/scene/studio_sizes.h"

namespace marblemaze {
namespace {

// Of the path's tube in small mazes, and in those of 12 cells a side and more.
const float kPathRadius = studio_size("path_radius"), kWidestPath = studio_size("widest_path");
// Images in walls: their part of the light where the eye looks at a wall straight on, and along it;
// how much more it is in a bright room; the share of the maze's side in which they fade.
const float kFacing = studio_size("image_facing"), kGlancing = studio_size("image_glancing");
const float kImageBright = studio_size("image_bright"), kImageFade = studio_size("image_fade");
const float kTrailReach = studio_size("trail_reach"), kLeastTrail = studio_size("least_trail");
const float kOutline = studio_size("image_outline");  // cells
const int kCornerPieces = static_cast<int>(studio_size("corner_pieces"));
const float kCornerRadius = studio_size("corner_radius"), kTrailPiece = studio_size("trail_piece");
const float kLeastPath = studio_size("least_path"), kLeastTarget = studio_size("least_target");
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

// Straight pieces between corners that are rounded.
std::vector<glm::vec3> rounded(std::span<const glm::vec3> points) {
  if (points.size() < 2) return {};
  std::vector<glm::vec3> result{points.front()};
  for (std::size_t i = 1; i + 1 < points.size(); ++i)
    add_corner(points[i - 1], points[i], points[i + 1], result);
  result.push_back(points.back());
  return result;
}

// Cells across the path, which is thicker in larger mazes.
float path_width(const SceneView& view) {
  return 2 * glm::mix(kPathRadius, kWidestPath, glm::clamp((view.side - 5) / 7, 0.0f, 1.0f));
}

// The part of a line within a box from the origin; false where there is none.
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

// An outer wall as a mirror, in the maze's coordinates. The eye looks at its inner side.
struct OuterWall {
  int axis;
  float plane;
  glm::vec3 eye, box;
  float strength;  // of what stands at it

  [[nodiscard]] glm::vec3 image(glm::vec3 at) const {
    at[axis] = 2 * plane - at[axis];
    return at;
  }
  // The place on the wall at which the eye sees the image of that point.
  [[nodiscard]] glm::vec3 seen(glm::vec3 at) const {
    const glm::vec3 to = image(at);
    glm::vec3 place = glm::mix(eye, to, (plane - eye[axis]) / (to[axis] - eye[axis]));
    place[axis] = plane;
    return place;
  }
  [[nodiscard]] float strength_of(glm::vec3 at) const {
    return strength * std::exp(-std::abs(plane - at[axis]) / (kImageFade * box[axis]));
  }
  // The same of something round, which pales before the wall would cut it.
  [[nodiscard]] float strength_of(glm::vec3 at, float radius) const {
    const glm::vec3 place = seen(at);
    float inside = 1e9f;
    for (int i = 0; i < 3; ++i)
      if (i != axis) inside = std::min({inside, place[i], box[i] - place[i]});
    return strength_of(at) * glm::smoothstep(0.3f * radius, radius, inside);
  }
};

std::vector<OuterWall> mirroring_walls(const SceneView& view) {
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
          {axis, plane, eye, box, part * glm::mix(kFacing, kGlancing, glancing * glancing)});
    }
  return walls;
}

void add_target(const SceneView& view, glm::vec3 centre, float strength, Reflections& seen) {
  if (!view.look.goal || strength < 0.01f) return;
  const StudioColours& studio = view.studio();
  HaloInstance& target = seen.targets.emplace_back(target_halo(view));
  target.centre = centre;
  target.ring = rgba8(studio.target, strength);
  target.core = rgba8(studio.target_core, strength);
  target.glow = rgba8(studio.target, studio.bright_field ? 0 : strength * 0.2f);
}

void add_marble(const SceneView& view, glm::vec3 centre, float strength, Reflections& seen) {
  if (!view.look.marble || strength < 0.01f) return;
  SolidInstance& marble = seen.marbles.emplace_back(polished_marble(view));
  marble.centre = centre;
  marble.colour = rgba8(view.studio().marble, strength);
}

// A trail of ten seconds has hundreds of poses, most of them close together.
std::vector<glm::vec3> thinned(const std::vector<glm::vec3>& trail) {
  std::vector<glm::vec3> points;
  for (const glm::vec3 at : trail)
    if (points.empty() || glm::distance(at, points.back()) > kTrailPiece) points.push_back(at);
  if (!trail.empty()) points.push_back(trail.back());
  return points;
}

}  // namespace

std::vector<LineInstance> path_tube(const SceneView& view, float strength) {
  std::vector<LineInstance> tubes;
  if (!view.look.theoretical_path) return tubes;
  const auto points = rounded(view.middles_of(view.frame.theoretical_path));
  const auto width = [&](glm::vec3 at) {
    return std::max(kLeastPath, points_at(at, path_width(view), view));
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
  const std::vector<glm::vec3> trail = thinned(view.frame.trail);
  const auto count = static_cast<float>(trail.size());
  const auto end = [&](std::size_t i, float& width, Rgba8& colour) {
    const glm::vec3 at = view.placement.to_world(trail[i]);
    width = std::max(kLeastTrail, points_at(at, 2 * kTrailReach, view));
    const float age = 1 - static_cast<float>(i) / count;
    colour = rgba8(view.studio().trail, 0.75f * std::exp(-2.2f * age));
    return at;
  };
  for (std::size_t i = 0; i + 1 < trail.size(); ++i) {
    LineInstance& piece = streaks.emplace_back();
    piece.from = end(i, piece.from_width, piece.from_colour);
    piece.to = end(i + 1, piece.to_width, piece.to_colour);
  }
  return streaks;
}

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
  const glm::vec3 at = view.middle_of(view.maze().target());
  const float larger = std::max(1.0f, kLeastTarget / points_at(at, kTargetRing, view));
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

SolidInstance polished_marble(const SceneView& view) {
  return marble_ball(view, view.studio().marble, view.studio().marble_band);
}

Reflections in_outer_walls(const SceneView& view, std::span<const EdgeLine> edges) {
  Reflections seen;
  std::vector<glm::vec3> path;
  const Grid& grid = view.maze().grid();
  const auto middle = [&](CellId cell) { return glm::vec3(grid.position(cell)) + 0.5f; };
  if (view.look.theoretical_path)
    for (const CellId cell : view.frame.theoretical_path) path.push_back(middle(cell));
  path = rounded(path);
  const glm::vec3 marble(view.frame.scene.marble_in_maze()), target = middle(view.maze().target());
  const float ink = studio_size(view.studio().bright_field ? "image_ink_bright" : "image_ink");
  for (const OuterWall& wall : mirroring_walls(view)) {
    const auto in_world = [&](glm::vec3 at) { return view.placement.to_world(wall.image(at)); };
    const auto add = [&](std::vector<LineInstance>& lines, glm::vec3 a, glm::vec3 b, float cells,
                         glm::vec3 colour, float strength) {
      glm::vec3 from = wall.seen(a), to = wall.seen(b);
      if (!clip_to_box(from, to, wall.box)) return;
      const float width = points_at(in_world(a), cells, view);
      const Rgba8 tint = rgba8(colour, strength);
      lines.push_back(
          {view.placement.to_world(from), width, view.placement.to_world(to), width, tint, tint});
    };
    for (const auto& [from, to, free] : edges) {
      const glm::vec3 between = glm::vec3(from + to) / 2.0f;
      if (between[wall.axis] != wall.plane)
        add(seen.walls, from, to, kOutline, glm::vec3(0), ink * wall.strength_of(between));
    }
    for (std::size_t i = 0; i + 1 < path.size(); ++i)
      add(seen.path, path[i], path[i + 1], path_width(view), view.studio().path,
          wall.strength_of(path[i]));
    add_marble(view, in_world(marble), wall.strength_of(marble, view.ball_radius), seen);
    add_target(view, in_world(target), wall.strength_of(target, kTargetRing), seen);
  }
  return seen;
}

Reflections in_floor(const SceneView& view) {
  Reflections seen;
  const auto strength = [&](glm::vec3 at) {
    return 2 * view.studio().floor_mirror * view.floor_seen *
           std::exp((view.floor_height - at.z) / (studio_size("image_depth") * view.side));
  };
  for (LineInstance& piece : seen.path = path_tube(view, 1.0f)) {
    piece.from_colour = piece.to_colour = rgba8(view.studio().path, strength(piece.from));
    piece.from = view.in_floor(piece.from), piece.to = view.in_floor(piece.to);
  }
  const glm::vec3 marble = view.placement.marble(), target = view.middle_of(view.maze().target());
  add_marble(view, view.in_floor(marble), strength(marble), seen);
  add_target(view, view.in_floor(target), strength(target), seen);
  return seen;
}

HaloInstance contact_shadow(const SceneView& view) {
  const float radius = view.ball_radius;
  const glm::vec3 down = view.placement.from_scene() * glm::vec3(0, 0, -1);
  return {.centre = view.placement.marble() + 0.75f * radius * down,
          .extent = 2.2f * radius,
          .ring_radius = 0,
          .ring_half_width = 0,
          .core_radius = 0,
          .glow_reach = 1.15f * radius,
          .ring = 0,
          .core = 0,
          .glow = rgba8(glm::vec3(0), 0.55f)};
}

}  // namespace marblemaze
