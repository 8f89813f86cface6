#include "maze/puzzles/four_bit_maze.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace marblemaze {
namespace {

using ::testing::IsEmpty;

TEST(FourBitMaze, TheExampleOfNellersPageIsLegalAndTurnsOnAtMostTwoOthers) {
  struct Press {
    int state, button, target;
  };
  // 15 (0) 14 (1) 12 (3) 4 (2) 10 (3) 3 (1) 1 (0) 0
  for (const Press& press : std::initializer_list<Press>{
           {15, 0, 14}, {14, 1, 12}, {12, 3, 4}, {4, 2, 10}, {10, 3, 3}, {3, 1, 1}, {1, 0, 0}})
    EXPECT_TRUE(legal_press(press.state, press.button, press.target, true));
}

TEST(FourBitGenerator, GeneratesValidMazesForAThousandSeeds) {
  for (const FourBitRules& rules :
       {FourBitRules{7, false}, FourBitRules{8, false}, FourBitRules{7, true}})
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
      Rng rng(seed);
      const FourBitMaze maze = generate_four_bit_maze(rules, rng).maze;
      ASSERT_THAT(maze.rule_violations(rules), IsEmpty()) << "seed " << seed;
      ASSERT_GE(static_cast<int>(maze.shortest_solution().size()), rules.min_moves);
    }
}

TEST(FourBitMaze, TheMedianNumberOfChangesAgreesWithAnIndependentCount) {
  for (const auto& [min_moves, expected] : {std::pair{7, 205}, std::pair{8, 270}}) {
    std::vector<int> changes;
    for (std::uint64_t seed = 1; seed <= 601; ++seed) {
      Rng rng(seed);
      changes.push_back(generate_four_bit_maze({min_moves, false}, rng).changes);
    }
    std::nth_element(changes.begin(), changes.begin() + 300, changes.end());
    EXPECT_NEAR(changes[300], expected,
                45);  // three standard errors of the medians of 200 and 601 runs
  }
}

TEST(FourBitWorld, FollowsTheTableAndKnowsOnlyThatOffBitsDoNothing) {
  Rng rng(1);
  const FourBitMaze maze = generate_four_bit_maze({}, rng).maze;
  FourBitWorld world(maze);
  EXPECT_EQ(world.tick(), Motion::settled);
  for (const int button : maze.shortest_solution()) {
    const StateId from = world.state();
    EXPECT_FALSE(world.is_goal(from));
    EXPECT_FALSE(world.rules()->certain_result(from, MoveId(button)).has_value());
    world.begin(MoveId(button));
    EXPECT_EQ(world.tick(), Motion::settled);
    EXPECT_EQ(world.state().index, maze.press(from.index, button));
  }
  EXPECT_TRUE(world.is_goal(world.state()));
  EXPECT_EQ(world.rules()->certain_result(StateId(14), MoveId(0)), StateId(14));
}

}  // namespace
}  // namespace marblemaze
