#include "maze/grid/theoretical_path.h"

namespace marblemaze {

TheoreticalPaths::TheoreticalPaths(const Maze& maze, CellId target)
    : length_(static_cast<std::size_t>(maze.grid().box_cells()), 0), next_(length_.size()) {
  std::vector<CellId> reached{target};
  length_[static_cast<std::size_t>(target.index)] = 1;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const CellId cell = reached[i];
    for (Direction direction : kDirections) {
      if (!maze.open(cell, direction)) continue;
      const CellId neighbour = *maze.grid().neighbour(cell, direction);
      auto& length = length_[static_cast<std::size_t>(neighbour.index)];
      if (length != 0) continue;
      length = this->length(cell) + 1;
      next_[static_cast<std::size_t>(neighbour.index)] = cell;
      reached.push_back(neighbour);
    }
  }
}

std::vector<CellId> TheoreticalPaths::path_from(CellId cell) const {
  std::vector<CellId> path;
  for (; cell.valid() && length(cell) > 0; cell = next(cell)) path.push_back(cell);
  return path;
}

}  // namespace marblemaze
