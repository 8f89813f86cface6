#include "maze/world/world.h"

#include <gtest/gtest.h>

#include "maze/grid/resting.h"
#include "maze/puzzles/four_bit_maze.h"
#include "maze/puzzles/jump_maze.h"
#include "maze/world/rules.h"
#include "support/mazes.h"

namespace marblemaze {
namespace {

FourBitMaze some_table() {
  Rng rng(1);
  return random_four_bit_maze(rng);
}

TEST(World, SharesItsRulesWithItsCopies) {
  FourBitWorld world(some_table());
  EXPECT_EQ(world.clone()->rules(), world.rules());
}

TEST(World, ReportsWhetherItRestsOrMoves) {
  FourBitWorld world(some_table());
  EXPECT_FALSE(world.at_rest());
  EXPECT_FALSE(world.between_rests()) << "it has not rested yet";
  world.tick();
  EXPECT_TRUE(world.at_rest());
  world.begin(MoveId(0));
  EXPECT_TRUE(world.between_rests());
  EXPECT_TRUE(world.clone()->between_rests());
  world.tick();
  EXPECT_TRUE(world.at_rest());
  world.reset();
  EXPECT_FALSE(world.at_rest());
}

TEST(MazeRules, AreThoseOfTheMazeAndTheScheme) {
  const auto maze = testing::random_maze(glm::ivec3(3), Layers::all, 1);
  const auto scheme =
      std::make_shared<const OrientationScheme>(ControlScheme::cube_24, Layers::all);
  const MazeRules rules(maze, scheme);
  const StateId target = scheme->state(maze->target(), OrientationId(5));
  EXPECT_EQ(rules.moves(target).size(), 4u);
  EXPECT_TRUE(rules.is_goal(target));
  EXPECT_FALSE(rules.is_goal(scheme->state(maze->start(), OrientationId(5))));
  EXPECT_EQ(rules.certain_result(target, MoveId(0)), certain_turn(*scheme, target, MoveId(0)));
  EXPECT_FALSE(rules.certain_result(target, MoveId(2)).has_value());
  const StateId balanced = scheme->state(maze->target(), OrientationId(5), 2);
  EXPECT_TRUE(rules.is_balanced(balanced));
  EXPECT_FALSE(rules.is_goal(balanced)) << "a balanced marble is never in the target";
  EXPECT_FALSE(rules.certain_result(balanced, MoveId(0)).has_value()) << "any move may tip it";
}

}  // namespace
}  // namespace marblemaze
