#include "maze/puzzles/path_maze.h"

#include <gtest/gtest.h>

#include "maze/base/errors.h"

namespace marblemaze {
namespace {

PathMaze maze_of(int width, int height, double fill, Rng& rng) {
  GeneratorBudget budget(1'000'000);
  return random_path_maze(width, height, fill, rng, budget).value();
}

TEST(PathMaze, RandomMazesAreTreesWithOnePathThrough) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Rng rng(seed);
    const PathMaze maze =
        maze_of(5 + static_cast<int>(seed % 20), 5 + static_cast<int>(seed % 13), 0.85, rng);
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

TEST(PathMaze, CyclesAreRejectedEvenWithoutATwoByTwoSquareOfPath) {
  EXPECT_THROW((void)parse_path_maze("#####\n"
                                     "B...#\n"
                                     "#.#.#\n"
                                     "#...E\n"
                                     "#####\n"),
               BadInput);
}

TEST(PathMaze, InvalidTextIsRejected) {
  for (const char* text : {"", "###\nB.#\n###\n", "###\nB.E\n##\n", "#x#\nB.E\n###\n", "BB\nE.\n"})
    EXPECT_THROW((void)parse_path_maze(text), BadInput) << text;
  Rng rng(1);
  EXPECT_THROW((void)maze_of(4, 9, 0.8, rng), BadInput);
  EXPECT_THROW((void)maze_of(9, 9, 0, rng), BadInput);
}

}  // namespace
}  // namespace marblemaze
