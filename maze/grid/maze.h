#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "maze/grid/grid.h"

namespace marblemaze {

/// Two adjacent cells with no wall between them, the smaller one first.
using Passage = std::pair<CellId, CellId>;

/// Where a maze came from, kept with it so that it can be made again.
struct Origin {
  std::string generator;  ///< "kruskal", "design", empty when made by hand
  std::uint64_t seed = 0;

  bool operator==(const Origin&) const = default;
};

/// A maze: a spanning tree of passages over the cells of a grid, a start and a target. Immutable
/// and valid by construction, so that nothing that holds one needs to check it again.
class Maze {
 public:
  /// Throws BadInput, naming the pair or cell by its thesis number, when a passage joins cells that
  /// are not adjacent or not in the maze or occurs twice, when the passages close a cycle or leave
  /// cells apart, or when start or target is not a cell of the maze or both are the same.
  Maze(Grid grid, std::vector<Passage> passages, CellId start, CellId target, Origin origin = {});

  [[nodiscard]] const Grid& grid() const { return grid_; }
  /// Sorted.
  [[nodiscard]] const std::vector<Passage>& passages() const { return passages_; }
  [[nodiscard]] CellId start() const { return start_; }
  [[nodiscard]] CellId target() const { return target_; }
  [[nodiscard]] const Origin& origin() const { return origin_; }

  /// Is there no wall on that side? Always false towards the outside and the hollow core.
  [[nodiscard]] bool open(CellId cell, Direction direction) const {
    return (open_[static_cast<std::size_t>(cell.index)] >> direction.index()) & 1;
  }
  /// Bit i says whether kDirections[i] is open.
  [[nodiscard]] std::uint8_t open_mask(CellId cell) const {
    return open_[static_cast<std::size_t>(cell.index)];
  }
  /// Is there a wall between these two places of the box? The outside counts as one place; between
  /// two hollow cells, and between two places outside, there is nothing.
  [[nodiscard]] bool wall(glm::ivec3 position, Direction direction) const;

  bool operator==(const Maze&) const = default;

 private:
  Grid grid_;
  std::vector<Passage> passages_;
  CellId start_;
  CellId target_;
  Origin origin_;
  std::vector<std::uint8_t> open_;  // by cell of the box
};

/// "5x5x5 outer maze (kruskal seed 7)"
[[nodiscard]] std::string describe(const Maze& maze);

/// 16 hexadecimal digits over sides, layers, start, target and open pairs: all by which one maze
/// differs from another. Where it came from does not count.
[[nodiscard]] std::string maze_hash(const Maze& maze);

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
