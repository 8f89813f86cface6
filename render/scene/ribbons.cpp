#include "render/scene/ribbons.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace marblemaze {
namespace {

constexpr int kCornerPieces = 6;
constexpr float kCornerRadius = 0.28f;                    // cells
constexpr float kPathRadius = 0.04f;                      // cells, of the tube in a small maze
constexpr float kWidestPath = 0.075f;                     // in mazes of 12 cells a side and more
constexpr float kLeastPath = 3.0f;                        // points
constexpr float kTrailReach = 0.15f, kLeastTrail = 5.0f;  // cells, points
constexpr float kTrailPiece = 0.12f;                      // cells
constexpr float kTargetRing = 0.30f, kTargetTube = 0.035f, kTargetCore = 0.11f;  // cells
constexpr float kLeastTarget = 7.0f;                                             // points
constexpr float kHullLight = 0.42f, kHullInk = 0.75f;                            // alpha

float points_at(glm::vec3 at, float cells, const SceneView& view) {
  return cells * view.to_pixels(at) / view.points;
}

void add_corner(glm::vec3 before, glm::vec3 corner, glm::vec3 after,
                std::vector<glm::vec3>& points) {
  const glm::vec3 in = glm::normalize(corner - before), out = glm::normalize(after - corner);
  if (glm::dot(in, out) > 0.999f) return;
  const glm::vec3 from = corner - kCornerRadius * in, to = corner + kCornerRadius * out;
  for (int i = 0; i <= kCornerPieces; ++i) {
    const float t = static_cast<float>(i) / kCornerPieces;
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

// A trail of ten seconds has hundreds of poses, most of them close together.
std::vector<glm::vec3> thinned(const std::vector<glm::vec3>& trail) {
  std::vector<glm::vec3> points;
  for (const glm::vec3 at : trail)
    if (points.empty() || glm::distance(at, points.back()) > kTrailPiece) points.push_back(at);
  if (!trail.empty()) points.push_back(trail.back());
  return points;
}

std::vector<glm::vec3> middles(const std::vector<CellId>& cells, const Frame& frame,
                               const SceneView& view) {
  const Grid& grid = frame.scene.maze->grid();
  std::vector<glm::vec3> points;
  for (const CellId cell : cells)
    points.push_back(view.placement.to_world(glm::vec3(grid.position(cell)) + 0.5f));
  return points;
}

}  // namespace

void add_path_tube(const Frame& frame, const StudioColours& studio, const SceneView& view,
                   float strength, std::vector<LineInstance>& tubes) {
  const auto points = rounded(middles(frame.theoretical_path, frame, view));
  const float radius =
      glm::mix(kPathRadius, kWidestPath, glm::clamp((view.side - 5) / 7, 0.0f, 1.0f));
  const auto width = [&](glm::vec3 at) {
    return std::max(kLeastPath, points_at(at, 2 * radius, view));
  };
  const Rgba8 colour = rgba8(studio.path, strength);
  for (std::size_t i = 0; i + 1 < points.size(); ++i)
    tubes.push_back(
        {points[i], width(points[i]), points[i + 1], width(points[i + 1]), colour, colour});
}

void add_trail_streak(const Frame& frame, const StudioColours& studio, const SceneView& view,
                      std::vector<LineInstance>& streaks) {
  const std::vector<glm::vec3> trail = thinned(frame.trail);
  const auto count = static_cast<float>(trail.size());
  const auto end = [&](std::size_t i, float& width, Rgba8& colour) {
    const glm::vec3 at = view.placement.to_world(trail[i]);
    width = std::max(kLeastTrail, points_at(at, 2 * kTrailReach, view));
    const float age = 1 - static_cast<float>(i) / count;
    colour = rgba8(studio.trail, 0.75f * std::exp(-2.2f * age));
    return at;
  };
  for (std::size_t i = 0; i + 1 < trail.size(); ++i) {
    LineInstance& piece = streaks.emplace_back();
    piece.from = end(i, piece.from_width, piece.from_colour);
    piece.to = end(i + 1, piece.to_width, piece.to_colour);
  }
}

void add_hull(const Frame& frame, const StudioColours& studio, const SceneView& view,
              std::vector<LineInstance>& lines) {
  const glm::vec3 dims(frame.scene.maze->grid().dims());
  const Rgba8 colour = rgba8(studio.hull, studio.bright_field ? kHullInk : kHullLight);
  for (int axis = 0; axis < 3; ++axis)
    for (int corner = 0; corner < 4; ++corner) {
      glm::vec3 from(0);
      from[(axis + 1) % 3] = static_cast<float>(corner & 1) * dims[(axis + 1) % 3];
      from[(axis + 2) % 3] = static_cast<float>(corner >> 1) * dims[(axis + 2) % 3];
      glm::vec3 to = from;
      to[axis] = dims[axis];
      lines.push_back(
          {view.placement.to_world(from), 1.5f, view.placement.to_world(to), 1.5f, colour, colour});
    }
}

HaloInstance target_halo(const Frame& frame, const StudioColours& studio, const SceneView& view) {
  const Maze& maze = *frame.scene.maze;
  const glm::vec3 at =
      view.placement.to_world(glm::vec3(maze.grid().position(maze.target())) + 0.5f);
  const float larger = std::max(1.0f, kLeastTarget / points_at(at, kTargetRing, view));
  const bool bright = studio.bright_field;
  return {.centre = at,
          .extent = larger * (bright ? 0.4f : 1.1f),
          .ring_radius = larger * kTargetRing,
          .ring_half_width = larger * kTargetTube,
          .core_radius = larger * kTargetCore,
          .glow_reach = larger * 0.5f,
          .ring = rgba8(studio.target),
          .core = rgba8(studio.target_core),
          .glow = rgba8(studio.target, bright ? 0.0f : 0.22f)};
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
