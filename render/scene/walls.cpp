#include "render/scene/walls.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace marblemaze {
namespace {

// Calls visit(k) for the slabs from -1 to `last`, starting with the slab farthest from `eye`.
template <class Visit>
void far_to_near(int eye, int last, Visit visit) {
  for (int k = -1; k < eye; ++k) visit(k);
  for (int k = last; k > eye; --k) visit(k);
  visit(eye);
}

bool shown(glm::ivec3 cell, glm::ivec3 from, glm::ivec3 to) {
  return glm::all(glm::greaterThanEqual(cell, from)) && glm::all(glm::lessThan(cell, to));
}

WallTable table_of(std::span<const WallFace> walls, glm::ivec3 dims) {
  WallTable table(dims);
  for (const WallFace& wall : walls) table.add(wall);
  return table;
}

bool on_hull(glm::ivec3 corner, int axis, glm::ivec3 dims) {
  for (int other = 0; other < 3; ++other)
    if (other != axis && corner[other] != 0 && corner[other] != dims[other]) return false;
  return true;
}

// Returns the kind of the unit edge from `corner` along `axis`. Up to four walls meet there: two in
// each of the two planes that contain the edge.
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

// Adds the lines along a row of grid edges, joining neighbours of the same kind.
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

WallOrder::WallOrder(const Maze& maze, glm::ivec3 from, glm::ivec3 to)
    : dims_(maze.grid().dims()), table_(dims_) {
  to = glm::min(to, dims_);
  for (int z = 0; z <= dims_.z; ++z)
    for (int y = 0; y <= dims_.y; ++y)
      for (int x = 0; x <= dims_.x; ++x)
        for (int axis = 0; axis < 3; ++axis) {
          const glm::ivec3 cell(x, y, z), below = cell - Direction{axis, 1}.vector();
          const bool near_shown = shown(cell, from, to), far_shown = shown(below, from, to);
          if (!near_shown && !far_shown) continue;
          if (!maze.wall(cell, {axis, -1})) continue;
          walls_.push_back({cell, axis});
          table_.add(walls_.back());
        }
  ordered_.reserve(walls_.size());
}

void WallOrder::visit(glm::ivec3 cell, glm::ivec3 eye_cell) {
  for (int axis = 0; axis < 3; ++axis) {
    if (cell[axis] <= eye_cell[axis] && table_.has(cell, axis)) ordered_.push_back({cell, axis});
    if (cell[axis] < eye_cell[axis] || cell[axis] >= dims_[axis]) continue;
    glm::ivec3 above = cell;
    ++above[axis];
    if (table_.has(above, axis)) ordered_.push_back({above, axis});
  }
}

std::span<const WallFace> WallOrder::seen_from(glm::ivec3 eye_cell) {
  if (ordered_for_ == eye_cell) return ordered_;
  ordered_for_ = eye_cell;
  ordered_.clear();
  far_to_near(eye_cell.z, dims_.z, [&](int z) {
    far_to_near(eye_cell.y, dims_.y, [&](int y) {
      far_to_near(eye_cell.x, dims_.x, [&](int x) { visit({x, y, z}, eye_cell); });
    });
  });
  return ordered_;
}

void WallOrder::sort_back_to_front(std::vector<WallFace>& some, glm::ivec3 eye_cell) const {
  // Returns the position of a wall in the order of seen_from(): first by its cell, then by the wall
  // within the cell.
  const auto rank = [&](const WallFace& wall) {
    glm::ivec3 cell = wall.corner;
    const bool low_side = cell[wall.axis] <= eye_cell[wall.axis];
    if (!low_side) --cell[wall.axis];
    long place = 0;
    for (int axis = 2; axis >= 0; --axis) {
      const int k = cell[axis], eye = eye_cell[axis], slabs = dims_[axis] + 2;
      const int turn = k < eye ? k + 1 : k > eye ? eye + 1 + dims_[axis] - k : slabs - 1;
      place = place * slabs + turn;
    }
    return place * 6 + 2 * wall.axis + (low_side ? 0 : 1);
  };
  std::vector<std::pair<long, WallFace>> ranked;
  ranked.reserve(some.size());
  for (const WallFace& wall : some) ranked.emplace_back(rank(wall), wall);
  std::sort(ranked.begin(), ranked.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t i = 0; i < some.size(); ++i) some[i] = ranked[i].second;
}

std::vector<PanelSides> panel_sides(std::span<const WallFace> walls, glm::ivec3 dims,
                                    EdgeMode mode) {
  const WallTable table = table_of(walls, dims);
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
  const WallTable table = table_of(walls, dims);
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
