#include "maze/puzzles/jump_sheet.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace marblemaze {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(JumpSheet, ShowsThePuzzleOnTheFirstPageAndTheSolutionOnTheSecond) {
  const std::string svg =
      jump_sheet_svg(parse_jump_maze("221/122/220"), UTurns::allowed, "Three & three");
  EXPECT_THAT(svg, HasSubstr("height=\"594mm\""));
  EXPECT_THAT(svg, HasSubstr("Three &amp; three: solution"));
  EXPECT_THAT(svg, HasSubstr("The shortest way takes 2 moves."));
  EXPECT_THAT(svg, HasSubstr("1 down, 2 right"));
  EXPECT_GT(svg.find("<polyline"), svg.find("solution"));
}

TEST(JumpSheet, ABoardWithoutAWayHasNoLineDrawnIn) {
  const std::string svg = jump_sheet_svg(parse_jump_maze("2[2]1/122/220"), UTurns::allowed, "x");
  EXPECT_THAT(svg, HasSubstr("There is no way to the goal."));
  EXPECT_THAT(svg, Not(HasSubstr("<polyline")));
}

TEST(JumpSheet, AllSolutionsAreDrawnInOnePictureAndListedOnAsManyPagesAsTheyNeed) {
  const JumpMaze maze = parse_jump_maze("221/122/220");
  const JumpSolutions two = all_solutions(maze, UTurns::allowed);
  const std::string svg = jump_sheet_svg(maze, UTurns::allowed, "x", two);
  EXPECT_THAT(svg, HasSubstr("2 ways without a loop; the shortest takes 2 moves."));
  EXPECT_THAT(svg, HasSubstr("Way 2, 2 moves:"));
  EXPECT_THAT(svg, HasSubstr("#c02020"));
  EXPECT_THAT(svg, HasSubstr("#2050c0"));
  JumpSolutions many;
  many.found.assign(100, two.found.front());
  EXPECT_THAT(jump_sheet_svg(maze, UTurns::allowed, "x", many), HasSubstr("height=\"2079mm\""));
}

}  // namespace
}  // namespace marblemaze
