#include <algorithm>
#include <cmath>
#include <regex>
#include <set>

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

// Returns the total length of all wall strokes in cells: their sum divided by the side of the
// square under the start.
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

// In two dimensions the length is that of all panels minus the passages of a tree.
TEST(MazeSvg, DrawsTheWallsOfATree) {
  EXPECT_NEAR(length_of_walls(maze_svg(*cremer_4x4(), false)), 2 * 4 * 5 - 15, 1e-9);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto maze = random_maze({6, 6, 1}, Layers::flat, seed);
    EXPECT_NEAR(length_of_walls(maze_svg(*maze, false)), 2 * 6 * 7 - 35, 1e-9);
  }
}

int passages_up(const Maze& maze) {
  int count = 0;
  for (const Passage& passage : maze.passages())
    count += maze.grid().position(passage.first).z != maze.grid().position(passage.second).z;
  return count;
}

TEST(MazeSvg, MarksEveryPassageBetweenLayersFromBothSides) {
  for (const Layers layers : {Layers::all, Layers::outer}) {
    const auto maze = random_maze({4, 4, 4}, layers, 3);
    const std::string svg = maze_svg(*maze, false);
    const std::size_t legend = svg.find(">open up<");
    const std::string drawn = svg.substr(0, svg.rfind("<path", legend));
    EXPECT_EQ(matches(drawn, "l-4.5,-8 z").size(), static_cast<std::size_t>(passages_up(*maze)));
    EXPECT_EQ(matches(drawn, "l-4.5,8 z").size(), static_cast<std::size_t>(passages_up(*maze)));
  }
}

TEST(MazeSvg, NumbersTheCellsOfTheMazeAndOnlyThose) {
  const std::string svg = maze_svg(*random_maze({5, 5, 5}, Layers::outer, 1), false);
  EXPECT_THAT(svg, HasSubstr(">125</text>"));
  EXPECT_THAT(svg, Not(HasSubstr(">63</text>"))) << "the middle of the core";
  EXPECT_THAT(svg, HasSubstr("layer z = 0 (lowest)"));
  EXPECT_THAT(svg, HasSubstr("layer z = 4 (highest)"));
}

TEST(MazeSvg, MarksOneStartAndOneTarget) {
  for (const int side : {4, 5}) {
    const std::string svg = maze_svg(*random_maze(glm::ivec3(side), Layers::all, 2), false);
    EXPECT_EQ(matches(svg, ">S</text>").size(), 1u);
    EXPECT_EQ(matches(svg, ">T</text>").size(), 1u);
  }
}

// The distance from the lowest cell to the end of the sheet does not depend on the number of rows
// of layers.
TEST(MazeSvg, TheSheetEndsBelowTheLastRowOfLayers) {
  std::set<double> margins;
  for (const int side : {4, 6, 7, 10}) {
    const std::string svg = maze_svg(*random_maze(glm::ivec3(side), Layers::all, 2), false);
    const double height = std::stod(matches(svg, "<svg[^>]* height=\"([0-9.]+)\"").at(0)[1]);
    double lowest = 0;
    for (const std::smatch& number :
         matches(svg, "<text x=\"[0-9.]+\" y=\"([0-9.]+)\" [^>]*fill=\"#5b6675\">[0-9]+<"))
      lowest = std::max(lowest, std::stod(number[1]));
    EXPECT_LT(lowest, height);
    margins.insert(std::round(height - lowest));
  }
  EXPECT_EQ(margins.size(), 1u);
}

TEST(MazeSvg, DrawsTheTheoreticalPathOnRequest) {
  EXPECT_THAT(maze_svg(*cremer_4x4(), false), Not(HasSubstr("<polyline")));
  const std::string svg = maze_svg(*cremer_4x4(), true);
  const auto lines = matches(svg, "<polyline points=\"([^\"]*)\"");
  ASSERT_EQ(lines.size(), 2u) << "the path, and its sample in the legend";
  const std::string points = lines[0][1];
  EXPECT_EQ(matches(points, ",").size(), 7u) << "cells 1 2 3 7 11 15 16";
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

// Extent of an object on the sheet.
struct Box {
  double left, top, right, bottom;
};

bool meet(const Box& a, const Box& b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

Box box_of_text(const std::smatch& text, bool middle) {
  // In DejaVu Sans digits are 0.64 of the font size wide (bold: 0.70) and 0.73 high.
  const double x = std::stod(text[1]), y = std::stod(text[2]), size = std::stod(text[3]);
  const double width = (middle ? 0.70 : 0.64) * size * static_cast<double>(text[4].length());
  const double left = middle ? x - width / 2 : x;
  return {left, y - 0.73 * size, left + width, y};
}

std::vector<Box> boxes_of_cell_numbers(const std::string& svg) {
  std::vector<Box> boxes;
  for (const std::smatch& text :
       matches(svg,
               "<text x=\"([0-9.]+)\" y=\"([0-9.]+)\" font-size=\"([0-9.]+)\" "
               "text-anchor=\"start\" fill=\"#5b6675\">([0-9]+)<"))
    boxes.push_back(box_of_text(text, false));
  return boxes;
}

std::vector<Box> boxes_of_path(const std::string& svg) {
  std::vector<Box> boxes;
  for (const std::smatch& line : matches(svg, "<polyline points=\"([^\"]*)\"")) {
    const std::string points = line[1];
    const auto corners = matches(points, "([0-9.]+),([0-9.]+)");
    for (std::size_t i = 1; i < corners.size(); ++i) {
      const double x = std::stod(corners[i - 1][1]), y = std::stod(corners[i - 1][2]);
      const double to_x = std::stod(corners[i][1]), to_y = std::stod(corners[i][2]);
      boxes.push_back({std::min(x, to_x) - 2, std::min(y, to_y) - 2, std::max(x, to_x) + 2,
                       std::max(y, to_y) + 2});
    }
  }
  for (const std::smatch& mark :
       matches(svg, "<circle cx=\"([0-9.]+)\" cy=\"([0-9.]+)\" r=\"([0-9.]+)\"")) {
    const double x = std::stod(mark[1]), y = std::stod(mark[2]), r = std::stod(mark[3]);
    boxes.push_back({x - r, y - r, x + r, y + r});
  }
  return boxes;
}

TEST(MazeSvg, ThePathAndTheNumbersOfCellsDoNotCoverEachOther) {
  for (const glm::ivec3 dims : {glm::ivec3(12, 12, 1), glm::ivec3(11), glm::ivec3(5)})
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const auto maze = random_maze(dims, dims.z == 1 ? Layers::flat : Layers::all, seed);
      const std::string svg = maze_svg(*maze, true);
      const auto numbers = boxes_of_cell_numbers(svg);
      ASSERT_EQ(numbers.size(), static_cast<std::size_t>(maze->grid().maze_cells()));
      int covered = 0;
      for (const Box& path : boxes_of_path(svg))
        for (const Box& number : numbers) covered += meet(path, number);
      EXPECT_EQ(covered, 0) << dims.x << " cells a side, seed " << seed;
    }
}

TEST(MazeSvg, TheNumbersOfMovesStayClearOfTheNumberOfTheirCell) {
  const auto maze = testing::flat_maze(3, 2, {{1, 2}, {2, 3}, {1, 4}, {4, 5}, {3, 6}});
  std::vector<CellId> rests;  // every other move ends in cell 2, so its numbers are not consecutive
  rests.reserve(13);
  for (int i = 0; i < 12; ++i) rests.push_back(CellId(i % 2 == 0 ? 1 : 0));
  rests.push_back(CellId(5));
  const std::string svg = maze_svg(*maze, rests);
  std::vector<Box> moves;
  for (const std::smatch& text :
       matches(svg,
               "<text x=\"([0-9.]+)\" y=\"([0-9.]+)\" font-size=\"([0-9.]+)\" "
               "text-anchor=\"middle\" font-weight=\"bold\" fill=\"#8a4b00\">([-0-9 ]+)<"))
    moves.push_back(box_of_text(text, true));
  ASSERT_GE(moves.size(), 6u);
  for (const Box& move : moves)
    for (const Box& number : boxes_of_cell_numbers(svg)) EXPECT_FALSE(meet(move, number));
}

// Returns the square under the start, in a maze whose start is the first cell.
Box box_of_start(const std::string& svg) {
  const auto squares = matches(svg,
                               "<rect x=\"([0-9.]+)\" y=\"([0-9.]+)\" width=\"([0-9.]+)\" "
                               "height=\"([0-9.]+)\" fill=\"#ffd9c7\"");
  const double x = std::stod(squares.at(0)[1]), y = std::stod(squares.at(0)[2]);
  return {x, y, x + std::stod(squares.at(0)[3]), y + std::stod(squares.at(0)[4])};
}

TEST(MazeSvg, ASingleNumberOfAMoveStandsInTheMiddleOfItsCell) {
  const auto maze = testing::flat_maze(3, 2, {{1, 2}, {2, 3}, {1, 4}, {4, 5}, {3, 6}});
  const std::string svg = maze_svg(*maze, std::vector<CellId>{CellId(1), CellId(5)});
  const Box start = box_of_start(svg);
  const auto number = matches(svg,
                              "<text x=\"([0-9.]+)\" y=\"([0-9.]+)\" font-size=\"([0-9.]+)\" "
                              "text-anchor=\"middle\"[^>]*>1<");
  ASSERT_EQ(number.size(), 1u);
  const double side = start.right - start.left;
  EXPECT_NEAR(std::stod(number[0][1]), start.left + 1.5 * side, 0.1)
      << "of the cell beside the start";
  const double digits = 0.73 * std::stod(number[0][3]);
  EXPECT_NEAR(std::stod(number[0][2]) - digits / 2, (start.top + start.bottom) / 2, 1);
}

TEST(MazeSvg, ARunThatChangesItsLayerIsMarkedUnderBothTriangles) {
  const Maze maze(Grid(glm::ivec3(2), Layers::all),
                  testing::passages({{1, 2}, {1, 3}, {2, 4}, {1, 5}, {5, 6}, {5, 7}, {6, 8}}),
                  CellId(0), CellId(7));
  const std::string svg = maze_svg(maze, std::vector<CellId>{CellId(4), CellId(5), CellId(7)});
  const auto triangles = matches(svg, "<path d=\"M([0-9.]+),([0-9.]+) h9 l-4.5,(-?8) z\"");
  int marked = 0;
  for (const std::smatch& mark : matches(
           svg, "<path d=\"M([0-9.]+),([0-9.]+) L([0-9.]+),([0-9.]+)\"[^>]*stroke-width=\"14\"")) {
    if (mark[1] != mark[3] || mark[2] != mark[4]) continue;  // a step within a layer
    for (std::size_t i = 0; i < 2; ++i) {                    // not the marks of the legend
      const double x = std::stod(triangles.at(i)[1]) + 4.5;
      const double y = std::stod(triangles.at(i)[2]) + std::stod(triangles.at(i)[3]) / 2;
      marked += std::abs(x - std::stod(mark[1])) < 0.1 && std::abs(y - std::stod(mark[2])) < 0.1;
    }
  }
  EXPECT_EQ(marked, 2);
}

TEST(MazeSvg, TheWordsOfItsLegendFollowEachOther) {
  const std::string svg = maze_svg(*random_maze(glm::ivec3(3), Layers::all, 1), true);
  const std::string legend = svg.substr(svg.rfind("<text", svg.find(">S start<")));
  double end = 0;
  const auto words = matches(
      legend,
      "<text x=\"([0-9.]+)\" y=\"([0-9.]+)\" font-size=\"13.00\" text-anchor=\"start\">([^<]+)<");
  ASSERT_EQ(words.size(), 5u) << "start, target, up, down and the path";
  for (const std::smatch& word : words) {
    EXPECT_GT(std::stod(word[1]), end) << word[3];
    end = std::stod(word[1]) + 0.55 * 13 * static_cast<double>(word[3].length());
  }
  const auto triangles = matches(legend, "<path d=\"M([0-9.]+),([0-9.]+) h9 ");
  ASSERT_EQ(triangles.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_GT(std::stod(words[i + 2][1]), std::stod(triangles[i][1]) + 9) << "beside its triangle";
}

}  // namespace
}  // namespace marblemaze
