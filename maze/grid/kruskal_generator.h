#pragma once

#include <cstdint>

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

}  // namespace marblemaze
