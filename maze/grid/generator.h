#pragma once

#include <cstdint>

#include "maze/base/random.h"
#include "maze/grid/maze.h"

namespace marblemaze {

/// Generates a random spanning tree by the thesis's method (3.2): visits all inner walls in random
/// order and removes a wall if the two cells next to it are not connected yet. As in the thesis,
/// the result is not uniform over spanning trees. The start is cell 1, and the target is the
/// opposite corner. The same arguments always produce the same maze.
[[nodiscard]] Maze generate_kruskal(glm::ivec3 dims, Layers layers, std::uint64_t seed);

/// Generates a cube with `side` cells per side, or a flat square.
[[nodiscard]] Maze generate_kruskal(int side, Layers layers, std::uint64_t seed);

/// Returns the inner walls that a generator may remove, one for each pair of adjacent cells of the
/// maze, sorted.
[[nodiscard]] std::vector<Passage> removable_walls(const Grid& grid);

/// Smallest change of a perfect maze: removing the wall `opened` closes a cycle, and adding a wall
/// at the passage `closed` of this cycle restores a spanning tree.
struct WallExchange {
  Passage opened, closed;
  bool operator==(const WallExchange&) const = default;
};

/// Returns the passages of the tree between two cells, in order from the first cell.
[[nodiscard]] std::vector<Passage> passages_between(const Maze& maze, CellId from, CellId to);

/// Chooses a wall uniformly at random, then a passage of the resulting cycle. Requires: the maze
/// has an inner wall, which is true of every grid of at least 2 x 2 cells.
[[nodiscard]] WallExchange random_exchange(const Maze& maze, Rng& rng);

/// Returns the maze after the exchange, with the same start, target and origin. Throws BadInput,
/// like Maze, if the exchange does not result in a spanning tree.
[[nodiscard]] Maze exchanged(const Maze& maze, const WallExchange& exchange);

}  // namespace marblemaze
