#include <gtest/gtest.h>

#include "maze/grid/generator.h"
#include "render/scene/walls.h"

namespace marblemaze {
namespace {

int units(const std::vector<EdgeLine>& lines, bool free_end) {
  int sum = 0;
  for (const EdgeLine& line : lines) {
    const glm::ivec3 along = line.to - line.from;
    if (line.free_end == free_end) sum += along.x + along.y + along.z;
  }
  return sum;
}

/// Two adjacent walls in one plane, and a third wall at a right angle at one end.
const std::vector<WallFace> kAngle{{{0, 0, 0}, 2}, {{1, 0, 0}, 2}, {{2, 0, 0}, 0}};

TEST(EdgeLines, StitchesWallsOfOnePlaneTogether) {
  for (const EdgeLine& line : edge_lines(kAngle, {3, 3, 3}, EdgeMode::selective))
    EXPECT_FALSE(line.from == glm::ivec3(1, 0, 0) && line.to == glm::ivec3(1, 1, 0));
}

TEST(EdgeLines, DrawsAFullLineOnlyWhereWallsMeetAtARightAngle) {
  const auto lines = edge_lines(kAngle, {3, 3, 3}, EdgeMode::selective);
  EXPECT_EQ(units(lines, false), 1);
  // Besides the corner, the two walls in a plane have five free sides, and the third wall has
  // three.
  EXPECT_EQ(units(lines, true), 5 + 3);
}

TEST(EdgeLines, OutlinesEveryWallWhenAllAreAskedFor) {
  EXPECT_EQ(units(edge_lines(kAngle, {3, 3, 3}, EdgeMode::all), false), 10);
}

TEST(EdgeLines, DrawsNothingWhenNoneAreAskedFor) {
  EXPECT_TRUE(edge_lines(kAngle, {3, 3, 3}, EdgeMode::none).empty());
}

TEST(PanelSides, TellWhereAWallGoesOnEndsAndMeetsAnother) {
  using enum PanelSide;
  // Sides: low and high x, low and high y. The third wall meets the second one at its high x.
  const auto sides = panel_sides(kAngle, {3, 3, 3}, EdgeMode::selective);
  EXPECT_EQ(sides[0], (PanelSides{rim, none, rim, rim}));
  EXPECT_EQ(sides[1], (PanelSides{none, joint, rim, rim}));
}

TEST(PanelSides, AreAllThereOrNoneAsAsked) {
  for (const PanelSides& sides : panel_sides(kAngle, {3, 3, 3}, EdgeMode::none))
    EXPECT_EQ(sides, PanelSides{});
  for (const PanelSides& sides : panel_sides(kAngle, {3, 3, 3}, EdgeMode::all))
    for (const PanelSide side : sides) EXPECT_NE(side, PanelSide::none);
}

TEST(PanelSides, TheHullOfAMazeHasTwelveEdges) {
  const Maze maze = generate_kruskal({4, 4, 4}, Layers::all, 3);
  const WallOrder order(maze);
  int hull = 0;
  for (const PanelSides& sides : panel_sides(order.walls(), {4, 4, 4}, EdgeMode::selective))
    for (const PanelSide side : sides) hull += side == PanelSide::hull;
  EXPECT_EQ(hull, 12 * 4 * 2) << "each piece of an edge belongs to two walls";
}

TEST(EdgeLines, JoinsPiecesInARow) {
  const Maze maze = generate_kruskal({5, 5, 5}, Layers::outer, 7);
  const WallOrder order(maze);
  const auto lines = edge_lines(order.walls(), {5, 5, 5}, EdgeMode::selective);
  const int pieces = units(lines, false) + units(lines, true);
  EXPECT_LT(static_cast<int>(lines.size()), pieces);
  EXPECT_LT(units(lines, false), units(edge_lines(order.walls(), {5, 5, 5}, EdgeMode::all), false));
}

}  // namespace
}  // namespace marblemaze
