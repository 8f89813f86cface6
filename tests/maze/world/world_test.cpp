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

TEST(World, SaysWhetherItRestsIsUnderWayOrNeitherYet) {
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

#ifndef NDEBUG

TEST(WorldDeathTest, AMoveBeginsOnlyAtRest) {
  FourBitWorld world(some_table());
  EXPECT_DEATH(world.begin(MoveId(0)), "at_rest") << "it has not settled at its start";
  world.tick();
  world.begin(MoveId(0));
  EXPECT_DEATH(world.begin(MoveId(0)), "at_rest") << "a move is under way";
}

TEST(WorldDeathTest, AMoveIsOneOfThoseOfTheState) {
  JumpWorld world(parse_jump_maze("2[2]1/122/220"));
  world.tick();
  const auto moves = static_cast<int>(world.moves(world.state()).size());
  EXPECT_DEATH(world.begin(MoveId(moves)), "can_move");
  EXPECT_DEATH(world.begin(MoveId()), "can_move");
}

TEST(WorldDeathTest, HasAStateOnlySinceItFirstRested) {
  FourBitWorld world(some_table());
  EXPECT_DEATH((void)world.state(), "never");
  world.tick();
  world.reset();
  EXPECT_DEATH((void)world.state(), "never");
}

TEST(WorldDeathTest, ChangesItsSchemeAndShowsItsPoseOnlyAtRest) {
  FourBitWorld world(some_table());
  EXPECT_DEATH((void)world.begin_switch(ControlScheme::cube_24), "at_rest");
  EXPECT_DEATH((void)world.pose_key(), "at_rest");
}

TEST(WorldDeathTest, TellsOnlyOfStatesAndOfMovesThatTheyHave) {
  const FourBitWorld world(some_table());
  EXPECT_DEATH((void)world.moves(StateId()), "valid");
  EXPECT_DEATH((void)world.is_goal(StateId()), "valid");
  EXPECT_DEATH((void)world.describe(StateId()), "valid");
  EXPECT_DEATH((void)world.describe(StateId(1), MoveId(4)), "can_move");
  EXPECT_FALSE(world.is_balanced(StateId())) << "which may be asked of no state";
}

/// Changes its rules as it is told.
struct Turncoat : FourBitWorld {
  using FourBitWorld::FourBitWorld;
  using World::use_rules;
};

TEST(WorldDeathTest, AlwaysHasRules) {
  Turncoat world(some_table());
  EXPECT_DEATH(world.use_rules(nullptr), "rules");
}

TEST(RulesDeathTest, NeedAMazeAndAScheme) { EXPECT_DEATH(MazeRules(nullptr, nullptr), "maze_"); }

TEST(RulesDeathTest, OfANumberBoardTellNoHeadingOfAMoveThatThereIsNot) {
  const JumpRules rules(parse_jump_maze("2[2]1/122/220"), UTurns::allowed);
  EXPECT_DEATH((void)rules.heading(StateId(0), MoveId(4)), "legal");
}

#endif

}  // namespace
}  // namespace marblemaze
