#include <algorithm>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "maze/base/random.h"
#include "maze/grid/generator.h"
#include "render/scene/walls.h"

namespace marblemaze {
namespace {

/// Returns the distance along the ray, in multiples of `direction`, at which it meets a wall.
std::optional<double> meets(const WallFace& wall, glm::dvec3 eye, glm::dvec3 direction) {
  if (direction[wall.axis] == 0) return std::nullopt;
  const double at = (wall.corner[wall.axis] - eye[wall.axis]) / direction[wall.axis];
  if (at <= 0) return std::nullopt;
  for (int axis = 0; axis < 3; ++axis) {
    if (axis == wall.axis) continue;
    const double across = eye[axis] + at * direction[axis] - wall.corner[axis];
    if (across <= 1e-9 || across >= 1 - 1e-9) return std::nullopt;
  }
  return at;
}

/// Casts random rays and compares the order of the walls that they meet with the drawing order.
void expect_painters_order(const Maze& maze, glm::dvec3 eye, Rng& rng) {
  WallOrder order(maze);
  const auto walls = order.back_to_front(eye);
  ASSERT_EQ(walls.size(), order.walls().size());
  for (int ray = 0; ray < 60; ++ray) {
    const glm::dvec3 through(rng.unit() * maze.grid().dims().x, rng.unit() * maze.grid().dims().y,
                             rng.unit() * maze.grid().dims().z);
    double before = 1e300;
    for (const WallFace& wall : walls)
      if (const auto at = meets(wall, eye, through - eye)) {
        ASSERT_LE(*at, before);
        before = *at;
      }
  }
}

TEST(WallOrder, DrawsFarWallsBeforeNearOnesSeenFromOutside) {
  Rng rng(5);
  const Maze maze = generate_kruskal({5, 5, 5}, Layers::outer, 3);
  for (int i = 0; i < 60; ++i)
    expect_painters_order(maze, {rng.between(-12, 17), rng.between(-12, 17), rng.between(-12, 17)},
                          rng);
}

TEST(WallOrder, DrawsFarWallsBeforeNearOnesSeenFromInside) {
  Rng rng(6);
  const Maze maze = generate_kruskal({4, 3, 5}, Layers::all, 9);
  for (int i = 0; i < 60; ++i)
    expect_painters_order(maze, {rng.between(0, 4), rng.between(0, 3), rng.between(0, 5)}, rng);
}

TEST(WallOrder, HoldsEveryWallOnce) {
  const Maze maze = generate_kruskal({4, 4, 4}, Layers::outer, 2);
  WallOrder order(maze);
  std::vector<WallFace> drawn(order.back_to_front({9, -3, 1.5}).begin(),
                              order.back_to_front({9, -3, 1.5}).end());
  for (const WallFace& wall : order.walls())
    EXPECT_EQ(std::count(drawn.begin(), drawn.end(), wall), 1);
}

TEST(WallOrder, SortsAFewWallsAsItOrdersAll) {
  Rng rng(7);
  const Maze maze = generate_kruskal({5, 4, 6}, Layers::all, 4);
  WallOrder order(maze);
  for (int i = 0; i < 60; ++i) {
    const glm::ivec3 eye =
        order.eye_cell({rng.between(-3, 8), rng.between(-3, 7), rng.between(-3, 9)});
    std::vector<WallFace> walls(order.walls().begin(), order.walls().end());
    order.sort_back_to_front(walls, eye);
    EXPECT_TRUE(std::ranges::equal(walls, order.seen_from(eye)));
  }
}

TEST(WallOrder, KeepsOnlyTheLayersAskedFor) {
  const Maze maze = generate_kruskal({3, 3, 3}, Layers::all, 2);
  WallOrder order(maze, {0, 0, 0}, {3, 3, 1});
  for (const WallFace& wall : order.walls()) EXPECT_LE(wall.corner.z, 1);
  EXPECT_LT(order.walls().size(), WallOrder(maze).walls().size());
}

}  // namespace
}  // namespace marblemaze
