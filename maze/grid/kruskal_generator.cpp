#include "maze/grid/kruskal_generator.h"

#include "maze/base/disjoint_set.h"
#include "maze/base/rng.h"

namespace marblemaze {

std::vector<Passage> removable_walls(const Grid& grid) {
  std::vector<Passage> walls;
  for (CellId cell(0); cell.index < grid.box_cells(); ++cell.index) {
    if (!grid.in_maze(cell)) continue;
    for (int axis = 0; axis < 3; ++axis) {
      const auto next = grid.neighbour(cell, {axis, +1});
      if (next && grid.in_maze(*next)) walls.emplace_back(cell, *next);
    }
  }
  return walls;
}

Maze generate_kruskal(glm::ivec3 dims, Layers layers, std::uint64_t seed) {
  const Grid grid(dims, layers);
  std::vector<Passage> walls = removable_walls(grid);
  Rng rng(seed);
  rng.shuffle(std::span(walls));

  DisjointSet sets(grid.box_cells());
  std::vector<Passage> open;
  open.reserve(static_cast<std::size_t>(grid.maze_cells()) - 1);
  for (const Passage& wall : walls)
    if (sets.join(wall.first.index, wall.second.index)) open.push_back(wall);
  return Maze(grid, std::move(open), grid.first_cell(), grid.last_cell(), {"kruskal", seed});
}

Maze generate_kruskal(int side, Layers layers, std::uint64_t seed) {
  return generate_kruskal(Grid(side, layers).dims(), layers, seed);
}

}  // namespace marblemaze
