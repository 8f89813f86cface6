#include <algorithm>

#include <gtest/gtest.h>

#include "engine/bench/report.h"
#include "engine/results/made_episodes.h"

namespace marblemaze {
namespace {

using testing::made_episode;

const RowSpec kDepth{"depth-first", ControlScheme::cube_8, Layers::all, 3},
    kBreadth{"breadth-first", ControlScheme::cube_8, Layers::all, 3},
    kBest{"complete-solution-prediction", ControlScheme::cube_24, Layers::all, 3};

/// Returns a fact that must exist.
PairedFact fact(const std::vector<ResultRow>& episodes, const std::string& name) {
  for (const PairedFact& one : paired_facts(episodes))
    if (one.name == name) return one;
  ADD_FAILURE() << name << " is missing";
  return {};
}

TEST(PairedFacts, CountMazesSolvedByOneAndFrozenInTheOther) {
  using enum Outcome;
  // The thesis's numbers: depth-first search froze in 33 of 100 mazes, of which breadth-first
  // search solved 21.
  std::vector<ResultRow> episodes;
  for (int seed = 1; seed <= 100; ++seed) {
    const auto number = static_cast<std::uint64_t>(seed);
    episodes.push_back(made_episode(number, seed <= 33 ? frozen : solved, {50, 9, 0}, kDepth));
    episodes.push_back(
        made_episode(number, seed <= 21 || seed > 33 ? solved : frozen, {}, kBreadth));
  }
  episodes.push_back(
      made_episode(101, frozen, {}, kDepth));  // the other search did not play this maze
  const PairedFact found = fact(episodes, "pct_breadth_first_solved_of_depth_first_frozen");
  EXPECT_EQ(found.mazes, 100);
  EXPECT_NEAR(found.ours.value, 63.636, 1e-3);
  EXPECT_NEAR(found.thesis, 63.636, 1e-3);
  // 196 sqrt(p (1 - p) 2 / 33) with p = 21/33
  EXPECT_NEAR(found.ours.high - found.ours.value, 23.21, 0.01);
  EXPECT_TRUE(found.inside);
  EXPECT_DOUBLE_EQ(fact(episodes, "pct_unsolvable_by_depth_or_breadth_first").ours.value, 0);
}

/// Returns rows in which depth-first search needs 100 moves in every maze, and the best search 1 or
/// 17 moves in turn.
std::vector<ResultRow> ninety_one_per_cent_fewer(int mazes) {
  std::vector<ResultRow> episodes;
  for (int seed = 1; seed <= mazes; ++seed) {
    const auto number = static_cast<std::uint64_t>(seed);
    episodes.push_back(made_episode(number, Outcome::solved, {100, 50, 1}, kDepth));
    episodes.push_back(made_episode(number, Outcome::solved, {seed % 2 ? 1 : 17, 1, 0}, kBest));
  }
  return episodes;
}

TEST(PairedFacts, SavedMovesUseMeansOfTwoSamples) {
  const PairedFact found = fact(ninety_one_per_cent_fewer(400), "pct_fewer_moves_3");
  EXPECT_DOUBLE_EQ(found.ours.value, 91);
  EXPECT_NEAR(found.thesis, 100 * (1 - 8.9 / 96.8), 1e-9);
  // Values of 1 and 17 per cent deviate by 8 from their mean: 1.96 * 8 * sqrt(1/100 + 1/400) =
  // 1.753
  EXPECT_NEAR(found.ours.high - 91, 1.753, 0.15);
  EXPECT_NEAR(91 - found.ours.low, 1.753, 0.15);
  EXPECT_TRUE(found.inside);
}

TEST(PairedFacts, RepeatabilityIsTheShareOfRepeatedMovesThatEndedAsBefore) {
  const PairedFact best = fact(ninety_one_per_cent_fewer(10), "pct_repeatable_best");
  EXPECT_DOUBLE_EQ(best.ours.value, 100);
  EXPECT_DOUBLE_EQ(best.thesis, 100);
  auto episodes = ninety_one_per_cent_fewer(10);
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
    episodes.push_back(made_episode(seed, Outcome::solved, {40, 50, 0}, kBreadth));
  const PairedFact blind = fact(episodes, "pct_repeatable_blind");
  EXPECT_DOUBLE_EQ(blind.ours.value, 99);  // 10 of 1000 had another outcome
  EXPECT_NEAR(blind.thesis, 100 * (1 - 21.0 / 4623), 1e-9);
}

TEST(PairedFacts, TheSameEpisodesGiveTheSameIntervals) {
  const auto once = fact(ninety_one_per_cent_fewer(60), "pct_fewer_moves_3");
  const auto again = fact(ninety_one_per_cent_fewer(60), "pct_fewer_moves_3");
  EXPECT_EQ(once.ours.low, again.ours.low);
  EXPECT_EQ(once.ours.high, again.ours.high);
}

TEST(PairedFacts, AreOmittedIfASearchWasNotRun) {
  EXPECT_TRUE(paired_facts({made_episode(1, Outcome::solved, {}, kDepth),
                            made_episode(2, Outcome::solved, {}, kDepth)})
                  .empty());
}

}  // namespace
}  // namespace marblemaze
