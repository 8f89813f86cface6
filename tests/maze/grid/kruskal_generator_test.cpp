#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include "maze/base/random.h"
#include "maze/grid/generator.h"
#include "maze/grid/maze.h"

namespace marblemaze {
namespace {

struct Kind {
  glm::ivec3 dims;
  Layers layers;
};

const std::vector<Kind> kKinds{
    {glm::ivec3(2), Layers::all},   {glm::ivec3(3), Layers::all},   {glm::ivec3(7), Layers::all},
    {{2, 3, 5}, Layers::all},       {{9, 2, 2}, Layers::all},       {glm::ivec3(2), Layers::outer},
    {glm::ivec3(3), Layers::outer}, {glm::ivec3(5), Layers::outer}, {{4, 6, 3}, Layers::outer},
    {{2, 2, 1}, Layers::flat},      {{4, 4, 1}, Layers::flat},      {{13, 5, 1}, Layers::flat},
};

/// Returns the number of cells reached from `from` without turning back, counting a cell once for
/// each path to it.
int ways_met(const Maze& maze, CellId from, CellId came_from, int limit) {
  int met = 1;
  for (Direction direction : kDirections) {
    if (!maze.open(from, direction)) continue;
    const CellId next = *maze.grid().neighbour(from, direction);
    if (next != came_from && met <= limit) met += ways_met(maze, next, from, limit - met);
  }
  return met;
}

TEST(KruskalGenerator, EveryPairOfCellsHasExactlyOnePath) {
  for (const Kind& kind : kKinds)
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const Maze maze = generate_kruskal(kind.dims, kind.layers, seed);
      const int cells = maze.grid().maze_cells();
      ASSERT_EQ(static_cast<int>(maze.passages().size()), cells - 1);
      // In a graph with n - 1 passages, a walk to all cells without turning back visits exactly n
      // cells only if no cell is disconnected and none is visited twice.
      ASSERT_EQ(ways_met(maze, maze.start(), CellId(), cells), cells);
    }
}

TEST(KruskalGenerator, LeadsFromTheFirstCellToTheOppositeCorner) {
  for (const Kind& kind : kKinds) {
    const Maze maze = generate_kruskal(kind.dims, kind.layers, 3);
    EXPECT_EQ(maze.grid().position(maze.start()), glm::ivec3(0));
    EXPECT_EQ(maze.grid().position(maze.target()), kind.dims - 1);
  }
}

TEST(KruskalGenerator, OpensNothingTowardsTheHollowCoreOrTheOutside) {
  const Maze maze = generate_kruskal(glm::ivec3(5), Layers::outer, 7);
  const Grid& grid = maze.grid();
  for (CellId cell(0); cell.index < grid.box_cells(); ++cell.index)
    for (Direction direction : kDirections) {
      const auto other = grid.neighbour(cell, direction);
      if (grid.in_maze(cell) && other && grid.in_maze(*other)) continue;
      EXPECT_FALSE(maze.open(cell, direction));
      if (grid.in_maze(cell)) {
        EXPECT_TRUE(maze.wall(grid.position(cell), direction));
      }
    }
  EXPECT_FALSE(maze.wall({2, 2, 2}, {0, +1})) << "there are no walls inside the core";
}

TEST(KruskalGenerator, TheSeedDeterminesTheMaze) {
  std::set<std::vector<Passage>> different;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Maze maze = generate_kruskal(glm::ivec3(4), Layers::all, seed);
    EXPECT_EQ(maze, generate_kruskal(glm::ivec3(4), Layers::all, seed));
    different.insert(maze.passages());
  }
  EXPECT_EQ(different.size(), 100u);
}

TEST(KruskalGenerator, ReachesEverySpanningTreeOfASmallSquare) {
  // A ring of four cells has four spanning trees, one for each closed passage. The random order of
  // walls makes them equally likely.
  std::map<std::vector<Passage>, int> count;
  for (std::uint64_t seed = 0; seed < 4000; ++seed)
    ++count[generate_kruskal({2, 2, 1}, Layers::flat, seed).passages()];
  ASSERT_EQ(count.size(), 4u);
  const double five_sigma = 5 * std::sqrt(4000 * 0.25 * 0.75);
  for (const auto& [tree, times] : count) EXPECT_NEAR(times, 1000, five_sigma);
}

TEST(KruskalGenerator, RemovableWallsAreThoseBetweenTwoCellsOfTheMaze) {
  EXPECT_EQ(removable_walls(Grid({4, 4, 1}, Layers::flat)).size(), 24u);
  EXPECT_EQ(removable_walls(Grid(glm::ivec3(3), Layers::all)).size(), 54u);
  // The surface of a 5-cube has 6 faces of 40 walls, and each of the 12 edges of the cube shares
  // its 4 walls between two faces.
  EXPECT_EQ(removable_walls(Grid(glm::ivec3(5), Layers::outer)).size(), 6u * 40 - 12 * 4);
}

struct Mean {
  double value, standard_error;
};

Mean mean_path(glm::ivec3 dims, Layers layers, int mazes) {
  double sum = 0, squares = 0;
  for (int seed = 1; seed <= mazes; ++seed) {
    const Maze maze = generate_kruskal(dims, layers, static_cast<std::uint64_t>(seed));
    const double cells = TheoreticalPaths(maze).length(maze.start());
    sum += cells;
    squares += cells * cells;
  }
  const double mean = sum / mazes;
  return {mean, std::sqrt((squares / mazes - mean * mean) / mazes)};
}

TEST(TheoreticalPath, Averages8Point68CellsOver10000CubesOf3) {
  const Mean mean = mean_path(glm::ivec3(3), Layers::all, 10000);
  EXPECT_NEAR(mean.value, 8.68, 0.06);
  EXPECT_NEAR(mean.standard_error, 0.0212, 0.002) << "the standard deviation is 2.12 cells";
}

TEST(TheoreticalPath, Averages19Point06CellsOver10000OuterLayersOf5) {
  const Mean mean = mean_path(glm::ivec3(5), Layers::outer, 10000);
  EXPECT_NEAR(mean.value, 19.06, 0.15);
  EXPECT_NEAR(mean.standard_error, 0.0517, 0.005) << "the standard deviation is 5.17 cells";
}

TEST(Rng, EqualsTheStandardEngine) {
  // The C++ standard fixes the 10,000th value of mt19937_64 under its default seed.
  Rng rng(5489);
  for (int i = 1; i < 10000; ++i) static_cast<void>(rng.bits());
  EXPECT_EQ(rng.bits(), 9981545732273789042u);
}

TEST(Rng, DrawsEveryValueBelowTheBoundEquallyOften) {
  Rng rng(1);
  std::array<int, 6> count{};
  for (int i = 0; i < 60000; ++i) ++count[rng.below(6)];
  for (int times : count) EXPECT_NEAR(times, 10000, 5 * std::sqrt(60000.0 * 5 / 36));
}

TEST(Rng, ShuffleReachesEveryOrder) {
  Rng rng(2);
  std::set<std::array<int, 4>> orders;
  for (int i = 0; i < 2000; ++i) {
    std::array<int, 4> items{0, 1, 2, 3};
    rng.shuffle(std::span<int>(items));
    orders.insert(items);
  }
  EXPECT_EQ(orders.size(), 24u);
}

}  // namespace
}  // namespace marblemaze
