#include "render/scene/walls.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "maze/base/random.h"
#include "maze/grid/generator.h"

namespace marblemaze {
namespace {

/// Returns the distance at which a ray meets a wall, in multiples of the length of `direction`.
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

/// Casts random rays, and expects the walls on each ray in back-to-front order.
void expect_painters_order(const Maze& maze, glm::dvec3 eye, Rng& rng) {
  const glm::ivec3 dims = maze.grid().dims();
  std::vector<WallFace> walls = walls_of(maze);
  sort_back_to_front(walls, eye_cell_of(eye, dims), dims);
  for (const WallFace& wall : walls_of(maze)) ASSERT_EQ(std::ranges::count(walls, wall), 1);
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

TEST(Walls, DrawFarWallsBeforeNearWallsFromInsideAndOutside) {
  Rng rng(5);
  const Maze hollow = generate_kruskal({5, 5, 5}, Layers::outer, 3),
             full = generate_kruskal({4, 3, 5}, Layers::all, 9);
  for (int i = 0; i < 60; ++i) {
    expect_painters_order(hollow,
                          {rng.between(-12, 17), rng.between(-12, 17), rng.between(-12, 17)}, rng);
    expect_painters_order(full, {rng.between(0, 4), rng.between(0, 3), rng.between(0, 5)}, rng);
  }
}

TEST(Walls, ContainOnlyTheRequestedLayers) {
  const Maze maze = generate_kruskal({3, 3, 3}, Layers::all, 2);
  const std::vector<WallFace> walls = walls_of(maze, {0, 0, 0}, {3, 3, 1});
  for (const WallFace& wall : walls) EXPECT_LE(wall.corner.z, 1);
  EXPECT_LT(walls.size(), walls_of(maze).size());
}

int units(const std::vector<EdgeLine>& lines, bool free_end) {
  int sum = 0;
  for (const EdgeLine& line : lines) {
    const glm::ivec3 along = line.to - line.from;
    if (line.free_end == free_end) sum += along.x + along.y + along.z;
  }
  return sum;
}

/// Two adjacent walls in a plane, and a third wall at a right angle at one end.
const std::vector<WallFace> kAngle{{{0, 0, 0}, 2}, {{1, 0, 0}, 2}, {{2, 0, 0}, 0}};

TEST(EdgeLines, DependOnWhetherWallsMeetEndOrContinue) {
  const auto lines = [](EdgeMode mode) { return edge_lines(kAngle, {3, 3, 3}, mode); };
  for (const EdgeLine& line : lines(EdgeMode::selective))
    EXPECT_FALSE(line.from == glm::ivec3(1, 0, 0) && line.to == glm::ivec3(1, 1, 0));
  EXPECT_EQ(units(lines(EdgeMode::selective), false), 1);
  // Five sides of the two coplanar walls and three sides of the third wall are free.
  EXPECT_EQ(units(lines(EdgeMode::selective), true), 5 + 3);
  EXPECT_EQ(units(lines(EdgeMode::all), false), 10);
  EXPECT_TRUE(lines(EdgeMode::none).empty());
}

TEST(PanelSides, ShowWhereAWallContinuesEndsOrMeetsAnother) {
  using enum PanelSide;
  const auto sides = [](EdgeMode mode) { return panel_sides(kAngle, {3, 3, 3}, mode); };
  // The sides are low x, high x, low y and high y. The third wall meets the second wall at the high
  // x side.
  EXPECT_EQ(sides(EdgeMode::selective)[0], (PanelSides{rim, none, rim, rim}));
  EXPECT_EQ(sides(EdgeMode::selective)[1], (PanelSides{none, joint, rim, rim}));
  for (const PanelSides& wall : sides(EdgeMode::none)) EXPECT_EQ(wall, PanelSides{});
  for (const PanelSides& wall : sides(EdgeMode::all)) EXPECT_EQ(std::ranges::count(wall, none), 0);
}

TEST(PanelSides, HullOfAMazeHasTwelveEdges) {
  const Maze maze = generate_kruskal({4, 4, 4}, Layers::all, 3);
  const std::vector<WallFace> walls = walls_of(maze);
  int hull = 0;
  for (const PanelSides& sides : panel_sides(walls, {4, 4, 4}, EdgeMode::selective))
    for (const PanelSide side : sides) hull += side == PanelSide::hull;
  EXPECT_EQ(hull, 12 * 4 * 2) << "each piece of an edge belongs to two walls";
}

}  // namespace
}  // namespace marblemaze
