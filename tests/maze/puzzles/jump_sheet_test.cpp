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

}  // namespace
}  // namespace marblemaze
