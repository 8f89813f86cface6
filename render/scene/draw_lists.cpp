#include "render/scene/draw_lists.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include <glm/gtc/matrix_transform.hpp>

#include "render/scene/scene_view.h"

namespace marblemaze {
namespace {

constexpr float kGhostStrength = 0.55f, kGhostWidth = 1.8f;
constexpr float kPathWidth = 3.0f, kPathStrength = 0.95f;
constexpr float kTrailWidth = 6.0f;
constexpr float kOpenSize = 0.17f,
                kFilledSize = 0.035f;  // half side lengths of automaton boxes
constexpr float kPredictedRing = 1.45f, kGuessedRing = 1.6f;  // in marble radii
constexpr float kArrowNeck = 0.9f;  // start of the arrowhead, as a fraction of the arrow length
constexpr int kRingPieces = 40, kPathPieces = 7, kHingePieces = 25;
constexpr int kSweepPieces = 12;  // line segments per move on the maze surface

// Adds a dashed polyline. Divides each segment into `pieces` pieces and draws every second piece.
void add_dashes(std::span<const glm::vec3> points, glm::vec4 colour, float width, int pieces,
                std::vector<LineInstance>& lines) {
  const Rgba8 packed = rgba8(colour);
  for (std::size_t i = 0; i + 1 < points.size(); ++i)
    for (int piece = 0; piece < pieces; piece += 2) {
      const auto at = [&](int end) {
        return glm::mix(points[i], points[i + 1],
                        static_cast<float>(end) / static_cast<float>(pieces));
      };
      lines.push_back({at(piece), width, at(piece + 1), width, packed, packed});
    }
}

void add_polyline(std::span<const glm::vec3> points, glm::vec4 from, glm::vec4 to, float width,
                  std::vector<LineInstance>& lines) {
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const float a = static_cast<float>(i) / static_cast<float>(points.size());
    const float b = static_cast<float>(i + 1) / static_cast<float>(points.size());
    lines.push_back({points[i], width, points[i + 1], width, rgba8(glm::mix(from, to, a)),
                     rgba8(glm::mix(from, to, b))});
  }
}

// Returns the point on the maze surface in this direction, in world coordinates. The direction is
// in maze coordinates.
glm::vec3 surface_point(const SceneView& view, glm::dvec3 direction) {
  const glm::ivec3 dims = view.maze().grid().dims();
  return view.placement.rotation() * orientation_point(direction, dims);
}

void add_sweep(const SceneView& view, OrientationId from, OrientationId to, glm::vec4 colour,
               float width, std::vector<LineInstance>& lines) {
  const OrientationScheme& scheme = *view.frame.scheme;
  const glm::dvec3 a = scheme.up(from), b = scheme.up(to);
  std::vector<glm::vec3> points;
  for (int i = 0; i <= kSweepPieces; ++i) {
    const double part = static_cast<double>(i) / kSweepPieces;
    points.push_back(surface_point(view, glm::normalize(glm::mix(a, b, part))));
  }
  add_polyline(points, colour, colour, width, lines);
}

void add_moves(const SceneView& view, std::vector<LineInstance>& lines) {
  const OrientationScheme& scheme = *view.frame.scheme;
  const std::optional<OrientationId> now = view.frame.orientation;
  for (OrientationId from(0); from.index < scheme.orientations(); ++from.index)
    for (const MoveId move : scheme.move_ids()) {
      const OrientationId to = scheme.turn(from, move).to;
      if (now == from)
        add_sweep(view, from, to, glm::vec4(view.palette.panels.now, 1.0f), 3.6f, lines);
      else if (from < to && now != to)
        add_sweep(view, from, to, glm::vec4(view.palette.point, 0.55f), 1.4f, lines);
    }
}

void add_hinge(const SceneView& view, std::vector<LineInstance>& lines) {
  const glm::vec3 axis = view.placement.scene_to_image() * glm::vec3(view.frame.scene.hinge_axis);
  if (glm::length(axis) < 0.5f) return;
  const glm::vec3 end = axis * view.placement.reach() * 1.02f;
  add_dashes(std::array{-end, end}, view.palette.hinge, 2.2f, kHingePieces, lines);
}

void add_arrow(glm::vec3 to, glm::vec3 colour, std::vector<LineInstance>& lines) {
  const Rgba8 opaque = rgba8(glm::vec4(colour, 1));
  const glm::vec3 neck = to * kArrowNeck;
  lines.push_back({glm::vec3(0), 3.0f, neck, 3.0f, opaque, opaque});
  lines.push_back({neck, 11.0f, to, 0.5f, opaque, opaque});
}

// Adds the vectors of thesis Figure 22: green to the previous top point, red to the next top point,
// and blue along the turn axis.
void add_turn_vectors(const SceneView& view, std::vector<LineInstance>& lines) {
  const Frame& frame = view.frame;
  const auto& [red, green, blue] = view.palette.axis;
  const glm::dvec3 before = frame.scheme->up(frame.turned_from.value_or(*frame.orientation));
  add_arrow(surface_point(view, before), green, lines);
  if (!frame.turned_from) return;
  const glm::dvec3 after = frame.scheme->up(*frame.orientation);
  add_arrow(surface_point(view, after), red, lines);
  add_arrow(surface_point(view, glm::normalize(glm::cross(before, after))), blue, lines);
}

void add_ghost(const SceneView& view, std::vector<LineInstance>& lines) {
  const glm::quat turned = view.placement.scene_to_image() * glm::quat(*view.frame.ghost);
  const glm::vec3 half = 0.5f * glm::vec3(view.maze().grid().dims());
  const Rgba8 colour = rgba8(view.palette.panels.now, kGhostStrength);
  for (const auto& [from, to] : box_edges(-half, half))
    lines.push_back({turned * from, kGhostWidth, turned * to, kGhostWidth, colour, colour});
}

void add_contacts(const SceneView& view, std::vector<LineInstance>& lines) {
  const Pose& pose = view.frame.scene.maze_pose;
  const Rgba8 colour = rgba8(view.palette.panels.now);
  for (const Contact& contact : view.frame.scene.contacts) {
    const glm::vec3 in_maze =
        glm::vec3(glm::inverse(pose.rotation) * (contact.point - pose.position)) +
        glm::vec3(view.maze().grid().dims()) * 0.5f;
    const glm::vec3 from = view.placement.to_world(in_maze);
    // The square root keeps both resting contacts and hard collisions visible.
    const float size = std::min(
        0.15f + 0.6f * std::sqrt(static_cast<float>(std::max(contact.impulse, 0.0))), 1.2f);
    const glm::vec3 to = from + view.placement.scene_to_image() * glm::vec3(contact.normal) * size;
    lines.push_back({from, 4.0f, to, 0.8f, colour, colour});
  }
}

// Previews always show the path predictor's guess.
bool shows_guess(const SceneView& view) { return view.look.guessed_path || view.frame.ghost; }

glm::vec4 guess_colour(const SceneView& view) {
  return glm::vec4(view.palette.panels.text_1, 0.9f);
}

// Thin dark lines look pale on a bright background.
float line_width_factor(const SceneView& view) { return view.palette.dark ? 1.0f : 1.7f; }

// Adds a dashed ring at the expected rest position of the marble.
void add_end(const SceneView& view, const std::vector<CellId>& path, glm::vec4 colour, float size,
             std::vector<LineInstance>& lines) {
  const Frame& frame = view.frame;
  if (path.empty()) return;
  const auto radius = static_cast<float>(frame.scene.marble_radius);
  glm::vec3 place = glm::vec3(view.maze().grid().position(path.back())) + 0.5f;
  // Gravity pulls the marble into a corner of the cell.
  if (frame.scheme && frame.orientation)
    for (const Direction down : frame.scheme->down(*frame.orientation))
      place[down.axis] += static_cast<float>(down.sign) *
                          (0.5f - static_cast<float>(frame.scene.wall_thickness) / 2 - radius);
  std::vector<LineInstance> ring;
  add_ring(view.placement.to_world(place), radius * size, view.eye, colour,
           4.0f * line_width_factor(view), ring);
  for (std::size_t i = 0; i < ring.size(); ++i)
    if (i % 4 < 2) lines.push_back(ring[i]);
}

}  // namespace

void add_ring(glm::vec3 centre, float radius, glm::vec3 eye, glm::vec4 colour, float width,
              std::vector<LineInstance>& lines) {
  const glm::vec3 away = glm::normalize(centre - eye);
  const glm::vec3 other = std::abs(away.z) < 0.9f ? glm::vec3(0, 0, 1) : glm::vec3(1, 0, 0);
  const glm::vec3 right = glm::normalize(glm::cross(away, other)), up = glm::cross(right, away);
  std::vector<glm::vec3> points;
  for (int i = 0; i <= kRingPieces; ++i) {
    const float angle = 6.2831853f * static_cast<float>(i) / kRingPieces;
    points.push_back(centre + radius * (std::cos(angle) * right + std::sin(angle) * up));
  }
  add_polyline(points, colour, colour, width, lines);
}

Rgba8 rgba8(glm::vec4 colour) {
  const glm::uvec4 c(glm::clamp(colour, 0.0f, 1.0f) * 255.0f + 0.5f);
  return c.x | c.y << 8 | c.z << 16 | c.w << 24;
}

MazeTransform::MazeTransform(const Scene& scene, const ViewOptions& look)
    : gap_(look.explode), dims_(scene.maze->grid().dims()) {
  const glm::quat upright(scene.maze_pose.rotation);
  scene_to_image_ =
      look.frame == ReferenceFrame::maze ? glm::inverse(upright) : glm::quat(1, 0, 0, 0);
  rotation_ = scene_to_image_ * upright;
  const glm::vec3 extent =
      glm::vec3(dims_) + glm::vec3(0, 0, gap_ * static_cast<float>(dims_.z - 1));
  model_ = glm::translate(glm::mat4_cast(rotation_), -extent * 0.5f);
  reach_ = glm::length(extent) * 0.5f;
  marble_ = to_world(glm::vec3(scene.marble_in_maze()));
}

glm::vec3 MazeTransform::spread(glm::vec3 in_maze) const {
  const float layer = std::clamp(std::floor(in_maze.z), 0.0f, static_cast<float>(dims_.z - 1));
  return in_maze + glm::vec3(0, 0, layer * gap_);
}

glm::vec3 MazeTransform::to_world(glm::vec3 in_maze) const {
  return glm::vec3(model_ * glm::vec4(spread(in_maze), 1.0f));
}

glm::dvec3 MazeTransform::eye_in_maze(glm::vec3 eye) const {
  glm::dvec3 local(glm::inverse(model_) * glm::vec4(eye, 1.0f));
  if (gap_ > 0) local.z /= 1.0 + static_cast<double>(gap_);
  return local;
}

std::array<std::pair<glm::vec3, glm::vec3>, 12> box_edges(glm::vec3 low, glm::vec3 high) {
  std::array<std::pair<glm::vec3, glm::vec3>, 12> edges;
  for (int axis = 0; axis < 3; ++axis)
    for (int side = 0; side < 4; ++side) {
      const int u = (axis + 1) % 3, v = (axis + 2) % 3;
      auto& [from, to] = edges[4 * axis + side];
      from = low;
      if (side & 1) from[u] = high[u];
      if (side & 2) from[v] = high[v];
      to = from;
      to[axis] = high[axis];
    }
  return edges;
}

void add_predicted_paths(const SceneView& view, std::vector<LineInstance>& lines) {
  if (shows_guess(view))
    add_dashes(view.centres_of(view.frame.guessed_path), guess_colour(view), kPathWidth,
               kPathPieces, lines);
  if (view.look.predicted_path)
    add_dashes(view.centres_of(view.frame.predicted_path),
               glm::vec4(view.palette.panels.expectation, kPathStrength),
               1.5f * line_width_factor(view) * kPathWidth, kPathPieces, lines);
}

void add_paths(const SceneView& view, std::vector<LineInstance>& lines) {
  const Palette& palette = view.palette;
  if (view.look.theoretical_path) {
    const glm::vec4 colour(palette.panels.path, kPathStrength);
    add_polyline(view.centres_of(view.frame.theoretical_path), colour, colour, kPathWidth, lines);
  }
  add_predicted_paths(view, lines);
  if (!view.look.trail) return;
  std::vector<glm::vec3> points;
  for (const glm::vec3 p : view.frame.trail) points.push_back(view.placement.to_world(p));
  add_polyline(points, glm::vec4(glm::vec3(palette.trail), 0.10f), palette.trail, kTrailWidth,
               lines);
}

std::vector<LineInstance> annotations(const SceneView& view) {
  const ViewOptions& look = view.look;
  const Frame& frame = view.frame;
  std::vector<LineInstance> lines;
  if (shows_guess(view)) add_end(view, frame.guessed_path, guess_colour(view), kGuessedRing, lines);
  if (look.predicted_path)
    add_end(view, frame.predicted_path, glm::vec4(view.palette.panels.expectation, 1),
            kPredictedRing, lines);
  if (look.orientation_points && frame.scheme) add_moves(view, lines);
  if (look.turn_vectors && frame.scheme && frame.orientation) add_turn_vectors(view, lines);
  if (look.hinge) add_hinge(view, lines);
  if (frame.ghost) add_ghost(view, lines);
  if (look.contacts) add_contacts(view, lines);
  return lines;
}

void add_goal(const SceneView& view, float least_radius, std::vector<SolidInstance>& balls) {
  if (!view.look.goal) return;
  balls.push_back({view.centre_of(view.maze().target()),
                   glm::vec3(std::max(0.20f, least_radius)),
                   {0, 0, 0, 1},
                   rgba8(view.palette.panels.target)});
}

void add_orientation_points(const SceneView& view, std::vector<SolidInstance>& balls) {
  const OrientationScheme* const scheme = view.frame.scheme;
  if (!view.look.orientation_points || !scheme) return;
  const float size = 0.016f * view.placement.reach();
  for (OrientationId o(0); o.index < scheme->orientations(); ++o.index) {
    const bool now = view.frame.orientation == o;
    balls.push_back({surface_point(view, scheme->up(o)),
                     glm::vec3(now ? size * 2.2f : size),
                     {0, 0, 0, 1},
                     rgba8(now ? view.palette.panels.now : view.palette.point)});
  }
}

SolidInstance marble_ball(const SceneView& view, glm::vec3 colour, glm::vec3 band) {
  const glm::quat turned =
      view.placement.scene_to_image() * glm::quat(view.frame.scene.marble.rotation);
  return {view.placement.marble(),
          glm::vec3(view.ball_radius),
          {turned.x, turned.y, turned.z, turned.w},
          rgba8(colour),
          rgba8(band)};
}

void add_automaton(const SceneView& view, std::vector<SolidInstance>& boxes,
                   std::vector<LineInstance>& lines) {
  if (view.frame.time_left.empty()) return;
  const Palette& palette = view.palette;
  const Maze& maze = view.maze();
  const glm::quat q = view.placement.rotation();
  const auto time_left = [&](CellId cell) {
    const glm::ivec3 at = maze.grid().position(cell);
    const bool shown = glm::all(glm::greaterThanEqual(at, view.look.slice_from)) &&
                       glm::all(glm::lessThan(at, view.look.slice_to));
    return shown ? view.frame.time_left[cell.index] : -1.0f;
  };
  for (CellId cell(0); cell.index < maze.grid().box_cells(); ++cell.index) {
    const float left = time_left(cell);
    if (left < 0 || cell == maze.target() || cell == maze.start()) continue;
    const glm::vec3 colour = left > 1   ? palette.panels.now
                             : left > 0 ? glm::mix(palette.glass, palette.panels.marble, left)
                                        : palette.glass;
    const float size = glm::mix(kFilledSize, kOpenSize, std::min(left, 1.0f));
    boxes.push_back({view.centre_of(cell), glm::vec3(size), {q.x, q.y, q.z, q.w}, rgba8(colour)});
  }
  for (const auto& [a, b] : maze.passages()) {
    const float left = std::min({time_left(a), time_left(b), 1.0f});
    if (left <= 0) continue;
    const Rgba8 colour = rgba8(glm::vec4(palette.panels.now, 0.8f * left));
    lines.push_back({view.centre_of(a), kPathWidth, view.centre_of(b), kPathWidth, colour, colour});
  }
}

glm::vec3 orientation_point(glm::dvec3 up, glm::ivec3 dims) {
  const glm::vec3 half = glm::vec3(dims) * 0.5f, direction(up);
  float farthest = 1e9f;
  for (int axis = 0; axis < 3; ++axis)
    if (std::abs(direction[axis]) > 1e-6f)
      farthest = std::min(farthest, half[axis] / std::abs(direction[axis]));
  return direction * farthest * 1.025f;
}

std::vector<glm::vec3> SceneView::centres_of(const std::vector<CellId>& cells) const {
  std::vector<glm::vec3> middles;
  middles.reserve(cells.size());
  for (const CellId cell : cells) middles.push_back(centre_of(cell));
  return middles;
}

bool SceneView::visited(const WallFace& wall) const {
  const Grid& grid = maze().grid();
  const auto was_in = [&](glm::ivec3 cell) {
    return grid.in_maze(cell) && !frame.visited.empty() && frame.visited[grid.cell(cell).index];
  };
  return was_in(wall.corner) || was_in(wall.corner - Direction{wall.axis, 1}.vector());
}

}  // namespace marblemaze
