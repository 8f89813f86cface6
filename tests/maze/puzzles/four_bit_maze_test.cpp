#include "maze/puzzles/four_bit_maze.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "maze/base/errors.h"

namespace marblemaze {
namespace {

using ::testing::IsEmpty;

struct Press {
  int state, button, target;
};
// The solution on Neller's page: 15 (0) 14 (1) 12 (3) 4 (2) 10 (3) 3 (1) 1 (0) 0.
constexpr Press kExample[] = {{15, 0, 14}, {14, 1, 12}, {12, 3, 4}, {4, 2, 10},
                              {10, 3, 3},  {3, 1, 1},   {1, 0, 0}};

// Returns a legal table that contains the presses of kExample.
FourBitMaze example_maze() {
  Rng rng(1);
  for (;;) {
    FourBitMaze::Table table = random_four_bit_maze(rng, true).table();
    for (const Press& press : kExample) {
      auto& row = table[press.state];
      const auto clash = std::find(row.begin(), row.end(), press.target);
      if (clash != row.end()) std::swap(*clash, row[press.button]);
      row[press.button] = static_cast<std::uint8_t>(press.target);
    }
    try {
      return FourBitMaze(table, true);
    } catch (const BadInput&) {  // the swap violated another rule, so draw again
    }
  }
}

TEST(FourBitMaze, TheSeedsExampleIsLegalAndTurnsOnAtMostTwoOthers) {
  for (const Press& press : kExample)
    EXPECT_TRUE(legal_press(press.state, press.button, press.target, true));
  EXPECT_EQ(describe_presses(example_maze(), {0, 1, 3, 2, 3, 1, 0}),
            "15 (0) 14 (1) 12 (3) 4 (2) 10 (3) 3 (1) 1 (0) 0");
}

class FourBitGenerator : public ::testing::TestWithParam<FourBitRules> {};

TEST_P(FourBitGenerator, GeneratesValidMazesForAThousandSeeds) {
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    Rng rng(seed);
    const FourBitMaze maze = generate_four_bit_maze(GetParam(), rng).maze;
    ASSERT_THAT(maze.faults(GetParam()), IsEmpty()) << "seed " << seed;
    ASSERT_GE(static_cast<int>(maze.shortest_solution().size()), GetParam().min_moves);
  }
}
INSTANTIATE_TEST_SUITE_P(Rules, FourBitGenerator,
                         ::testing::Values(FourBitRules{7, false}, FourBitRules{8, false},
                                           FourBitRules{7, true}));

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
  FourBitWorld world(example_maze());
  world.reset();
  EXPECT_EQ(world.tick(), Motion::settled);
  for (const Press& press : kExample) {
    EXPECT_EQ(world.state().index, press.state);
    EXPECT_FALSE(world.is_goal(world.state()));
    EXPECT_FALSE(world.rules()->certain_result(world.state(), MoveId(press.button)).has_value());
    world.begin(MoveId(press.button));
    EXPECT_EQ(world.tick(), Motion::settled);
  }
  EXPECT_TRUE(world.is_goal(world.state()));
  EXPECT_EQ(world.rules()->certain_result(StateId(14), MoveId(0)), StateId(14));
}

}  // namespace
}  // namespace marblemaze
