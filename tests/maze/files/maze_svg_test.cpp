#include <cmath>
#include <regex>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "maze/files/drawing.h"
#include "support/mazes.h"

namespace marblemaze {
namespace {

using testing::cremer_4x4;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::random_maze;

std::vector<std::smatch> matches(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  return {std::sregex_iterator(text.begin(), text.end(), regex), std::sregex_iterator()};
}

// Returns the total length of all wall strokes, in cells.
double length_of_walls(const std::string& svg) {
  const double cell =
      std::stod(matches(svg, "<rect x=\"[^\"]*\" y=\"[^\"]*\" width=\"([0-9]+)\"")[0][1]);
  const std::string stroke = "M([0-9.]+),([0-9.]+) L([0-9.]+),([0-9.]+) ";
  double sum = 0;
  for (const std::smatch& line : matches(svg, stroke))
    sum += std::hypot(std::stod(line[3]) - std::stod(line[1]),
                      std::stod(line[4]) - std::stod(line[2]));
  return sum / cell;
}

// In two dimensions, the total length is the number of panels minus the passages of the tree.
TEST(MazeSvg, DrawsTheWallsOfATree) {
  EXPECT_NEAR(length_of_walls(maze_svg(*cremer_4x4(), false)), 2 * 4 * 5 - 15, 1e-9);
  for (const auto& [w, h] : {std::pair(6, 6), {8, 4}, {3, 7}}) {
    const auto maze = random_maze({w, h, 1}, Layers::flat, 1);
    const int panels = w * (h + 1) + h * (w + 1), passages = w * h - 1;
    EXPECT_NEAR(length_of_walls(maze_svg(*maze, false)), panels - passages, 1e-9) << w << "x" << h;
  }
}

TEST(MazeSvg, NumbersTheCellsAndMarksTheStartAndTheTarget) {
  const std::string svg = maze_svg(*random_maze({5, 5, 5}, Layers::outer, 1), false);
  EXPECT_EQ(matches(svg, ">S</text>").size(), 1u);
  EXPECT_EQ(matches(svg, ">T</text>").size(), 1u);
  EXPECT_THAT(svg, HasSubstr(">125</text>"));
  EXPECT_THAT(svg, Not(HasSubstr(">63</text>"))) << "the middle of the core";
  EXPECT_THAT(svg, HasSubstr("layer z = 0 (lowest)"));
  EXPECT_THAT(svg, HasSubstr("layer z = 4 (highest)"));
}

TEST(MazeSvg, DrawsTheMovesOfARun) {
  const auto maze = testing::flat_maze(3, 2, {{1, 2}, {2, 3}, {1, 4}, {4, 5}, {3, 6}});
  const std::vector<CellId> rests{CellId(2), CellId(2), CellId(0), CellId(2), CellId(5)};
  const std::string svg = maze_svg(*maze, rests);
  EXPECT_THAT(svg, HasSubstr(">1-2 4</text>")) << "three of the moves end in cell 3";
  EXPECT_THAT(svg, HasSubstr(">3</text>"));
  EXPECT_THAT(svg, HasSubstr(">5</text>"));
  EXPECT_EQ(matches(svg, "stroke-width=\"14\"").size(), 3u) << "from 1 by 2 to 3, and from 3 to 6";
}

}  // namespace
}  // namespace marblemaze
