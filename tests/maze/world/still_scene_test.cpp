#include <gtest/gtest.h>

#include "maze/world/scene.h"
#include "support/mazes.h"

namespace marblemaze {
namespace {

TEST(StillScene, TheMarbleTouchesTheLowerWallsOfItsCellAndTheMazeIsUpright) {
  const auto maze = testing::random_maze({3, 4, 5}, Layers::all, 68502);
  const OrientationScheme scheme(ControlScheme::cube_24, Layers::all);
  for (CellId cell(0); cell.index < maze->grid().box_cells(); ++cell.index)
    for (OrientationId o(0); o.index < 24; ++o.index) {
      const Scene scene = still_scene(*maze, scheme, scheme.state(cell, o), 0.25, 0.06);
      const glm::dvec3 up = scheme.up(o), place = scene.marble_in_maze();
      EXPECT_LT(glm::distance(scene.maze_pose.rotation * up, {0, 0, 1}), 1e-9);
      const glm::dvec3 low(maze->grid().position(cell));
      for (int axis = 0; axis < 3; ++axis) {
        const double wall =
            up[axis] > 0 ? low[axis] + 0.03 : low[axis] + 1 - 0.03;  // surface of the wall
        EXPECT_NEAR(std::abs(place[axis] - wall), 0.25, 1e-9);
        EXPECT_TRUE(place[axis] > low[axis] && place[axis] < low[axis] + 1);
      }
    }
}

}  // namespace
}  // namespace marblemaze
