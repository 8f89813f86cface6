#pragma once

#include <cstdint>

#include "maze/base/random.h"
#include "maze/grid/maze.h"

namespace marblemaze {

/// Generates a random spanning tree with Kruskal's algorithm (thesis 3.2): visits all inner walls
/// in random order and removes each wall whose two cells are not connected yet. Spanning trees are
/// not equally likely. The start is cell 1 and the target is the opposite corner.
[[nodiscard]] Maze generate_kruskal(glm::ivec3 dims, Layers layers, std::uint64_t seed);

[[nodiscard]] Maze generate_kruskal(int side, Layers layers, std::uint64_t seed);

/// Returns all pairs of adjacent maze cells, sorted.
[[nodiscard]] std::vector<Passage> removable_walls(const Grid& grid);

/// Minimal change to a perfect maze. Removing the wall `opened` creates a cycle. Closing `closed`,
/// a passage of this cycle, restores a spanning tree.
struct WallExchange {
  Passage opened, closed;
  bool operator==(const WallExchange&) const = default;
};

[[nodiscard]] std::vector<Passage> passages_between(const Maze& maze, CellId from, CellId to);

/// Chooses a random wall, and a random passage of the cycle that removing this wall creates.
/// Requires: the maze has an inner wall.
[[nodiscard]] WallExchange random_exchange(const Maze& maze, Rng& rng);

/// Returns the maze after the exchange. Throws BadInput, like Maze, if the exchange does not result
/// in a spanning tree.
[[nodiscard]] Maze exchanged(const Maze& maze, const WallExchange& exchange);

}  // namespace marblemaze
