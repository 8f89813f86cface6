#include "maze/puzzles/path_maze.h"

#include <gtest/gtest.h>

namespace marblemaze {
namespace {

TEST(PathMaze, RandomMazesAreTreesWithOnePathThrough) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Rng rng(seed);
    GeneratorBudget budget(1'000'000);
    const int width = 5 + static_cast<int>(seed % 20), height = 5 + static_cast<int>(seed % 13);
    const PathMaze maze = random_path_maze(width, height, 0.85, rng, budget).value();
    int squares = 0, joints = 0;
    for (int square = 0; square < static_cast<int>(maze.path.size()); ++square) {
      if (!maze.path[square]) continue;
      ++squares;
      joints += static_cast<int>(maze.path_neighbours(square).size());
    }
    // The squares are connected by construction, so this number of joints rules out cycles.
    EXPECT_EQ(joints / 2, squares - 1);
    const std::vector<int> main = main_path(maze);
    ASSERT_FALSE(main.empty());
    EXPECT_EQ(main.front(), maze.entrance);
    EXPECT_EQ(main.back(), maze.exit);
    EXPECT_EQ(parse_path_maze(to_text(maze)), maze);
  }
}

}  // namespace
}  // namespace marblemaze
