#include "agent/automata/maze_rules.h"

#include <algorithm>
#include <optional>
#include <set>

#include <gtest/gtest.h>

#include "maze/grid/generator.h"
#include "maze/grid/maze.h"

namespace marblemaze {
namespace {

PathMaze maze_of(std::uint64_t seed, int width, int height, double fill) {
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

TEST(MazeAutomata, LeaveOrMarkTheMainPath) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const PathMaze maze = maze_of(seed, 21, 15, 0.8);
    std::vector<int> main = main_path(maze);
    std::sort(main.begin(), main.end());
    EXPECT_EQ(solve_by_dead_ends(maze).path, main) << "seed " << seed;
    const MazeSolution walked = solve_by_walker(maze);
    std::erase(main, maze.entrance);
    std::erase(main, maze.exit);
    EXPECT_EQ(walked.path, main) << "seed " << seed;
    EXPECT_TRUE(walked.reached);
  }
}

// The formula for the walker in section 4.1 is wrong, so this test uses a corrected formula.
// Lengths are in squares, counted from the first square inside the entrance. The waiting time of a
// crossing includes the crossing.
TEST(MazeAutomata, NeedAsManyIterationsAsTheTallestSubtreeOrTheSlowestPath) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const PathMaze maze = maze_of(seed, 25, 17, 0.7);
    int tallest = 0, slowest = static_cast<int>(main_path(maze).size()) - 2;
    for (const FakePath& fake : fake_paths(maze)) {
      tallest = std::max(tallest, fake.length);
      slowest = std::max(slowest, fake.place + 2 * fake.length);
    }
    EXPECT_EQ(solve_by_dead_ends(maze).iterations, tallest) << "seed " << seed;
    EXPECT_EQ(solve_by_walker(maze).iterations, slowest - 1) << "seed " << seed;
  }
}

// The mean numbers of iterations were measured independently.
TEST(CubeMazes, DeadEndFillingLeavesExactlyTheTheoreticalPath) {
  struct Kind {
    int size;
    Layers layers;
    std::optional<double> mean_iterations;
  };
  constexpr int kMazes = 300;
  for (const Kind& kind : {Kind{3, Layers::all, 5.9},
                           {5, Layers::outer, 14.7},
                           {10, Layers::all, 43.9},
                           {8, Layers::flat, std::nullopt}}) {
    const glm::ivec3 dims(kind.size, kind.size, kind.layers == Layers::flat ? 1 : kind.size);
    double iterations = 0;
    for (std::uint64_t seed = 1; seed <= kMazes; ++seed) {
      const Maze maze = generate_kruskal(dims, kind.layers, seed);
      Automaton<DeadEndRule> automaton(dead_end_lattice(maze));
      iterations += run_to_rest(automaton);
      std::set<int> expected, left;
      for (CellId cell : TheoreticalPaths(maze).path_from(maze.start()))
        expected.insert(cell.index);
      automaton.now().for_each([&](int x, int y, int z, const MazeCell& cell) {
        if (cell.kind == MazeCell::Kind::path) left.insert(maze.grid().cell({x, y, z}).index);
      });
      ASSERT_EQ(left, expected) << "seed " << seed;
    }
    const double mean = kind.mean_iterations.value_or(iterations / kMazes);
    EXPECT_NEAR(iterations / kMazes, mean, 0.06 * mean);
  }
}

}  // namespace
}  // namespace marblemaze
