#include "render/scene/ribbons.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "render/scene/studio_sizes.h"

namespace marblemaze {
namespace {

constexpr float kPathRadius = 0.04f;                      // cells, of the tube in a small maze
constexpr float kWidestPath = 0.075f;                     // in mazes of 12 cells a side and more
constexpr float kTrailReach = 0.15f, kLeastTrail = 5.0f;  // cells, points
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
  const float radius =
      glm::mix(kPathRadius, kWidestPath, glm::clamp((view.side - 5) / 7, 0.0f, 1.0f));
  const auto width = [&](glm::vec3 at) {
    return std::max(kLeastPath, points_at(at, 2 * radius, view));
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
  const StudioColours& studio = view.studio();
  const Rgba8 colour =
      rgba8(studio.hull, studio_size(studio.bright_field ? "hull_ink" : "hull_light"));
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
