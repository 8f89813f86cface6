#include "maze/grid/generator.h"

#include <algorithm>

#include "maze/base/digraph.h"
#include "maze/base/random.h"
#include "maze/grid/maze.h"

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
  open.reserve(grid.maze_cells() - 1);
  for (const Passage& wall : walls)
    if (sets.join(wall.first.index, wall.second.index)) open.push_back(wall);
  return Maze(grid, std::move(open), grid.first_cell(), grid.last_cell(), {"kruskal", seed});
}

Maze generate_kruskal(int side, Layers layers, std::uint64_t seed) {
  return generate_kruskal(Grid(side, layers).dims(), layers, seed);
}

std::vector<Passage> passages_between(const Maze& maze, CellId from, CellId to) {
  const std::vector<CellId> path = TheoreticalPaths(maze, to).path_from(from);
  std::vector<Passage> passages;
  for (std::size_t i = 1; i < path.size(); ++i)
    passages.emplace_back(std::min(path[i - 1], path[i]), std::max(path[i - 1], path[i]));
  return passages;
}

WallExchange random_exchange(const Maze& maze, Rng& rng) {
  const std::vector<Passage>& open = maze.passages();
  std::vector<Passage> walls;
  for (const Passage& wall : removable_walls(maze.grid()))
    if (!std::binary_search(open.begin(), open.end(), wall)) walls.push_back(wall);
  const Passage opened = walls[rng.uniform_int(walls.size())];
  const std::vector<Passage> cycle = passages_between(maze, opened.first, opened.second);
  return {opened, cycle[rng.uniform_int(cycle.size())]};
}

Maze exchanged(const Maze& maze, const WallExchange& exchange) {
  std::vector<Passage> passages = maze.passages();
  std::erase(passages, exchange.closed);
  passages.push_back(exchange.opened);
  return Maze(maze.grid(), std::move(passages), maze.start(), maze.target(), maze.generator());
}

}  // namespace marblemaze
