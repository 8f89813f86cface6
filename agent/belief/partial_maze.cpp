#include "agent/belief/partial_maze.h"

#include <cassert>

#include "maze/base/disjoint_set.h"
#include "maze/grid/kruskal_generator.h"

namespace marblemaze {
namespace {

std::size_t index(CellId cell) { return static_cast<std::size_t>(cell.index); }

/// The cells of a connected graph as a tree that was found breadth-first, rooted in the first cell.
struct BreadthFirstTree {
  std::vector<CellId> parent;
  std::vector<int> to_parent;  // number of the wall's place between both; -1 for the root
  std::vector<int> depth;      // -1: not reached
};

BreadthFirstTree tree_without_walls(const PartialMaze& maze) {
  const auto cells = static_cast<std::size_t>(maze.grid().box_cells());
  BreadthFirstTree tree{std::vector<CellId>(cells), std::vector<int>(cells, -1),
                        std::vector<int>(cells, -1)};
  std::vector<CellId> reached{maze.grid().first_cell()};
  tree.depth[index(reached.front())] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i)
    for (Direction direction : kDirections) {
      const CellId cell = reached[i];
      if (maze.at(cell, direction) == WallStatus::wall) continue;
      const auto [a, b] = maze.between(maze.number(cell, direction));
      const CellId next = a == cell ? b : a;
      if (tree.depth[index(next)] >= 0) continue;
      tree.depth[index(next)] = tree.depth[index(cell)] + 1;
      tree.parent[index(next)] = cell;
      tree.to_parent[index(next)] = maze.number(cell, direction);
      reached.push_back(next);
    }
  return tree;
}

}  // namespace

PartialMaze::Places::Places(const Grid& of)
    : grid(of),
      around(6 * static_cast<std::size_t>(of.box_cells()), -1),
      between(3 * static_cast<std::size_t>(of.box_cells())) {
  for (const Passage& place : removable_walls(grid)) {
    const Direction onward = *grid.direction_between(place.first, place.second);
    const int number = *grid.wall_number(place.first, onward) - 1;
    all.push_back(number);
    between[static_cast<std::size_t>(number)] = place;
    around[6 * index(place.first) + static_cast<std::size_t>(onward.index())] = number;
    around[6 * index(place.second) + static_cast<std::size_t>(onward.opposite().index())] = number;
  }
}

PartialMaze::PartialMaze(const Grid& grid)
    : places_(std::make_shared<const Places>(grid)),
      status_(places_->between.size(), WallStatus::wall) {
  for (int wall : places()) status_[static_cast<std::size_t>(wall)] = WallStatus::unknown;
}

bool PartialMaze::learn(WallFact fact) {
  assert(fact.status != WallStatus::unknown);
  WallStatus& status = status_[static_cast<std::size_t>(fact.wall)];
  if (status == WallStatus::unknown) status = fact.status;
  return status == fact.status;
}

bool PartialMaze::learn(CellId cell, Direction direction, WallStatus status) {
  const int wall = number(cell, direction);
  return wall < 0 ? status == WallStatus::wall : learn({wall, status});
}

bool PartialMaze::is_possible() const {
  DisjointSet joined(grid().box_cells()), joinable(grid().box_cells());
  int parts = grid().maze_cells();
  for (int wall : places()) {
    if (at(wall) == WallStatus::wall) continue;
    const auto [a, b] = between(wall);
    if (at(wall) == WallStatus::passage && !joined.join(a.index, b.index)) return false;
    parts -= joinable.join(a.index, b.index);
  }
  return parts == 1;
}

bool PartialMaze::infer() {
  if (!is_possible()) return false;
  // In this order one pass is enough: what joins the two sides of a bridge was walled up before.
  wall_up_cycles();
  open_bridges();
  return true;
}

void PartialMaze::wall_up_cycles() {
  DisjointSet joined(grid().box_cells());
  for (int wall : places())
    if (at(wall) == WallStatus::passage)
      joined.join(between(wall).first.index, between(wall).second.index);
  for (int wall : places())
    if (at(wall) == WallStatus::unknown &&
        joined.find(between(wall).first.index) == joined.find(between(wall).second.index))
      learn({wall, WallStatus::wall});
}

// A branch of a breadth-first tree is a bridge unless another edge closes a cycle over it.
void PartialMaze::open_bridges() {
  const BreadthFirstTree tree = tree_without_walls(*this);
  std::vector<CellId> top(tree.parent.size());  // past the branches that lie on a cycle, upwards
  for (CellId cell(0); cell.index < grid().box_cells(); ++cell.index) top[index(cell)] = cell;
  const auto find = [&](CellId cell) {
    while (top[index(cell)] != cell) cell = top[index(cell)] = top[index(top[index(cell)])];
    return cell;
  };
  for (int wall : places()) {
    if (at(wall) == WallStatus::wall) continue;
    auto [a, b] = between(wall);
    if (tree.to_parent[index(a)] == wall || tree.to_parent[index(b)] == wall) continue;
    for (a = find(a), b = find(b); a != b; a = find(a)) {
      if (tree.depth[index(a)] < tree.depth[index(b)]) std::swap(a, b);
      top[index(a)] = tree.parent[index(a)];
    }
  }
  for (CellId cell(0); cell.index < grid().box_cells(); ++cell.index)
    if (tree.to_parent[index(cell)] >= 0 && top[index(cell)] == cell)
      learn({tree.to_parent[index(cell)], WallStatus::passage});
}

std::vector<Passage> PartialMaze::completed(Rng& rng) const {
  assert(is_possible());
  DisjointSet joined(grid().box_cells());
  std::vector<Passage> passages, open;
  for (int wall : places()) {
    if (at(wall) == WallStatus::unknown) open.push_back(between(wall));
    if (at(wall) != WallStatus::passage) continue;
    passages.push_back(between(wall));
    joined.join(passages.back().first.index, passages.back().second.index);
  }
  rng.shuffle(std::span(open));
  for (const Passage& place : open)
    if (joined.join(place.first.index, place.second.index)) passages.push_back(place);
  return passages;
}

}  // namespace marblemaze
