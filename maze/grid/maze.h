#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "maze/grid/grid.h"

namespace marblemaze {

/// Two adjacent cells without a wall between them, lower index first.
using Passage = std::pair<CellId, CellId>;

/// Origin of a maze, stored so that the maze can be generated again.
struct Origin {
  std::string generator;  ///< "kruskal" or "design"; empty for a maze made by hand
  std::uint64_t seed = 0;

  bool operator==(const Origin&) const = default;
};

/// A maze: a spanning tree of passages over the cells of a grid, a start and a target. It is
/// immutable and validated by the constructor, so its users need no further checks.
class Maze {
 public:
  /// Throws BadInput, which contains the thesis numbers of the pair or cell, if a passage joins
  /// cells that are not adjacent or not in the maze, or if it occurs twice; if the passages close a
  /// cycle or leave cells unconnected; or if start and target are equal or not cells of the maze.
  Maze(Grid grid, std::vector<Passage> passages, CellId start, CellId target, Origin origin = {});

  [[nodiscard]] const Grid& grid() const { return grid_; }
  /// Returns the passages in ascending order.
  [[nodiscard]] const std::vector<Passage>& passages() const { return passages_; }
  [[nodiscard]] CellId start() const { return start_; }
  [[nodiscard]] CellId target() const { return target_; }
  [[nodiscard]] const Origin& origin() const { return origin_; }

  /// Returns whether there is no wall on this side. Always false on sides that face the outside or
  /// the hollow core.
  [[nodiscard]] bool open(CellId cell, Direction direction) const {
    return (open_[static_cast<std::size_t>(cell.index)] >> direction.index()) & 1;
  }
  /// Returns a mask whose bit i is set if kDirections[i] is open.
  [[nodiscard]] std::uint8_t open_mask(CellId cell) const {
    return open_[static_cast<std::size_t>(cell.index)];
  }
  /// Returns whether there is a wall between these two positions. There is no wall between two
  /// hollow cells or between two positions outside the box.
  [[nodiscard]] bool wall(glm::ivec3 position, Direction direction) const;

  bool operator==(const Maze&) const = default;

 private:
  Grid grid_;
  std::vector<Passage> passages_;
  CellId start_;
  CellId target_;
  Origin origin_;
  std::vector<std::uint8_t> open_;  // indexed by cell of the box
};

/// Returns a description such as "5x5x5 outer maze (kruskal seed 7)".
[[nodiscard]] std::string describe(const Maze& maze);

/// Returns the maze hash: 16 hexadecimal digits computed from sides, layers, start, target and open
/// pairs. The origin of the maze does not affect it.
[[nodiscard]] std::string maze_hash(const Maze& maze);

/// The paths through a maze if the marble could be steered freely (thesis 3.3): one path between
/// any two cells. Lengths count cells and include both ends, so the length at the target is 1.
class TheoreticalPaths {
 public:
  explicit TheoreticalPaths(const Maze& maze) : TheoreticalPaths(maze, maze.target()) {}
  /// Computes the paths to the given cell instead of the target of the maze.
  TheoreticalPaths(const Maze& maze, CellId target);

  /// Returns the number of cells on the path from `cell` to the target; 0 for a hollow cell.
  [[nodiscard]] int length(CellId cell) const {
    return length_[static_cast<std::size_t>(cell.index)];
  }
  /// Returns the next cell on the path to the target; invalid for the target and for a hollow cell.
  [[nodiscard]] CellId next(CellId cell) const {
    return next_[static_cast<std::size_t>(cell.index)];
  }
  /// Returns the path from `cell` to the target.
  [[nodiscard]] std::vector<CellId> path_from(CellId cell) const;

 private:
  std::vector<int> length_;   // indexed by cell
  std::vector<CellId> next_;  // indexed by cell: the next cell towards the target
};

}  // namespace marblemaze
