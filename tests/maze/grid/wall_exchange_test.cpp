#include <set>

#include <gtest/gtest.h>

#include "maze/grid/generator.h"
#include "support/bad_input.h"
#include "support/mazes.h"

namespace marblemaze {
namespace {

using testing::bad_input_of;
using testing::passages;
using testing::random_maze;

bool is_spanning_tree(const Maze& maze) {
  DisjointSet sets(maze.grid().box_cells());
  for (const auto& [a, b] : maze.passages())
    if (!sets.join(a.index, b.index)) return false;
  return static_cast<int>(maze.passages().size()) == maze.grid().maze_cells() - 1;
}

std::vector<Passage> difference(const Maze& a, const Maze& b) {
  std::vector<Passage> only;
  std::set_difference(a.passages().begin(), a.passages().end(), b.passages().begin(),
                      b.passages().end(), std::back_inserter(only));
  return only;
}

TEST(WallExchange, LeavesASpanningTreeThatDiffersInOneWall) {
  Rng rng(5);
  for (const auto& first :
       {random_maze({3, 4, 2}, Layers::all, 1), random_maze(glm::ivec3(5), Layers::outer, 2),
        random_maze({6, 3, 1}, Layers::flat, 3)}) {
    Maze maze = *first;
    for (int i = 0; i < 200; ++i) {
      const WallExchange exchange = random_exchange(maze, rng);
      const Maze next = exchanged(maze, exchange);
      ASSERT_TRUE(is_spanning_tree(next));
      ASSERT_EQ(difference(next, maze), std::vector{exchange.opened});
      ASSERT_EQ(difference(maze, next), std::vector{exchange.closed});
      maze = next;
    }
    EXPECT_EQ(maze.start(), first->start());
    EXPECT_EQ(maze.target(), first->target());
  }
}

// A grid of 3 x 3 cells has 192 spanning trees.
TEST(WallExchange, LeadsToEveryMazeOfAGrid) {
  Rng rng(1);
  Maze maze = *random_maze({3, 3, 1}, Layers::flat, 1);
  std::set<std::vector<Passage>> met;
  for (int i = 0; i < 10'000; ++i) {
    met.insert(maze.passages());
    maze = exchanged(maze, random_exchange(maze, rng));
  }
  EXPECT_EQ(met.size(), 192u);
}

TEST(WallExchange, ThatLeavesACycleIsRefused) {
  const auto square = testing::flat_maze(2, 2, {{1, 2}, {1, 3}, {3, 4}});
  const auto walls = passages({{2, 4}, {1, 2}, {2, 1}});
  EXPECT_EQ(exchanged(*square, {walls[0], walls[1]}).passages(),
            passages({{1, 3}, {2, 4}, {3, 4}}));
  const auto flat = testing::flat_maze(3, 2, {{1, 2}, {2, 3}, {1, 4}, {4, 5}, {3, 6}});
  const auto others = passages({{2, 5}, {3, 6}});
  EXPECT_NE(bad_input_of([&] { return exchanged(*flat, {others[0], others[1]}); }), "accepted");
}

TEST(WallExchange, KnowsThePassagesBetweenTwoCells) {
  const auto maze = testing::flat_maze(3, 2, {{1, 2}, {2, 3}, {1, 4}, {4, 5}, {3, 6}});
  EXPECT_EQ(passages_between(*maze, CellId(4), CellId(5)),
            passages({{4, 5}, {1, 4}, {1, 2}, {2, 3}, {3, 6}}));
  EXPECT_TRUE(passages_between(*maze, CellId(2), CellId(2)).empty());
}

}  // namespace
}  // namespace marblemaze
