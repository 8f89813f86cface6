#include "agent/automata/maze_rules.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "maze/grid/generator.h"
#include "maze/grid/maze.h"

namespace marblemaze {
namespace {

PathMaze maze_of(std::uint64_t seed, int width = 21, int height = 15, double fill = 0.8) {
  Rng rng(seed);
  GeneratorBudget budget(1'000'000);
  return random_path_maze(width, height, fill, rng, budget).value();
}

// Returns the number of squares on the longest path from `square` (inclusive) that avoids `from`.
int depth(const PathMaze& maze, int square, int from) {
  int deepest = 0;
  for (int next : maze.path_neighbours(square)) {
    if (next != from) deepest = std::max(deepest, depth(maze, next, square));
  }
  return deepest + 1;
}

// Dead-end branch of the main path of a maze.
struct FakePath {
  int place;  // index of the crossing on the main path
  int length;
};
std::vector<FakePath> fake_paths(const PathMaze& maze) {
  const std::vector<int> main = main_path(maze);
  const std::set<int> on_main(main.begin(), main.end());
  std::vector<FakePath> fakes;
  for (std::size_t i = 0; i < main.size(); ++i) {
    for (int next : maze.path_neighbours(main[i])) {
      if (!on_main.contains(next))
        fakes.push_back({static_cast<int>(i), depth(maze, next, main[i])});
    }
  }
  return fakes;
}

std::vector<int> sorted_main(const PathMaze& maze) {
  std::vector<int> main = main_path(maze);
  std::sort(main.begin(), main.end());
  return main;
}

TEST(DeadEndAutomaton, FillsFakePathsInAsManyIterationsAsTheTallestSubtree) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const PathMaze maze = maze_of(seed);
    int tallest = 0;
    for (const FakePath& fake : fake_paths(maze)) tallest = std::max(tallest, fake.length);
    const MazeSolution solution = solve_by_dead_ends(maze);
    EXPECT_EQ(solution.path, sorted_main(maze)) << "seed " << seed;
    EXPECT_EQ(solution.iterations, tallest) << "seed " << seed;
  }
}

TEST(WalkerAutomaton, MarksTheSameMainPathAsDeadEndFilling) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const PathMaze maze = maze_of(seed);
    std::vector<int> inner = solve_by_dead_ends(maze).path;
    std::erase(inner, maze.entrance);
    std::erase(inner, maze.exit);
    const MazeSolution walked = solve_by_walker(maze);
    EXPECT_EQ(walked.path, inner) << "seed " << seed;
    EXPECT_TRUE(walked.reached);
  }
}

// The formula for the number of iterations in section 4.1 is wrong, so this test uses a corrected
// formula. Lengths are in squares, counted from the first square inside the entrance. The waiting
// time of a crossing includes the crossing.
TEST(WalkerAutomaton, NeedsAsManyIterationsAsTheSlowestPath) {
  int agreed = 0, cases = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const PathMaze maze = maze_of(seed, 25, 17, 0.7);
    int longest = static_cast<int>(main_path(maze).size()) - 2;
    for (const FakePath& fake : fake_paths(maze))
      longest = std::max(longest, fake.place + 2 * fake.length);
    ++cases;
    agreed += solve_by_walker(maze).iterations == longest - 1 ? 1 : 0;
  }
  EXPECT_EQ(agreed, cases);
}

struct CubeKind {
  const char* name;
  int size;
  Layers layers;
  double mean_iterations;  // independently measured; 0: unknown
};

class CubeMazes : public ::testing::TestWithParam<CubeKind> {};

TEST_P(CubeMazes, DeadEndFillingLeavesExactlyTheTheoreticalPath) {
  const CubeKind kind = GetParam();
  const glm::ivec3 dims(kind.size, kind.size, kind.layers == Layers::flat ? 1 : kind.size);
  double iterations = 0;
  constexpr int kMazes = 300;
  for (std::uint64_t seed = 1; seed <= kMazes; ++seed) {
    const Maze maze = generate_kruskal(dims, kind.layers, seed);
    Automaton<DeadEndRule> automaton(dead_end_lattice(maze));
    iterations += run_to_rest(automaton);
    std::set<int> expected, left;
    for (CellId cell : TheoreticalPaths(maze).path_from(maze.start())) expected.insert(cell.index);
    automaton.now().for_each([&](int x, int y, int z, const MazeCell& cell) {
      if (cell.kind == MazeCell::Kind::path) left.insert(maze.grid().cell({x, y, z}).index);
    });
    ASSERT_EQ(left, expected) << "seed " << seed;
  }
  if (kind.mean_iterations > 0) {
    EXPECT_NEAR(iterations / kMazes, kind.mean_iterations, 0.06 * kind.mean_iterations);
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, CubeMazes,
                         ::testing::Values(CubeKind{"Cube3", 3, Layers::all, 5.9},
                                           CubeKind{"Outer5", 5, Layers::outer, 14.7},
                                           CubeKind{"Cube5", 5, Layers::all, 0},
                                           CubeKind{"Cube10", 10, Layers::all, 43.9},
                                           CubeKind{"Flat8", 8, Layers::flat, 0}),
                         [](const auto& kind) { return kind.param.name; });

}  // namespace
}  // namespace marblemaze
