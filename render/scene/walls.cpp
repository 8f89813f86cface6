#include "render/scene/walls.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace marblemaze {
namespace {

// Set of walls. Queries may be up to one step outside the grid.
class WallTable {
 public:
  WallTable(std::span<const WallFace> walls, glm::ivec3 dims)
      : size_(dims + 3), has_(static_cast<std::size_t>(size_.x * size_.y * size_.z)) {
    for (const auto& [corner, axis] : walls)
      has_[index(corner)] |= static_cast<unsigned char>(1 << axis);
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
  std::vector<unsigned char> has_;  // one bit per axis, indexed by corner
};

bool shown(glm::ivec3 cell, glm::ivec3 from, glm::ivec3 to) {
  return glm::all(glm::greaterThanEqual(cell, from)) && glm::all(glm::lessThan(cell, to));
}

bool on_hull(glm::ivec3 corner, int axis, glm::ivec3 dims) {
  for (int other = 0; other < 3; ++other)
    if (other != axis && corner[other] != 0 && corner[other] != dims[other]) return false;
  return true;
}

// Returns the kind of the unit edge from `corner` along `axis`. Up to four walls meet at an edge:
// two in each plane.
PanelSide side_at(const WallTable& walls, glm::ivec3 corner, int axis, glm::ivec3 dims,
                  EdgeMode mode) {
  if (mode == EdgeMode::none) return PanelSide::none;
  int in_plane[2] = {0, 0};
  for (int plane = 0; plane < 2; ++plane) {
    const int normal = (axis + 1 + plane) % 3, across = 3 - axis - normal;
    glm::ivec3 beside = corner;
    --beside[across];
    in_plane[plane] = (walls.has(corner, normal) ? 1 : 0) + (walls.has(beside, normal) ? 1 : 0);
  }
  if (in_plane[0] > 0 && in_plane[1] > 0)
    return on_hull(corner, axis, dims) ? PanelSide::hull : PanelSide::joint;
  const int walls_there = in_plane[0] + in_plane[1];
  if (walls_there == 1) return PanelSide::rim;
  return walls_there > 1 && mode == EdgeMode::all ? PanelSide::joint : PanelSide::none;
}

// Adds the lines along a row of grid edges. Joins adjacent edges of the same kind.
void add_row(const WallTable& walls, glm::ivec3 start, int axis, glm::ivec3 dims, EdgeMode mode,
             std::vector<EdgeLine>& lines) {
  std::optional<bool> before;
  for (int i = 0; i < dims[axis]; ++i) {
    glm::ivec3 corner = start;
    corner[axis] = i;
    const PanelSide side = side_at(walls, corner, axis, dims, mode);
    const bool free_end = side == PanelSide::rim && mode != EdgeMode::all;
    const auto now = side == PanelSide::none ? std::nullopt : std::optional(free_end);
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

std::vector<WallFace> walls_of(const Maze& maze, glm::ivec3 from, glm::ivec3 to) {
  const glm::ivec3 dims = maze.grid().dims();
  std::vector<WallFace> walls;
  to = glm::min(to, dims);
  for (int z = 0; z <= dims.z; ++z)
    for (int y = 0; y <= dims.y; ++y)
      for (int x = 0; x <= dims.x; ++x)
        for (int axis = 0; axis < 3; ++axis) {
          const glm::ivec3 cell(x, y, z), below = cell - Direction{axis, 1}.vector();
          if (!shown(cell, from, to) && !shown(below, from, to)) continue;
          if (maze.has_wall(cell, {axis, -1})) walls.push_back({cell, axis});
        }
  return walls;
}

void sort_back_to_front(std::vector<WallFace>& walls, glm::ivec3 eye_cell, glm::ivec3 dims) {
  // Drawing order: first by cell, then by wall within the cell.
  const auto rank = [&](const WallFace& wall) {
    glm::ivec3 cell = wall.corner;
    const bool low_side = cell[wall.axis] <= eye_cell[wall.axis];
    if (!low_side) --cell[wall.axis];
    long place = 0;
    for (int axis = 2; axis >= 0; --axis) {
      const int k = cell[axis], eye = eye_cell[axis], slabs = dims[axis] + 2;
      const int turn = k < eye ? k + 1 : k > eye ? eye + 1 + dims[axis] - k : slabs - 1;
      place = place * slabs + turn;
    }
    return place * 6 + 2 * wall.axis + (low_side ? 0 : 1);
  };
  std::vector<std::pair<long, WallFace>> ranked;
  ranked.reserve(walls.size());
  for (const WallFace& wall : walls) ranked.emplace_back(rank(wall), wall);
  std::ranges::sort(ranked, {}, &std::pair<long, WallFace>::first);
  std::ranges::transform(ranked, walls.begin(), &std::pair<long, WallFace>::second);
}

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
        add_row(table, start, axis, dims, mode, lines);
      }
  }
  return lines;
}

}  // namespace marblemaze
