#include "maze/grid/maze.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "maze/files/drawing.h"
#include "support/bad_input.h"
#include "support/mazes.h"

namespace marblemaze {
namespace {

using ::testing::AllOf;
using testing::bad_input_of;
using ::testing::HasSubstr;
using testing::passages;

const Grid kSquare({2, 2, 1}, Layers::flat);

std::string refusal(const Grid& grid, const std::vector<std::pair<int, int>>& open, int start,
                    int target) {
  return bad_input_of(
      [&] { return Maze(grid, passages(open), CellId(start - 1), CellId(target - 1)); });
}

TEST(Maze, AcceptsASpanningTreeInAnyOrder) {
  const Maze maze(kSquare, passages({{4, 3}, {2, 1}, {3, 1}}), CellId(0), CellId(3));
  EXPECT_EQ(maze.passages(), passages({{1, 2}, {1, 3}, {3, 4}}));
  EXPECT_TRUE(maze.open(CellId(0), {0, +1}));
  EXPECT_TRUE(maze.open(CellId(1), {0, -1}));
  EXPECT_FALSE(maze.open(CellId(1), {1, +1})) << "the passage left closed";
}

TEST(Maze, RefusesAPairOutOfRange) {
  EXPECT_THAT(refusal(kSquare, {{1, 2}, {1, 3}, {3, 99}}, 1, 4),
              AllOf(HasSubstr("[3, 99]"), HasSubstr("1 to 4")));
  EXPECT_THAT(refusal(kSquare, {{0, 1}, {1, 3}, {3, 4}}, 1, 4), HasSubstr("[0, 1]"));
}

TEST(Maze, RefusesAPairThatIsNotAdjacent) {
  EXPECT_THAT(refusal(kSquare, {{1, 2}, {1, 3}, {1, 4}}, 1, 4),
              AllOf(HasSubstr("[1, 4]"), HasSubstr("adjacent")));
  // Cells 2 and 3 have consecutive numbers but are not adjacent: one ends a row, the other begins
  // the next.
  EXPECT_THAT(refusal(kSquare, {{1, 2}, {2, 3}, {3, 4}}, 1, 4), HasSubstr("[2, 3]"));
  EXPECT_THAT(refusal(kSquare, {{1, 1}, {1, 3}, {3, 4}}, 1, 4), HasSubstr("[1, 1]"));
}

TEST(Maze, RefusesTwoComponents) {
  EXPECT_THAT(refusal(kSquare, {{1, 2}, {3, 4}}, 1, 4), HasSubstr("2 separate parts"));
  EXPECT_THAT(refusal(kSquare, {}, 1, 4), HasSubstr("4 separate parts"));
}

TEST(Maze, RefusesACycleAndAPairNamedTwice) {
  EXPECT_THAT(refusal(kSquare, {{1, 2}, {1, 3}, {2, 4}, {3, 4}}, 1, 4),
              AllOf(HasSubstr("[3, 4]"), HasSubstr("cycle")));
  EXPECT_THAT(refusal(kSquare, {{1, 2}, {2, 1}, {1, 3}, {3, 4}}, 1, 4), HasSubstr("[1, 2]"));
}

TEST(Maze, RefusesAStartOrTargetThatIsNoCellOfIt) {
  const std::vector<std::pair<int, int>> open{{1, 2}, {1, 3}, {3, 4}};
  EXPECT_THAT(refusal(kSquare, open, 5, 4),
              AllOf(HasSubstr("start"), HasSubstr("5"), HasSubstr("1 to 4")));
  EXPECT_THAT(refusal(kSquare, open, 0, 4), AllOf(HasSubstr("start"), HasSubstr("cell 0")));
  EXPECT_THAT(refusal(kSquare, open, 1, -2), AllOf(HasSubstr("target"), HasSubstr("-2")));
  EXPECT_THAT(refusal(kSquare, open, 4, 4), AllOf(HasSubstr("target"), HasSubstr("4")));
}

TEST(Maze, RejectsPassagesIntoTheHollowCore) {
  const auto outer = testing::random_maze(glm::ivec3(3), Layers::outer, 1);
  const int core = 14;  // the middle of the cube
  EXPECT_THAT(bad_input_of([&] {
                return Maze(outer->grid(), outer->passages(), CellId(0), CellId(core - 1));
              }),
              AllOf(HasSubstr("cell 14"), HasSubstr("hollow core")));
  std::vector<Passage> into_core = outer->passages();
  into_core.emplace_back(CellId(13 - 1), CellId(core - 1));
  EXPECT_THAT(bad_input_of([&] { return Maze(outer->grid(), into_core, CellId(0), CellId(26)); }),
              HasSubstr("[13, 14]"));
}

TEST(Maze, HasWallsTowardsTheOutsideAndBetweenCellsThatAreNotJoined) {
  const auto maze = testing::cremer_4x4();
  EXPECT_FALSE(maze->wall({0, 0, 0}, {0, +1})) << "1-2 is open";
  EXPECT_TRUE(maze->wall({2, 0, 0}, {0, +1})) << "3-4 is not";
  EXPECT_TRUE(maze->wall({0, 0, 0}, {1, -1}));
  EXPECT_TRUE(maze->wall({-1, 0, 0}, {0, +1})) << "the same wall seen from outside";
  EXPECT_TRUE(maze->wall({0, 0, 0}, {2, +1})) << "a flat maze has a floor and a lid";
  EXPECT_FALSE(maze->wall({-2, 0, 0}, {0, +1})) << "nothing stands outside";
}

TEST(AsciiDrawing, ShowsTheThesisExampleAsItsFiguresDo) {
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

TEST(AsciiDrawing, MarksTheOpeningsBetweenLayersAndTheHollowCore) {
  const Grid grid(glm::ivec3(2), Layers::all);
  const Maze column(grid, passages({{1, 2}, {1, 3}, {3, 4}, {4, 8}, {5, 6}, {5, 7}, {7, 8}}),
                    CellId(0), CellId(7));
  EXPECT_THAT(to_ascii(column), HasSubstr("layer z = 0  (^ opens up, v down, x both)\n"
                                          "+---+---+\n"
                                          "|     ^ |\n"));
  EXPECT_THAT(to_ascii(column), HasSubstr("|    Tv |"));
  EXPECT_THAT(to_ascii(*testing::random_maze(glm::ivec3(3), Layers::outer, 1)), HasSubstr("|###|"));
}

}  // namespace
}  // namespace marblemaze
