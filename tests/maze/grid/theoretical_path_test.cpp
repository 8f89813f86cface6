#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "maze/grid/maze.h"
#include "support/mazes.h"

namespace marblemaze {
namespace {

using ::testing::ElementsAre;

std::vector<int> numbers(const std::vector<CellId>& cells) {
  std::vector<int> result;
  result.reserve(cells.size());
  for (CellId cell : cells) result.push_back(cell_number(cell));
  return result;
}

TEST(TheoreticalPath, OfTheThesisExampleHasSevenCells) {
  const auto maze = testing::cremer_4x4();
  const TheoreticalPaths paths(*maze);
  EXPECT_THAT(numbers(paths.path_from(maze->start())), ElementsAre(1, 2, 3, 7, 11, 15, 16));
  EXPECT_EQ(paths.length(maze->start()), 7);
  EXPECT_EQ(paths.length(maze->target()), 1) << "both ends count, so the target alone is one cell";
  EXPECT_THAT(numbers(paths.path_from(CellId(4 - 1))), ElementsAre(4, 8, 7, 11, 15, 16));
  EXPECT_THAT(numbers(paths.path_from(CellId(14 - 1))), ElementsAre(14, 15, 16));
}

TEST(TheoreticalPath, StepsThroughOpenWallsAndShortensByOneCellAStep) {
  const auto maze = testing::random_maze({6, 5, 7}, Layers::outer, 11);
  const TheoreticalPaths paths(*maze);
  for (CellId cell(0); cell.index < maze->grid().box_cells(); ++cell.index) {
    const auto path = paths.path_from(cell);
    EXPECT_EQ(static_cast<int>(path.size()), paths.length(cell));
    if (!maze->grid().in_maze(cell)) {
      EXPECT_EQ(paths.length(cell), 0) << "a hollow cell has no path";
      continue;
    }
    EXPECT_EQ(path.front(), cell);
    EXPECT_EQ(path.back(), maze->target());
    for (std::size_t i = 1; i < path.size(); ++i) {
      const auto way = maze->grid().direction_between(path[i - 1], path[i]);
      ASSERT_TRUE(way);
      EXPECT_TRUE(maze->open(path[i - 1], *way));
      EXPECT_EQ(paths.length(path[i]), paths.length(path[i - 1]) - 1);
    }
  }
}

}  // namespace
}  // namespace marblemaze
