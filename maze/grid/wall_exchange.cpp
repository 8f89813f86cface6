#include "maze/grid/wall_exchange.h"

#include <algorithm>

#include "maze/grid/kruskal_generator.h"
#include "maze/grid/theoretical_path.h"

namespace marblemaze {

std::vector<Passage> passages_between(const Maze& maze, CellId from, CellId to) {
  const std::vector<CellId> path = TheoreticalPaths(maze, to).path_from(from);
  std::vector<Passage> way;
  for (std::size_t i = 1; i < path.size(); ++i)
    way.emplace_back(std::min(path[i - 1], path[i]), std::max(path[i - 1], path[i]));
  return way;
}

WallExchange random_exchange(const Maze& maze, Rng& rng) {
  const std::vector<Passage>& open = maze.passages();
  std::vector<Passage> walls;
  for (const Passage& wall : removable_walls(maze.grid()))
    if (!std::binary_search(open.begin(), open.end(), wall)) walls.push_back(wall);
  const Passage opened = walls[rng.below(walls.size())];
  const std::vector<Passage> cycle = passages_between(maze, opened.first, opened.second);
  return {opened, cycle[rng.below(cycle.size())]};
}

Maze exchanged(const Maze& maze, const WallExchange& exchange) {
  std::vector<Passage> passages = maze.passages();
  std::erase(passages, exchange.closed);
  passages.push_back(exchange.opened);
  return Maze(maze.grid(), std::move(passages), maze.start(), maze.target(), maze.origin());
}

}  // namespace marblemaze
