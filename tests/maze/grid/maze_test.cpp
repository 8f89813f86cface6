#include "maze/grid/maze.h"

#include <cmath>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "maze/base/random.h"
#include "maze/files/drawing.h"
#include "maze/grid/generator.h"
#include "maze/grid/grid.h"
#include "support/bad_input.h"
#include "support/mazes.h"

namespace marblemaze {
namespace {

using ::testing::AllOf;
using testing::error_message_of;
using ::testing::HasSubstr;
using testing::random_maze;

TEST(Maze, RejectsPassagesIntoTheHollowCore) {
  const auto outer = testing::random_maze(glm::ivec3(3), Layers::outer, 1);
  const int core = 14;
  EXPECT_THAT(error_message_of([&] {
                return Maze(outer->grid(), outer->passages(), CellId(0), CellId(core - 1));
              }),
              AllOf(HasSubstr("cell 14"), HasSubstr("hollow core")));
  std::vector<Passage> into_core = outer->passages();
  into_core.emplace_back(CellId(13 - 1), CellId(core - 1));
  EXPECT_THAT(
      error_message_of([&] { return Maze(outer->grid(), into_core, CellId(0), CellId(26)); }),
      HasSubstr("[13, 14]"));
}

TEST(AsciiDrawing, MatchesTheFiguresOfTheThesisExample) {
  EXPECT_EQ(to_ascii(*testing::cremer_4x4()),
            "+---+---+---+---+\n"
            "|   |        T  |\n"
            "+   +---+   +---+\n"
            "|   |   |   |   |\n"
            "+   +   +   +   +\n"
            "|   |   |       |\n"
            "+   +   +   +   +\n"
            "|S          |   |\n"
            "+---+---+---+---+\n");
}

TEST(Grid, PointsAreInAtMostOneCell) {
  const Grid grid(glm::ivec3(3), Layers::outer);
  EXPECT_EQ(grid.cell_at({0, 0, 0}), grid.cell({0, 0, 0}));
  EXPECT_EQ(grid.cell_at({2.999, 1.5, 0.2}), grid.cell({2, 1, 0}));
  EXPECT_FALSE(grid.cell_at({1.5, 1.5, 1.5}).valid()) << "the hollow core";
  for (const double outside : {-1e-9, 3.0, -1e300, 1e300, double(NAN), double(INFINITY)})
    for (int axis = 0; axis < 3; ++axis) {
      glm::dvec3 place(0.5);
      place[axis] = outside;
      EXPECT_FALSE(grid.cell_at(place).valid()) << outside;
    }
}

std::vector<Passage> difference(const Maze& a, const Maze& b) {
  std::vector<Passage> only;
  std::set_difference(a.passages().begin(), a.passages().end(), b.passages().begin(),
                      b.passages().end(), std::back_inserter(only));
  return only;
}

TEST(WallExchange, ResultsInASpanningTreeThatDiffersInOneWall) {
  Rng rng(5);
  for (const auto& first :
       {random_maze({3, 4, 2}, Layers::all, 1), random_maze(glm::ivec3(5), Layers::outer, 2),
        random_maze({6, 3, 1}, Layers::flat, 3)}) {
    Maze maze = *first;
    for (int i = 0; i < 200; ++i) {
      const WallExchange exchange = random_exchange(maze, rng);
      const Maze next = exchanged(maze, exchange);
      ASSERT_EQ(difference(next, maze), std::vector{exchange.opened});
      ASSERT_EQ(difference(maze, next), std::vector{exchange.closed});
      maze = next;
    }
    EXPECT_EQ(maze.start(), first->start());
    EXPECT_EQ(maze.target(), first->target());
  }
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
  // walls makes all four equally likely.
  std::map<std::vector<Passage>, int> count;
  for (std::uint64_t seed = 0; seed < 4000; ++seed)
    ++count[generate_kruskal({2, 2, 1}, Layers::flat, seed).passages()];
  ASSERT_EQ(count.size(), 4u);
  const double five_sigma = 5 * std::sqrt(4000 * 0.25 * 0.75);
  for (const auto& [tree, times] : count) EXPECT_NEAR(times, 1000, five_sigma);
}

TEST(TheoreticalPath, HasTheMeanLengthOfTheThesisOver10000Mazes) {
  struct Result {
    int side;
    Layers layers;
    double mean, deviation;
  };
  constexpr int kMazes = 10'000;
  for (const Result& thesis :
       {Result{3, Layers::all, 8.68, 2.12}, {5, Layers::outer, 19.06, 5.17}}) {
    double sum = 0, squares = 0;
    for (std::uint64_t seed = 1; seed <= kMazes; ++seed) {
      const Maze maze = generate_kruskal(thesis.side, thesis.layers, seed);
      const double cells = TheoreticalPaths(maze).length(maze.start());
      sum += cells;
      squares += cells * cells;
    }
    const double mean = sum / kMazes, error = thesis.deviation / std::sqrt(kMazes);
    EXPECT_NEAR(mean, thesis.mean, 3 * error);
    EXPECT_NEAR(std::sqrt(squares / kMazes - mean * mean), thesis.deviation,
                0.1 * thesis.deviation);
  }
}

}  // namespace
}  // namespace marblemaze
