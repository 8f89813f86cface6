#include <algorithm>
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "maze/grid/generator.h"
#include "maze/grid/maze.h"
#include "render/session/automata.h"

namespace marblemaze {
namespace {

using Neighbours = std::map<CellId, std::vector<CellId>>;

Neighbours neighbours_of(const Maze& maze) {
  Neighbours neighbours;
  for (const auto& [a, b] : maze.passages()) {
    neighbours[a].push_back(b);
    neighbours[b].push_back(a);
  }
  return neighbours;
}

DeadEndFilling filling_of(const Maze& maze) {
  const Layers layers = maze.grid().layers();
  return {std::make_shared<const Maze>(maze), OrientationScheme(usual_scheme(layers), layers)};
}

// Returns the number of cells from `cell` to the farthest end of the branch that begins there,
// coming from `from`.
int height(const Neighbours& neighbours, CellId cell, CellId from) {
  int most = 0;
  for (const CellId next : neighbours.at(cell))
    if (next != from) most = std::max(most, height(neighbours, next, cell));
  return most + 1;
}

TEST(DeadEndFilling, FillsEveryBranchFromItsTipsAndLeavesTheTheoreticalPath) {
  for (const Layers layers : {Layers::all, Layers::outer, Layers::flat})
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      const Maze maze = generate_kruskal({5, 5, layers == Layers::flat ? 1 : 5}, layers, seed);
      const DeadEndFilling filling = filling_of(maze);
      const Neighbours neighbours = neighbours_of(maze);
      const std::vector<CellId> path = TheoreticalPaths(maze).path_from(maze.start());
      EXPECT_EQ(filling.left_cells(), static_cast<int>(path.size()));
      int last = 0;
      for (const CellId cell : path) {
        EXPECT_EQ(filling.filled_in(cell), 0);
        for (const CellId side : neighbours.at(cell)) {
          if (std::find(path.begin(), path.end(), side) != path.end()) continue;
          EXPECT_EQ(filling.filled_in(side), height(neighbours, side, cell));
          last = std::max(last, filling.filled_in(side));
        }
      }
      EXPECT_EQ(filling.iterations(), last);
    }
}

TEST(DeadEndFilling, ShowsACellShrinkInTheIterationThatFillsIt) {
  const Maze maze = generate_kruskal({4, 4, 4}, Layers::all, 2);
  DeadEndFilling filling = filling_of(maze);
  EXPECT_EQ(filling.open_cells(), 64);
  EXPECT_TRUE(std::isinf(filling.time_left(maze.start())));
  for (CellId cell(0); cell.index < 64; ++cell.index) {
    const int filled = filling.filled_in(cell);
    if (filled == 0) continue;
    filling.jump(filled - 0.25);
    EXPECT_NEAR(filling.time_left(cell), 0.25, 1e-5);
    filling.jump(filled);
    EXPECT_EQ(filling.time_left(cell), 0);
  }
  filling.jump(1e9);
  EXPECT_EQ(filling.done(), filling.iterations());
  EXPECT_EQ(filling.open_cells(), filling.left_cells());
}

}  // namespace
}  // namespace marblemaze
