#include <gmock/gmock.h>

#include "agent/tilt/tilt_policy.h"
#include "support/mazes.h"

namespace marblemaze {
namespace {

using ::testing::HasSubstr;

TEST(PathToTarget, IsTheLengthOfTheLineThroughThePassages) {
  // 1 2    From the middle of 1: half a cell to the passage, a quarter turn in 2, half a cell in 4.
  // 3 4
  const PathToTarget way(testing::flat_maze(2, 2, {{1, 2}, {2, 4}, {1, 3}}));
  EXPECT_NEAR(way.distance_from({0.5, 0.5, 0.5}), 0.5 + std::sqrt(0.5) + 0.5, 1e-12);
  EXPECT_NEAR(way.distance_from({0.5, 1.5, 0.5}), 0.5 + std::sqrt(0.5) * 2 + 0.5, 1e-12);
  EXPECT_NEAR(way.distance_from({1.5, 1.5, 0.5}), 0, 1e-12);
  EXPECT_GT(way.distance_from({-1, 0, 0}), 3) << "outside";
}

TEST(FloorPolicy, TurnsACommonWallBelowTheMarbleAndSlopesIt) {
  // The path leads through two cells along x. In both cells, the wall towards -z is already below
  // the marble.
  const auto maze = testing::flat_maze(3, 2, {{1, 2}, {2, 5}, {5, 4}, {5, 6}, {2, 3}});
  const auto floor = tilt_policies().at("floor").make({maze, {1, 1}, 1.0 / 120, false, nullptr});
  const TiltChoice choice = floor->decide({.marble = {0.5, 0.5, 0.25}, .down = {0, 0, -1}});
  EXPECT_THAT(choice.reason, HasSubstr("along +x"));
  EXPECT_THAT(choice.reason, HasSubstr("towards -z"));
  EXPECT_THAT(choice.reason, HasSubstr("cell 2, 2 cells from the target"));
  // Gravity must turn towards +x in the maze. By the right-hand rule, the maze turns about -y.
  EXPECT_GT(glm::dot(glm::cross(choice.command, glm::dvec3(0, 0, -1)), glm::dvec3(-1, 0, 0)), 0.1);
  const TiltChoice fast =
      floor->decide({.marble = {0.5, 0.5, 0.25}, .velocity = {3, 0, 0}, .down = {0, 0, -1}});
  EXPECT_GT(glm::dot(glm::cross(fast.command, glm::dvec3(0, 0, -1)), glm::dvec3(1, 0, 0)), 0.1)
      << "a marble that is too fast is braked";
}

}  // namespace
}  // namespace marblemaze
