#include "maze/grid/grid.h"

#include <algorithm>

#include <fmt/format.h>

#include "maze/base/errors.h"

namespace marblemaze {

std::string to_string(Layers layers) {
  switch (layers) {
    case Layers::all: return "all";
    case Layers::outer: return "outer";
    case Layers::flat: return "flat";
  }
  return "?";
}

Layers layers_from_string(const std::string& name) {
  for (Layers layers : {Layers::all, Layers::outer, Layers::flat})
    if (name == to_string(layers)) return layers;
  throw BadInput("layers", "'" + name + "'", "all, outer or flat");
}

namespace {

void require_side(char axis, int side) {
  if (side < kSmallestSide || side > kLargestSide)
    throw BadInput("size", fmt::format("{} along {}", side, axis),
                   fmt::format("{} to {} cells per side", kSmallestSide, kLargestSide));
}

int count_maze_cells(glm::ivec3 dims, Layers layers) {
  const int all = dims.x * dims.y * dims.z;
  if (layers != Layers::outer) return all;
  const glm::ivec3 core = dims - 2;
  return all - std::max(core.x, 0) * std::max(core.y, 0) * std::max(core.z, 0);
}

}  // namespace

Grid::Grid(glm::ivec3 dims, Layers layers) : dims_(dims), layers_(layers) {
  require_side('x', dims.x);
  require_side('y', dims.y);
  if (layers != Layers::flat)
    require_side('z', dims.z);
  else if (dims.z != 1)
    throw BadInput("dims", fmt::format("{}x{}x{}", dims.x, dims.y, dims.z),
                   "a flat maze to be one cell deep (WxHx1)");
  maze_cells_ = count_maze_cells(dims, layers);
}

bool Grid::in_maze(glm::ivec3 p) const {
  if (!in_box(p)) return false;
  if (layers_ != Layers::outer) return true;
  return p.x == 0 || p.y == 0 || p.z == 0 || p.x == dims_.x - 1 || p.y == dims_.y - 1 ||
         p.z == dims_.z - 1;
}

CellId Grid::cell_at(glm::dvec3 place) const {
  const auto inside = [&](int axis) { return place[axis] >= 0 && place[axis] < dims_[axis]; };
  if (!inside(0) || !inside(1) || !inside(2)) return {};
  const glm::ivec3 position(place);
  return in_maze(position) ? cell(position) : CellId();
}

std::optional<CellId> Grid::neighbour(CellId from, Direction direction) const {
  const glm::ivec3 there = position(from) + direction.vector();
  if (!in_box(there)) return std::nullopt;
  return cell(there);
}

std::optional<Direction> Grid::direction_between(CellId from, CellId to) const {
  for (Direction direction : kDirections)
    if (neighbour(from, direction) == to) return direction;
  return std::nullopt;
}

}  // namespace marblemaze
