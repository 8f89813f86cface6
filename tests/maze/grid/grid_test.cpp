#include "maze/grid/grid.h"

#include <cmath>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/bad_input.h"

namespace marblemaze {
namespace {

using ::testing::AllOf;
using testing::bad_input_of;
using ::testing::HasSubstr;

TEST(Grid, NumbersCellsRowByRowAndLayerByLayer) {
  const Grid grid({3, 4, 5}, Layers::all);
  EXPECT_EQ(cell_number(grid.cell({0, 0, 0})), 1);
  EXPECT_EQ(cell_number(grid.cell({2, 0, 0})), 3);
  EXPECT_EQ(cell_number(grid.cell({0, 1, 0})), 4);
  EXPECT_EQ(cell_number(grid.cell({0, 0, 1})), 13);
  EXPECT_EQ(cell_number(grid.cell({2, 3, 4})), 60);
}

TEST(Grid, GivesEachCellOfTheThesis3x3x3CubeItsNumber) {
  const Grid grid(glm::ivec3(3), Layers::all);
  int expected = 0;
  for (int z = 0; z < 3; ++z)
    for (int y = 0; y < 3; ++y)
      for (int x = 0; x < 3; ++x) {
        const CellId cell = grid.cell({x, y, z});
        EXPECT_EQ(cell_number(cell), z * 9 + y * 3 + x + 1);
        EXPECT_EQ(cell_number(cell), ++expected);
        EXPECT_EQ(grid.position(cell), glm::ivec3(x, y, z));
      }
}

TEST(Grid, APointIsInOneCellOrNone) {
  const Grid grid(glm::ivec3(3), Layers::outer);
  EXPECT_EQ(grid.cell_at({0, 0, 0}), grid.cell({0, 0, 0}));
  EXPECT_EQ(grid.cell_at({2.999, 1.5, 0.2}), grid.cell({2, 1, 0}));
  EXPECT_FALSE(grid.cell_at({1.5, 1.5, 1.5}).valid()) << "the hollow core";
  for (const double outside : {-1e-9, 3.0, -1e300, 1e300, double(NAN), double(INFINITY)})
    for (int axis = 0; axis < 3; ++axis) {
      glm::dvec3 place(0.5);
      place[axis] = outside;
      EXPECT_FALSE(grid.cell_at(place).valid()) << outside;
    }
}

TEST(Grid, CellOwnsTheWallsOnItsPositiveSides) {
  const Grid grid(glm::ivec3(3), Layers::all);
  EXPECT_EQ(grid.wall_number(CellId(0), {0, +1}), 1);
  EXPECT_EQ(grid.wall_number(CellId(0), {1, +1}), 2);
  EXPECT_EQ(grid.wall_number(CellId(0), {2, +1}), 3);
  for (int j = 1; j <= 27; ++j)
    for (int axis = 0; axis < 3; ++axis)
      EXPECT_EQ(grid.wall_number(CellId(j - 1), {axis, +1}), 3 * j - 2 + axis);
}

TEST(Grid, TwoNeighboursAgreeOnTheNumberOfTheWallBetweenThem) {
  const Grid grid({4, 3, 2}, Layers::all);
  for (CellId cell(0); cell.index < grid.box_cells(); ++cell.index)
    for (Direction direction : kDirections) {
      const auto other = grid.neighbour(cell, direction);
      if (!other) continue;
      EXPECT_EQ(grid.wall_number(cell, direction), grid.wall_number(*other, direction.opposite()));
      EXPECT_EQ(grid.direction_between(cell, *other), direction);
      EXPECT_EQ(grid.neighbour(*other, direction.opposite()), cell);
    }
}

TEST(Grid, NoTwoWallsShareANumber) {
  const Grid grid({2, 3, 4}, Layers::all);
  std::multiset<int> numbers;
  for (CellId cell(0); cell.index < grid.box_cells(); ++cell.index)
    for (int axis = 0; axis < 3; ++axis) numbers.insert(*grid.wall_number(cell, {axis, +1}));
  EXPECT_EQ(std::set<int>(numbers.begin(), numbers.end()).size(), numbers.size());
  EXPECT_FALSE(grid.wall_number(CellId(0), {0, -1})) << "the outermost walls there have no number";
}

TEST(Grid, OuterLayerLeavesTheCoreHollow) {
  const Grid grid(glm::ivec3(5), Layers::outer);
  EXPECT_EQ(grid.box_cells(), 125);
  EXPECT_EQ(grid.maze_cells(), 125 - 27);
  EXPECT_FALSE(grid.in_maze(glm::ivec3(2, 2, 2)));
  EXPECT_TRUE(grid.in_maze(glm::ivec3(2, 2, 0)));
  EXPECT_EQ(cell_number(grid.cell({2, 2, 4})), 113) << "cells keep the full cube's numbers";
}

TEST(Grid, OuterLayerOfATwoCellSideIsTheWholeBox) {
  EXPECT_EQ(Grid({2, 5, 5}, Layers::outer).maze_cells(), 50);
  EXPECT_EQ(Grid(glm::ivec3(2), Layers::outer).maze_cells(), 8);
}

TEST(Grid, RejectsSidesOutOfRange) {
  for (int side : {0, 1, -3, 65, 100000})
    EXPECT_THAT(bad_input_of([&] { return Grid(glm::ivec3(side), Layers::all); }),
                AllOf(HasSubstr(std::to_string(side)), HasSubstr("2 to 64")));
  EXPECT_EQ(bad_input_of([] { return Grid(glm::ivec3(64), Layers::all); }), "accepted");
  EXPECT_EQ(bad_input_of([] { return Grid({2, 64, 1}, Layers::flat); }), "accepted");
}

TEST(Grid, FlatMazeIsOneCellDeep) {
  EXPECT_THAT(bad_input_of([] {
                return Grid({4, 4, 2}, Layers::flat);
              }),
              AllOf(HasSubstr("4x4x2"), HasSubstr("WxHx1")));
  EXPECT_THAT(bad_input_of([] { return Grid({4, 4, 1}, Layers::all); }), HasSubstr("1 along z"));
}

TEST(Layers, UnknownNameIsQuoted) {
  EXPECT_THAT(bad_input_of([] { return layers_from_string("onion"); }),
              AllOf(HasSubstr("'onion'"), HasSubstr("all, outer or flat")));
  for (const char* name : {"all", "outer", "flat"})
    EXPECT_EQ(to_string(layers_from_string(name)), name);
}

}  // namespace
}  // namespace marblemaze
