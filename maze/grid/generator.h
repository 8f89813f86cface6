#pragma once

#include <cstdint>

#include "maze/base/random.h"
#include "maze/grid/maze.h"

namespace marblemaze {

/// A random spanning tree by the thesis's method (3.2): all inner walls in random order, a wall is
/// removed when the two cells beside it are not joined yet. Not uniform over spanning trees, as in
/// the thesis. Start is cell 1, target the opposite corner. Equal arguments give equal mazes.
[[nodiscard]] Maze generate_kruskal(glm::ivec3 dims, Layers layers, std::uint64_t seed);

/// The same over a cube of that many cells a side, or over a flat square.
[[nodiscard]] Maze generate_kruskal(int side, Layers layers, std::uint64_t seed);

/// The inner walls that a generator may remove: between any two adjacent cells of the maze, sorted.
[[nodiscard]] std::vector<Passage> removable_walls(const Grid& grid);

/// The smallest change of a perfect maze: `opened`, a wall, is taken away, which closes a cycle,
/// and `closed`, a passage of that cycle, is walled up, which leaves a spanning tree again.
struct WallExchange {
  Passage opened, closed;
  bool operator==(const WallExchange&) const = default;
};

/// The passages of the tree between two cells, in order from the first.
[[nodiscard]] std::vector<Passage> passages_between(const Maze& maze, CellId from, CellId to);

/// Any wall with equal chance, then any passage of the cycle. The maze must have a wall to open: a
/// grid of 2 x 2 cells or more has.
[[nodiscard]] WallExchange random_exchange(const Maze& maze, Rng& rng);

/// The maze after the exchange; start, target and origin stay. Throws BadInput, as Maze does, where
/// the exchange leaves no spanning tree.
[[nodiscard]] Maze exchanged(const Maze& maze, const WallExchange& exchange);

}  // namespace marblemaze
