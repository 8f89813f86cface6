#include "maze/grid/orientation_scheme.h"

#include <cmath>
#include <set>

#include <glm/geometric.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "maze/world/scene.h"
#include "maze/world/world.h"
#include "support/bad_input.h"
#include "support/mazes.h"

namespace marblemaze {
namespace {

using testing::error_message_of;
using ::testing::HasSubstr;

std::vector<OrientationScheme> all_schemes() {
  return {OrientationScheme(ControlScheme::flat_4, Layers::flat),
          OrientationScheme(ControlScheme::cube_8, Layers::all),
          OrientationScheme(ControlScheme::cube_24, Layers::all),
          OrientationScheme(ControlScheme::cube_24, Layers::outer, {3, 2, 0.1})};
}

std::vector<OrientationId> orientations(const OrientationScheme& scheme) {
  std::vector<OrientationId> ids;
  for (OrientationId o(0); o.index < scheme.orientations(); ++o.index) ids.push_back(o);
  return ids;
}

/// Independent oracle: Rodrigues' rotation formula.
glm::dvec3 rotated(glm::dvec3 v, glm::dvec3 axis, double angle) {
  return v * std::cos(angle) + glm::cross(axis, v) * std::sin(angle) +
         axis * glm::dot(axis, v) * (1 - std::cos(angle));
}

int steepest_axis(glm::dvec3 up) {
  const glm::dvec3 size = glm::abs(up);
  return size.x > size.y && size.x > size.z ? 0 : size.y > size.z ? 1 : 2;
}

TEST(OrientationScheme, TurnMovesTheNextUpVectorToTheOldPosition) {
  for (const OrientationScheme& scheme : all_schemes())
    for (OrientationId from : orientations(scheme))
      for (MoveId move : scheme.move_ids()) {
        const Turn& turn = scheme.turn(from, move);
        const glm::dvec3 carried = rotated(scheme.up(turn.to), turn.axis, turn.turn_angle_rad);
        EXPECT_LT(glm::distance(carried, scheme.up(from)), 1e-12);
        EXPECT_NEAR(glm::length(turn.axis), 1, 1e-12);
        EXPECT_NEAR(glm::dot(turn.axis, scheme.up(from)), 0, 1e-12) << "the axis is horizontal";
        EXPECT_GT(turn.turn_angle_rad, 0);
        EXPECT_LT(turn.turn_angle_rad, 2) << "never more than to a neighbouring corner";
      }
}

TEST(FourOrientations, TurnClockwiseThroughTheCornersInOrder) {
  const OrientationScheme scheme(ControlScheme::flat_4, Layers::flat);
  const std::vector<glm::dvec3> corners{{1, 1, 0}, {-1, 1, 0}, {-1, -1, 0}, {1, -1, 0}};
  for (OrientationId o : orientations(scheme)) {
    const int i = o.index;
    EXPECT_LT(glm::distance(scheme.up(o), corners[i] / std::sqrt(2.0)), 1e-12);
    EXPECT_EQ(scheme.turn(o, MoveId(0)).to.index, (o.index + 1) % 4);
    EXPECT_EQ(scheme.turn(o, MoveId(1)).to.index, (o.index + 3) % 4);
    EXPECT_NEAR(scheme.turn(o, MoveId(0)).turn_angle_rad, std::acos(0.0), 1e-12);
    EXPECT_FALSE(scheme.turn(o, MoveId(0)).within_corner);
  }
  EXPECT_EQ(scheme.move_name(OrientationId(2), MoveId(0)), "clockwise");
  EXPECT_EQ(scheme.move_name(OrientationId(2), MoveId(1)), "counter-clockwise");
}

TEST(EightOrientations, HaveTheSignsOfUpAsTheirBits) {
  const OrientationScheme scheme(ControlScheme::cube_8, Layers::all);
  for (OrientationId o : orientations(scheme)) {
    for (int axis = 0; axis < 3; ++axis)
      EXPECT_NEAR(scheme.up(o)[axis], ((o.index >> axis) & 1 ? -1 : 1) / std::sqrt(3.0), 1e-12);
    EXPECT_EQ(scheme.corner(o), o.index);
    for (MoveId move : scheme.move_ids()) {
      const Turn& turn = scheme.turn(o, move);
      EXPECT_EQ(turn.to.index, o.index ^ (1 << move.index)) << "move k flips component k";
      // Two neighbouring corners of a cube are acos(1/3) apart as seen from the cube centre.
      EXPECT_NEAR(turn.turn_angle_rad, std::acos(1.0 / 3.0), 1e-12);
      EXPECT_EQ(scheme.turn(turn.to, move).to, o) << "the same move leads back";
    }
  }
  EXPECT_EQ(scheme.move_name(OrientationId(5), MoveId(1)), "flip y");
  EXPECT_EQ(scheme.orientation_name(OrientationId(5)), "up (-,+,-)");
}

TEST(TwentyFourOrientations, AreAllSignedCyclicPermutationsOfTheTriple) {
  const OrientationScheme scheme(ControlScheme::cube_24, Layers::all, {1, 0.825, 0.408});
  const double length = std::sqrt(1 + 0.825 * 0.825 + 0.408 * 0.408);
  const double sizes[] = {1 / length, 0.825 / length, 0.408 / length};
  std::set<std::pair<int, int>> seen;  // corner, steepest axis
  for (OrientationId o : orientations(scheme)) {
    const int corner = o.index / 3, f = o.index % 3;
    EXPECT_EQ(scheme.corner(o), corner);
    for (int rank = 0; rank < 3; ++rank) {
      const int axis = (f + rank) % 3;
      EXPECT_NEAR(scheme.up(o)[axis], ((corner >> axis) & 1 ? -1 : 1) * sizes[rank], 1e-12);
    }
    EXPECT_TRUE(seen.emplace(corner, steepest_axis(scheme.up(o))).second);
  }
  EXPECT_EQ(seen.size(), 24u);
}

TEST(TwentyFourOrientations, MovesLeanWithinACornerOrFlipOneComponent) {
  const OrientationScheme scheme(ControlScheme::cube_24, Layers::all);
  for (OrientationId o : orientations(scheme))
    for (MoveId move : scheme.move_ids()) {
      const Turn& turn = scheme.turn(o, move);
      const glm::dvec3 from = scheme.up(o), to = scheme.up(turn.to);
      const int steepest = steepest_axis(from);
      EXPECT_EQ(turn.within_corner, move.index < 2);
      if (turn.within_corner) {
        EXPECT_EQ(steepest_axis(to), (steepest + 1 + move.index) % 3);
        // The marble rests on the same walls, so it stays in its cell.
        const auto a = scheme.down(o), b = scheme.down(turn.to);
        EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end()));
        continue;
      }
      EXPECT_EQ(scheme.turn(turn.to, move).to, o) << "the same move leads back";
      glm::dvec3 flipped = from;
      flipped[(steepest + (move.index == 2 ? 2 : 1)) % 3] *= -1;
      EXPECT_EQ(to, flipped) << "the smallest component for move 2, the middle one for move 3";
    }
  const OrientationId z_steepest(2);  // corner 0, largest on z, then x, then y
  EXPECT_EQ(scheme.move_name(z_steepest, MoveId(0)), "lean to x");
  EXPECT_EQ(scheme.move_name(z_steepest, MoveId(2)), "flip y");
  EXPECT_EQ(scheme.orientation_name(z_steepest), "up (+,+,+) steepest z");
}

TEST(OrientationScheme, RejectsSchemesThatTheMazeDoesNotSupport) {
  using enum ControlScheme;
  for (const auto& [control, layers, slopes, message] :
       std::vector<std::tuple<ControlScheme, Layers, SlopeTriple, const char*>>{
           {ControlScheme{7}, Layers::all, kDefaultSlopes, "8 or 24"},
           {flat_4, Layers::all, kDefaultSlopes, "8 or 24 for a cube"},
           {cube_8, Layers::flat, kDefaultSlopes, "4 for a flat maze"},
           {cube_24, Layers::all, {1, 1, 0.5}, "(1, 1, 0.5): expected three numbers a > b > c > 0"},
           {cube_24, Layers::all, {1, 0.5, 0}, "0.5, 0)"},
           {cube_24, Layers::all, {1, 0.9995, 0.5}, "at least 0.001 apart"},
           {cube_24, Layers::all, {1, 0.5, 0.4998}, "at least 0.001 apart"},
           {cube_24, Layers::all, {1, 0.998, 0.5}, "accepted"},
           {cube_24, Layers::all, {1, 0.5, 0.499}, "accepted"}})
    EXPECT_THAT(error_message_of([&, &c = control, &l = layers, &s = slopes] {
                  return OrientationScheme(c, l, s);
                }),
                HasSubstr(message));
}

std::string axes_without_a_wall_below(const Maze& maze, CellId cell, glm::dvec3 up) {
  std::string axes;
  for (int axis = 0; axis < 3; ++axis)
    if (up[axis] != 0 && !maze.has_wall(maze.grid().position(cell), {axis, up[axis] > 0 ? -1 : +1}))
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

TEST(StillScene, TheMarbleTouchesTheLowerWallsOfItsCellAndTheMazeIsUpright) {
  const auto maze = testing::random_maze({3, 4, 5}, Layers::all, 68502);
  const OrientationScheme scheme(ControlScheme::cube_24, Layers::all);
  for (CellId cell(0); cell.index < maze->grid().box_cells(); ++cell.index)
    for (OrientationId o(0); o.index < 24; ++o.index) {
      const Scene scene = resting_scene(*maze, scheme, scheme.state(cell, o), 0.25, 0.06);
      const glm::dvec3 up = scheme.up(o), place = scene.marble_in_maze();
      EXPECT_LT(glm::distance(scene.maze_pose.rotation * up, {0, 0, 1}), 1e-9);
      const glm::dvec3 low(maze->grid().position(cell));
      for (int axis = 0; axis < 3; ++axis) {
        const double wall = up[axis] > 0 ? low[axis] + 0.03 : low[axis] + 1 - 0.03;
        EXPECT_NEAR(std::abs(place[axis] - wall), 0.25, 1e-9);
        EXPECT_TRUE(place[axis] > low[axis] && place[axis] < low[axis] + 1);
      }
    }
}

TEST(MazeRules, ABalancedMarbleIsNeverInTheTargetAndAnyMoveMayTipIt) {
  const auto maze = testing::random_maze(glm::ivec3(3), Layers::all, 1);
  const auto scheme =
      std::make_shared<const OrientationScheme>(ControlScheme::cube_24, Layers::all);
  const MazeRules rules(maze, scheme);
  const StateId resting = scheme->state(maze->target(), OrientationId(5));
  EXPECT_TRUE(rules.is_goal(resting));
  EXPECT_TRUE(rules.certain_result(resting, MoveId(0)).has_value());
  const StateId balanced = scheme->state(maze->target(), OrientationId(5), 2);
  EXPECT_TRUE(rules.is_balanced(balanced));
  EXPECT_FALSE(rules.is_goal(balanced));
  EXPECT_FALSE(rules.certain_result(balanced, MoveId(0)).has_value());
}

}  // namespace
}  // namespace marblemaze
