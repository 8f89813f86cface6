#pragma once

#include <vector>

#include "maze/grid/maze.h"

namespace marblemaze {

/// The ways through the maze as if the marble could be steered (thesis 3.3): one path between any
/// two cells. Lengths count cells, both ends included, so the target itself has length 1.
class TheoreticalPaths {
 public:
  explicit TheoreticalPaths(const Maze& maze) : TheoreticalPaths(maze, maze.target()) {}
  /// The same with another cell in the place of the target.
  TheoreticalPaths(const Maze& maze, CellId target);

  /// Cells on the path from `cell` to the target; 0 for a hollow cell, which has none.
  [[nodiscard]] int length(CellId cell) const {
    return length_[static_cast<std::size_t>(cell.index)];
  }
  /// The cell after `cell` on that path; none for the target and for a hollow cell.
  [[nodiscard]] CellId next(CellId cell) const {
    return next_[static_cast<std::size_t>(cell.index)];
  }
  /// The path itself, from `cell` to the target.
  [[nodiscard]] std::vector<CellId> path_from(CellId cell) const;

 private:
  std::vector<int> length_;   // by cell
  std::vector<CellId> next_;  // by cell: the next one towards the target
};

}  // namespace marblemaze
