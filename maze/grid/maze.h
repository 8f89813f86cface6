#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "maze/grid/grid.h"

namespace marblemaze {

/// Two adjacent cells without a wall between them, lower index first.
using Passage = std::pair<CellId, CellId>;

struct GeneratorInfo {
  std::string name;  ///< "kruskal" or "design"; empty for a handmade maze
  std::uint64_t seed = 0;

  bool operator==(const GeneratorInfo&) const = default;
};

/// Perfect maze: a spanning tree of passages over the cells of a grid, with a start and a target.
/// The constructor validates the maze, and mazes are immutable.
class Maze {
 public:
  /// Throws BadInput with the faulty cells if a passage is duplicated or does not join two adjacent
  /// cells of the maze, if the passages contain a cycle or leave cells unconnected, or if start and
  /// target are equal or not in the maze.
  Maze(Grid grid, std::vector<Passage> passages, CellId start, CellId target,
       GeneratorInfo origin = {});

  [[nodiscard]] const Grid& grid() const { return grid_; }
  [[nodiscard]] const std::vector<Passage>& passages() const { return passages_; }
  [[nodiscard]] CellId start() const { return start_; }
  [[nodiscard]] CellId target() const { return target_; }
  [[nodiscard]] const GeneratorInfo& generator() const { return origin_; }

  /// Returns true if this side of the cell has no wall. Sides that face the outside or the hollow
  /// core always have a wall.
  [[nodiscard]] bool is_open(CellId cell, Direction direction) const {
    return (open_[cell.index] >> direction.index()) & 1;
  }
  /// Returns the open sides of a cell as a bit mask: bit i is set if the side kDirections[i] is
  /// open.
  [[nodiscard]] std::uint8_t open_mask(CellId cell) const { return open_[cell.index]; }
  /// Returns true if there is a wall between this position and the next position in this direction.
  /// There is no wall between two hollow cells or between two positions outside the box.
  [[nodiscard]] bool has_wall(glm::ivec3 position, Direction direction) const;

  bool operator==(const Maze&) const = default;

 private:
  Grid grid_;
  std::vector<Passage> passages_;
  CellId start_;
  CellId target_;
  GeneratorInfo origin_;
  std::vector<std::uint8_t> open_;
};

/// Returns a description such as "5x5x5 outer maze (kruskal seed 7)".
[[nodiscard]] std::string describe(const Maze& maze);

/// Returns a hash of the maze as 16 hexadecimal digits. The hash does not depend on GeneratorInfo.
[[nodiscard]] std::string maze_hash(const Maze& maze);

/// Paths of a marble that could be steered freely (thesis 3.3). The length of a path is the number
/// of cells, including both ends, so the length at the target is 1.
class TheoreticalPaths {
 public:
  explicit TheoreticalPaths(const Maze& maze) : TheoreticalPaths(maze, maze.target()) {}
  TheoreticalPaths(const Maze& maze, CellId target);

  /// Returns the number of cells on the path from `cell` to the target. Returns 0 for a hollow
  /// cell.
  [[nodiscard]] int length(CellId cell) const { return length_[cell.index]; }
  /// Returns the next cell on the path to the target. Returns an invalid cell for the target and
  /// for a hollow cell.
  [[nodiscard]] CellId next(CellId cell) const { return next_[cell.index]; }
  [[nodiscard]] std::vector<CellId> path_from(CellId cell) const;

 private:
  std::vector<int> length_;
  std::vector<CellId> next_;
};

}  // namespace marblemaze
