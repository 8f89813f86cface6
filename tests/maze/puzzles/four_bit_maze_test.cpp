#include "maze/puzzles/four_bit_maze.h"

#include <algorithm>
#include <bit>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "maze/base/errors.h"

namespace marblemaze {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Press {
  int state, button, target;
};
// The solution on Neller's page: 15 (0) 14 (1) 12 (3) 4 (2) 10 (3) 3 (1) 1 (0) 0.
constexpr Press kExample[] = {{15, 0, 14}, {14, 1, 12}, {12, 3, 4}, {4, 2, 10},
                              {10, 3, 3},  {3, 1, 1},   {1, 0, 0}};

// Returns a legal table that contains the example's presses.
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
    } catch (const BadInput&) {  // the swap broke another rule; draw again
    }
  }
}

TEST(FourBitMaze, AnOffBitDoesNothingWhenPressed) {
  Rng rng(5);
  const FourBitMaze maze = random_four_bit_maze(rng);
  for (int state = 0; state < 16; ++state) {
    for (int button = 0; button < 4; ++button) {
      if ((state >> button & 1) == 0) {
        EXPECT_EQ(maze.press(state, button), state);
      }
    }
  }
}

TEST(FourBitMaze, APressedOnBitIsOffInTheTargetAndTargetsDiffer) {
  Rng rng(6);
  for (int trial = 0; trial < 200; ++trial) {
    const FourBitMaze maze = random_four_bit_maze(rng);
    for (int state = 0; state < 16; ++state) {
      std::vector<int> targets;
      for (int button = 0; button < 4; ++button) {
        if ((state >> button & 1) == 0) continue;
        EXPECT_EQ(maze.press(state, button) >> button & 1, 0);
        targets.push_back(maze.press(state, button));
      }
      std::sort(targets.begin(), targets.end());
      EXPECT_EQ(std::adjacent_find(targets.begin(), targets.end()), targets.end());
    }
  }
}

TEST(FourBitMaze, TheSeedsExampleIsLegalAndTurnsOnAtMostTwoOthers) {
  for (const Press& press : kExample)
    EXPECT_TRUE(legal_press(press.state, press.button, press.target, true));
  EXPECT_EQ(describe_presses(example_maze(), {0, 1, 3, 2, 3, 1, 0}),
            "15 (0) 14 (1) 12 (3) 4 (2) 10 (3) 3 (1) 1 (0) 0");
}

TEST(FourBitMaze, AnInvalidTableIsRejectedWithTheTransition) {
  FourBitMaze::Table table = example_maze().table();
  table[9][0] = 9;
  try {
    FourBitMaze broken(table);
    FAIL() << "accepted";
  } catch (const BadInput& fault) {
    EXPECT_THAT(fault.what(), HasSubstr("state 9 button 0"));
  }
}

TEST(FourBitMaze, TheStrictRuleAllowsTwoOtherLampsButNotThree) {
  EXPECT_TRUE(legal_press(1, 0, 0b1100, true));
  EXPECT_FALSE(legal_press(1, 0, 0b1110, true));
  EXPECT_TRUE(legal_press(1, 0, 0b1110, false));
}

class FourBitGenerator : public ::testing::TestWithParam<FourBitRules> {};

TEST_P(FourBitGenerator, GivesAValidMazeForAThousandSeeds) {
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

TEST(FourBitMaze, EveryMinimumUpToTheLargestOfferedIsReached) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Rng rng(seed);
    const FourBitRules rules{FourBitRules::kMaxMinMoves, false};
    EXPECT_THAT(generate_four_bit_maze(rules, rng).maze.faults(rules), IsEmpty());
  }
  Rng rng(1);
  EXPECT_THROW((void)generate_four_bit_maze({FourBitRules::kMaxMinMoves + 1, false}, rng),
               BadInput);
  EXPECT_THROW((void)generate_four_bit_maze({0, false}, rng), BadInput);
}

TEST(FourBitMaze, FaultsNameStatesOutOfReachAndTooShortSolutions) {
  Rng rng(11);
  const FourBitMaze maze = generate_four_bit_maze({}, rng).maze;
  FourBitMaze::Table table = maze.table();
  for (auto& row : table) {
    for (auto& target : row) {
      if (target == 0 && &row != &table[0]) target = 16;
    }
  }
  EXPECT_THROW(FourBitMaze{table}, BadInput);
  EXPECT_THAT(maze.faults({FourBitRules::kMaxMinMoves, false}), ::testing::SizeIs(1));
}

TEST(FourBitMaze, TextRoundTripsAndBadLinesAreQuoted) {
  Rng rng(2);
  const FourBitMaze maze = random_four_bit_maze(rng);
  EXPECT_EQ(parse_four_bit_maze(to_text(maze)), maze);
  EXPECT_THROW((void)parse_four_bit_maze("15: 1 2 3\n"), BadInput);
  EXPECT_THROW((void)parse_four_bit_maze("sixteen: 1 2 3 4\n"), BadInput);
  EXPECT_THROW((void)parse_four_bit_maze(""), BadInput);
}

TEST(FourBitMaze, GraphvizShowsStartGoalAndLabels) {
  const std::string dot = to_dot(example_maze());
  EXPECT_THAT(dot, HasSubstr("nowhere -> s15"));
  EXPECT_THAT(dot, HasSubstr("s15 -> s14 [label=\"0\""));
  EXPECT_THAT(dot, HasSubstr("penwidth=3"));
}

TEST(FourBitWorld, PressesAsTheMazeSaysAndKnowsOnlyThatOffBitsDoNothing) {
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

TEST(FourBitMaze, DrawsTheLampsWithTheHighestBitFirst) {
  EXPECT_EQ(lamps(0b1010), "*.*.");
  EXPECT_EQ(lamps(FourBitMaze::kStart), "****");
  EXPECT_EQ(lamps(0), "....");
}

}  // namespace
}  // namespace marblemaze
