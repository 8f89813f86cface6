#include "maze/grid/resting.h"

#include <gtest/gtest.h>

#include "support/mazes.h"

namespace marblemaze {
namespace {

/// Returns the axes by definition: those on which a lower side of the cell has no wall.
std::string axes_without_a_wall_below(const Maze& maze, CellId cell, glm::dvec3 up) {
  std::string axes;
  for (int axis = 0; axis < 3; ++axis)
    if (up[axis] != 0 && !maze.wall(maze.grid().position(cell), {axis, up[axis] > 0 ? -1 : +1}))
      axes += static_cast<char>('x' + axis);
  return axes;
}

TEST(Resting, AMarbleRestsOnlyOnClosedSides) {
  const auto maze = testing::random_maze(glm::ivec3(4), Layers::outer, 68501);
  for (const ControlScheme control : {ControlScheme::cube_8, ControlScheme::cube_24}) {
    const OrientationScheme scheme(control, Layers::outer);
    int resting = 0;
    for (CellId cell(0); cell.index < maze->grid().box_cells(); ++cell.index)
      for (OrientationId o(0); o.index < scheme.orientations(); ++o.index) {
        const StateId state = scheme.state(cell, o);
        if (!maze->grid().in_maze(cell)) {
          EXPECT_FALSE(can_rest(*maze, scheme, state)) << "a hollow cell";
          continue;
        }
        const std::string missing = axes_without_a_wall_below(*maze, cell, scheme.up(o));
        EXPECT_EQ(can_rest(*maze, scheme, state), missing.empty());
        resting += missing.empty();
        const int bits = missing_walls_below(*maze, scheme, cell, o);
        EXPECT_EQ(bits == 0 ? "" : missing_axes(scheme.state(cell, o, bits)), missing);
      }
    EXPECT_GT(resting, 0);
  }
}

}  // namespace
}  // namespace marblemaze
