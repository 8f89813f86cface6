#include <gtest/gtest.h>

#include "agent/belief/world_advice.h"

namespace marblemaze {
namespace {

TEST(PuzzleAdvice, DistancesAreOneAtTheGoal) {
  EXPECT_EQ(four_bit_advice().distance(StateId(0)), 1) << "no lamp burns";
  EXPECT_EQ(four_bit_advice().distance(StateId(15)), 5);
  const JumpMaze maze = parse_jump_maze("2211/1221/221G");
  const Advice advice = jump_advice(maze, UTurns::allowed);
  EXPECT_EQ(advice.distance(StateId(maze.goal)), 1);
  EXPECT_EQ(advice.distance(StateId(0)), 1 + 2 + 3) << "two rows and three columns away";
}

}  // namespace
}  // namespace marblemaze
