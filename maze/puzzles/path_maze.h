#pragma once

#include <optional>
#include <string>
#include <vector>

#include "maze/base/random.h"
#include "maze/puzzles/board.h"

namespace marblemaze {

/// Maze of squares that are wall or path (van Dijk 2017, 3.1). The entrance is a gap in the left
/// border, and the exit is a gap in the right border. The entrance and the exit count as path. The
/// index of a square is y * width + x, with y downward.
struct PathMaze {
  int width = 0;
  int height = 0;
  std::vector<bool> path;
  int entrance = 0;
  int exit = 0;

  static constexpr int kSmallestSide = 5;
  static constexpr int kLargestSide = 200;

  [[nodiscard]] std::vector<int> path_neighbours(int square) const;

  bool operator==(const PathMaze&) const = default;
};

/// Returns a random maze whose path squares form a tree, so exactly one path leads from the
/// entrance to the exit. A square becomes path only if it is next to exactly one path square.
/// `fill`, in (0, 1], is the probability that a square that can become path does so. Returns
/// nullopt if the budget runs out before a tree reaches the right border. Each examined square is a
/// step. Throws BadInput for side lengths outside kSmallestSide..kLargestSide or a fill outside (0,
/// 1].
[[nodiscard]] std::optional<PathMaze> random_path_maze(int width, int height, double fill, Rng& rng,
                                                       GeneratorBudget& budget);

/// Returns the squares of the path from the entrance to the exit, including both. Returns an empty
/// list if there is no path.
[[nodiscard]] std::vector<int> main_path(const PathMaze& maze);

/// Parses rows of text: # is a wall, . or a space is path, B is the entrance, and E is the exit.
/// Throws BadInput for other characters, rows of different lengths, a missing or second B or E, or
/// a cycle of path squares.
[[nodiscard]] PathMaze parse_path_maze(const std::string& text);
[[nodiscard]] std::string to_text(const PathMaze& maze);

}  // namespace marblemaze
