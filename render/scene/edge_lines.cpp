#include "render/scene/edge_lines.h"

#include <optional>

namespace marblemaze {
namespace {

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

// The unit edge from `corner` along `axis` has up to four walls around it: two in each of the two
// planes that contain it.
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

// Walks along one row of grid edges and joins neighbours that are drawn alike.
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
