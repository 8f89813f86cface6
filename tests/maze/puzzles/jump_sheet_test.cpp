#include <array>
#include <regex>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "maze/puzzles/jump_maze.h"

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

TEST(JumpSheet, SaysWhichMovesAreAllowed) {
  const JumpMaze maze = parse_jump_maze("221/122/220");
  EXPECT_THAT(jump_sheet_svg(maze, UTurns::allowed, "x"), HasSubstr("up, right, down or left"));
  EXPECT_THAT(jump_sheet_svg(maze, UTurns::forbidden, "x"), HasSubstr("never straight back"));
}

TEST(JumpSheet, TheSquaresOfABoardLieSideBySideInTheMiddleOfThePage) {
  const std::string svg = jump_sheet_svg(parse_jump_maze("2211/1221/221G"), UTurns::allowed, "x");
  const std::regex square(
      "<rect x=\"([0-9.]+)\" y=\"([0-9.]+)\" width=\"([0-9.]+)\" height=\"([0-9.]+)\"[^>]*stroke=");
  std::vector<std::array<double, 3>> squares;  // left, top, side
  for (std::sregex_iterator at(svg.begin(), svg.end(), square); at != std::sregex_iterator(); ++at)
    squares.push_back({std::stod((*at)[1]), std::stod((*at)[2]), std::stod((*at)[3])});
  ASSERT_GE(squares.size(), 12u);
  const auto [left, top, side] = squares[0];
  for (std::size_t i = 0; i < 12; ++i) {  // squares of the first page
    const std::size_t column = i % 4, row = i / 4;
    EXPECT_NEAR(squares[i][0], left + side * static_cast<double>(column), 0.02);
    EXPECT_NEAR(squares[i][1], top + side * static_cast<double>(row), 0.02);
  }
  EXPECT_NEAR(left, 210 - (left + 4 * side), 0.05) << "as far from both edges of an A4 page";
}

TEST(JumpSheet, ABoardWithoutAWayHasNoLineDrawnIn) {
  const std::string svg = jump_sheet_svg(parse_jump_maze("2[2]1/122/220"), UTurns::allowed, "x");
  EXPECT_THAT(svg, HasSubstr("There is no way to the goal."));
  EXPECT_THAT(svg, Not(HasSubstr("<polyline")));
}

TEST(JumpSheet, AllSolutionsAreDrawnInOnePictureAndListedOnAsManyPagesAsTheyNeed) {
  const JumpMaze maze = parse_jump_maze("221/122/220");
  const JumpSolutions two = all_solutions(maze, UTurns::allowed);
  const std::string svg = jump_sheet_svg(maze, UTurns::allowed, "x", &two);
  EXPECT_THAT(svg, HasSubstr("2 ways without a loop; the shortest takes 2 moves."));
  EXPECT_THAT(svg, HasSubstr("Way 2, 2 moves:"));
  EXPECT_THAT(svg, HasSubstr("#c02020"));
  EXPECT_THAT(svg, HasSubstr("#2050c0"));
  JumpSolutions many;
  many.found.assign(100, two.found.front());
  EXPECT_THAT(jump_sheet_svg(maze, UTurns::allowed, "x", &many), HasSubstr("height=\"2079mm\""));
}

// Returns the positions of the texts with this font size.
std::vector<std::array<double, 2>> texts_of(const std::string& svg, const std::string& size) {
  const std::regex text("<text x=\"([0-9.-]+)\" y=\"([0-9.-]+)\" font-size=\"" + size + "\"");
  std::vector<std::array<double, 2>> places;
  for (std::sregex_iterator at(svg.begin(), svg.end(), text); at != std::sregex_iterator(); ++at)
    places.push_back({std::stod((*at)[1]), std::stod((*at)[2])});
  return places;
}

TEST(JumpSheet, ALongSolutionIsToldInLinesBelowEachOther) {
  std::string row(30, '1');  // 29 moves to the right
  const std::string svg = jump_sheet_svg(parse_jump_maze(row + "G"), UTurns::allowed, "x");
  const auto lines = texts_of(svg, "4.00");
  ASSERT_GE(lines.size(), 3u);
  for (std::size_t i = 1; i < lines.size(); ++i)
    EXPECT_GT(lines[i][1], lines[i - 1][1] + 4) << "line " << i;
}

TEST(JumpSheet, TheWordsOfStartAndGoalFitIntoTheirSquares) {
  const std::string svg = jump_sheet_svg(parse_jump_maze("221/122/220"), UTurns::allowed, "x");
  std::smatch square;
  ASSERT_TRUE(std::regex_search(
      svg, square,
      std::regex("<rect[^>]* width=\"([0-9.]+)\" height=\"[0-9.]+\" fill=\"#e8e8e8\"")));
  for (const std::string word : {"START", "GOAL"}) {
    std::smatch label;
    ASSERT_TRUE(
        std::regex_search(svg, label, std::regex("font-size=\"([0-9.]+)\"[^>]*>" + word + "<")));
    const double wide = 0.8 * std::stod(label[1]) * static_cast<double>(word.size());
    EXPECT_LT(wide, std::stod(square[1])) << word;
  }
}

TEST(JumpSheet, TheShortestWayGoesThroughTheMiddleOfItsSquaresAndEndsInAnArrow) {
  const std::string svg = jump_sheet_svg(parse_jump_maze("221/122/220"), UTurns::allowed, "x");
  std::smatch way, square;
  ASSERT_TRUE(std::regex_search(
      svg, way,
      std::regex(
          "<polyline points=\"([0-9.]+),([0-9.]+) [^>]*marker-end=\"url\\(#([a-z0-9]+)\\)")));
  EXPECT_THAT(svg, HasSubstr("<marker id=\"" + std::string(way[3]) + "\""));
  const std::string second_page = svg.substr(svg.find("solution"));
  ASSERT_TRUE(
      std::regex_search(second_page, square,
                        std::regex("<rect x=\"([0-9.]+)\" y=\"([0-9.]+)\" width=\"([0-9.]+)\" "
                                   "height=\"[0-9.]+\" fill=\"#e8e8e8\"")));
  EXPECT_NEAR(std::stod(way[1]), std::stod(square[1]) + std::stod(square[3]) / 2, 0.02);
  EXPECT_NEAR(std::stod(way[2]), std::stod(square[2]) + std::stod(square[3]) / 2, 0.02);
}

}  // namespace
}  // namespace marblemaze
