#include "render/scene/edge_lines.h"

#include <array>
#include <optional>

namespace marblemaze {
namespace {

enum class Kind : unsigned char { none, free_end, stitched, right_angle };

// Walls by lowest corner and axis, with room for look-ups one step outside.
class WallTable {
 public:
  WallTable(std::span<const WallFace> walls, glm::ivec3 dims)
      : size_(dims + 3), has_(static_cast<std::size_t>(size_.x * size_.y * size_.z)) {
    for (const WallFace& wall : walls)
      has_[index(wall.corner)] |= static_cast<unsigned char>(1 << wall.axis);
  }
  [[nodiscard]] bool has(glm::ivec3 corner, int axis) const {
    return (has_[index(corner)] >> axis) & 1;
  }

 private:
  [[nodiscard]] std::size_t index(glm::ivec3 corner) const {
    const glm::ivec3 p = corner + 1;
    return static_cast<std::size_t>((p.z * size_.y + p.y) * size_.x + p.x);
  }
  glm::ivec3 size_;
  std::vector<unsigned char> has_;
};

// The unit edge from `corner` along `axis` has up to four walls around it: two in each of the two
// planes that contain it.
Kind kind_of_edge(const WallTable& walls, glm::ivec3 corner, int axis) {
  int in_plane[2] = {0, 0};
  for (int plane = 0; plane < 2; ++plane) {
    const int normal = (axis + 1 + plane) % 3, across = 3 - axis - normal;
    glm::ivec3 beside = corner;
    --beside[across];
    in_plane[plane] = (walls.has(corner, normal) ? 1 : 0) + (walls.has(beside, normal) ? 1 : 0);
  }
  if (in_plane[0] > 0 && in_plane[1] > 0) return Kind::right_angle;
  switch (in_plane[0] + in_plane[1]) {
    case 0: return Kind::none;
    case 1: return Kind::free_end;
    default: return Kind::stitched;
  }
}

// How an edge is drawn in this mode: as a free end (true), as a full line (false), or not.
std::optional<bool> drawn_as(Kind kind, EdgeMode mode) {
  if (kind == Kind::none || mode == EdgeMode::none) return std::nullopt;
  if (mode == EdgeMode::all) return false;
  if (kind == Kind::stitched) return std::nullopt;
  return kind == Kind::free_end;
}

bool on_hull(glm::ivec3 corner, int axis, glm::ivec3 dims) {
  for (int other = 0; other < 3; ++other)
    if (other != axis && corner[other] != 0 && corner[other] != dims[other]) return false;
  return true;
}

PanelSide side_at(const WallTable& walls, glm::ivec3 corner, int axis, glm::ivec3 dims,
                  EdgeMode mode) {
  if (mode == EdgeMode::none) return PanelSide::none;
  switch (kind_of_edge(walls, corner, axis)) {
    case Kind::right_angle: return on_hull(corner, axis, dims) ? PanelSide::hull : PanelSide::joint;
    case Kind::free_end: return PanelSide::rim;
    default: return mode == EdgeMode::all ? PanelSide::joint : PanelSide::none;
  }
}

// Walks along one row of grid edges and joins neighbours that are drawn alike.
void add_row(const WallTable& walls, glm::ivec3 start, int axis, int pieces, EdgeMode mode,
             std::vector<EdgeLine>& lines) {
  std::optional<bool> before;
  for (int i = 0; i < pieces; ++i) {
    glm::ivec3 corner = start;
    corner[axis] = i;
    const auto now = drawn_as(kind_of_edge(walls, corner, axis), mode);
    glm::ivec3 end = corner;
    ++end[axis];
    if (now && before == now)
      lines.back().to = end;
    else if (now)
      lines.push_back({corner, end, *now});
    before = now;
  }
}

}  // namespace

std::vector<PanelSides> panel_sides(std::span<const WallFace> walls, glm::ivec3 dims,
                                    EdgeMode mode) {
  const WallTable table(walls, dims);
  std::vector<PanelSides> sides;
  sides.reserve(walls.size());
  for (const WallFace& wall : walls) {
    const int u = wall.axis == 0 ? 1 : 0, v = wall.axis == 2 ? 1 : 2;
    glm::ivec3 high_u = wall.corner, high_v = wall.corner;
    ++high_u[u];
    ++high_v[v];
    const auto side = [&](glm::ivec3 corner, int axis) {
      return side_at(table, corner, axis, dims, mode);
    };
    sides.push_back({side(wall.corner, v), side(high_u, v), side(wall.corner, u), side(high_v, u)});
  }
  return sides;
}

std::vector<EdgeLine> edge_lines(std::span<const WallFace> walls, glm::ivec3 dims, EdgeMode mode) {
  std::vector<EdgeLine> lines;
  if (mode == EdgeMode::none) return lines;
  const WallTable table(walls, dims);
  for (int axis = 0; axis < 3; ++axis) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (int i = 0; i <= dims[u]; ++i)
      for (int j = 0; j <= dims[v]; ++j) {
        glm::ivec3 start(0);
        start[u] = i;
        start[v] = j;
        add_row(table, start, axis, dims[axis], mode, lines);
      }
  }
  return lines;
}

}  // namespace marblemaze
