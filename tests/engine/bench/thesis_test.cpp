#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "engine/bench/made_episodes.h"
#include "engine/bench/report.h"

namespace marblemaze {
namespace {

using testing::made_episode;

Sample sample(int n, double mean, double variance) { return {n, mean, variance}; }

TEST(ThesisTables, EveryRowAddsUpTo100PerCentOf100Mazes) {
  ASSERT_EQ(thesis_rows().size(), 14u);
  for (const ThesisRow& row : thesis_rows()) {
    EXPECT_DOUBLE_EQ(row.pct_solved + row.pct_unsolvable + row.pct_frozen, 100) << row.row.agent;
    EXPECT_EQ(row.mazes, 100);
    EXPECT_DOUBLE_EQ(row.mean_path_cells, row.row.size == 5 ? 18.4 : 8.5);
    EXPECT_EQ(row.table, row.row.size == 5 ? 7 : 8);
  }
  std::vector<RowSpec> suite;
  for (const ThesisRow& row : thesis_rows()) suite.push_back(row.row);
  EXPECT_EQ(thesis_suite(), suite);
  const ThesisRow* row = thesis_row({"depth-first", ControlScheme::cube_8, Layers::all, 3});
  ASSERT_NE(row, nullptr);
  EXPECT_DOUBLE_EQ(row->avg_moves, 96.8);
  EXPECT_DOUBLE_EQ(row->repeated, 4013);
  EXPECT_EQ(thesis_row({"depth-first", ControlScheme::cube_24, Layers::all, 3}), nullptr);
}

TEST(ThesisCells, MeansUseTheSpreadOfOurMazes) {
  // 10 sqrt(1/25 + 1/100) = 2.2361, and Student's t with 24 degrees of freedom is 2.064
  const Difference d = mean_difference(sample(25, 50, 100), 45, 100);
  EXPECT_NEAR(d.standard_error, 2.2361, 1e-4);
  EXPECT_NEAR(d.margin(), 2.064 * 2.2361, 2e-3);
  EXPECT_NEAR(d.z(), 5 / 2.2361, 1e-4);
  EXPECT_FALSE(d.inside());
  EXPECT_TRUE(mean_difference(sample(25, 50, 130), 45, 100).inside());
  EXPECT_FALSE(mean_difference(sample(1, 15, kUnknown), 15, 62).inside());
  EXPECT_FALSE(mean_difference(sample_of({}), 80, 100).inside());
}

TEST(ThesisCells, CountsHaveAtLeastPoissonVariance) {
  // Our 9 events in 100 mazes have variance 0.2, which is larger than the Poisson variance.
  EXPECT_NEAR(count_difference(sample(100, 0.09, 0.2), 0.03, 100).standard_error,
              std::sqrt(0.2 * 0.02), 1e-12);
  // The pooled mean of 0 and 6 events in 100 mazes each is 0.03.
  EXPECT_NEAR(count_difference(sample(100, 0, 0), 0.06, 100).standard_error, std::sqrt(0.03 * 0.02),
              1e-12);
  // 100 mazes cannot distinguish one event in 100 mazes from none.
  EXPECT_TRUE(count_difference(sample(600, 0, 0), 0.01, 100).inside());
  EXPECT_FALSE(count_difference(sample(600, 0, 0), 0.1, 100).inside());
}

TEST(ThesisCells, SharesFollowThePooledTwoSampleTest) {
  // 1.96 sqrt(0.26 * 0.74 * 0.02) = 0.12158
  EXPECT_NEAR(proportion_difference(20, 100, 32, 100).margin(), 12.158, 1e-3);
  EXPECT_TRUE(proportion_difference(20, 100, 32, 100).inside());
  // 1.96 sqrt(0.265 * 0.735 * 0.02) = 0.12233
  EXPECT_FALSE(proportion_difference(20, 100, 33, 100).inside());
  // 1.96 sqrt(0.0099 * 0.02) = 0.02758; the pooled variance alone would give 0.01955
  EXPECT_NEAR(proportion_difference(0, 100, 1, 100).margin(), 2.758, 1e-3);
  // 1.96 sqrt(0.0099 * (1/1000 + 1/100)) = 0.020454
  EXPECT_NEAR(proportion_difference(0, 1000, 1, 100).margin(), 2.0454, 1e-4);
  EXPECT_FALSE(proportion_difference(0, 100, 4, 100).inside());
  EXPECT_FALSE(proportion_difference(0, 0, 0, 100).inside());
}

TEST(ThesisCells, ThesisCountsAreSumsOverSolvedMazes) {
  const ThesisRow& thesis = *thesis_row({"depth-first", ControlScheme::cube_8, Layers::all, 3});
  EXPECT_EQ(thesis.solved(), 66);
  const auto cells =
      thesis_cells(thesis.row, {made_episode(1, Outcome::solved, {100, 60, 1}, thesis.row),
                                made_episode(2, Outcome::solved, {90, 62, 0}, thesis.row),
                                made_episode(3, Outcome::frozen, {900, 800, 9}, thesis.row)});
  EXPECT_DOUBLE_EQ(cells[4].ours, 61);
  EXPECT_DOUBLE_EQ(cells[4].thesis, 4013.0 / 66);
  EXPECT_DOUBLE_EQ(cells[5].ours, 0.5);
  EXPECT_DOUBLE_EQ(cells[5].thesis, 17.0 / 66);
}

// ---- facts of the thesis's text

const RowSpec kDepth{"depth-first", ControlScheme::cube_8, Layers::all, 3},
    kBreadth{"breadth-first", ControlScheme::cube_8, Layers::all, 3},
    kBest{"complete-solution-prediction", ControlScheme::cube_24, Layers::all, 3};

PairedFact fact(const std::vector<ResultRow>& episodes, const std::string& name) {
  for (const PairedFact& one : paired_facts(episodes))
    if (one.name == name) return one;
  ADD_FAILURE() << name << " is missing";
  return {};
}

TEST(PairedFacts, CountMazesThatOneSolvedAndTheOtherFroze) {
  using enum Outcome;
  // In the thesis, depth-first search froze in 33 of 100 mazes, of which breadth-first search
  // solved 21.
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

/// Returns runs in which depth-first search needs 100 moves in every maze, and the best search
/// needs 1 and 17 moves alternately.
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
  // The values 1 and 17 deviate from their mean by 8 percentage points: 1.96 * 8 * sqrt(1/100 +
  // 1/400) = 1.753.
  EXPECT_NEAR(found.ours.high - 91, 1.753, 0.15);
  EXPECT_NEAR(91 - found.ours.low, 1.753, 0.15);
  EXPECT_TRUE(found.inside);
  EXPECT_EQ(fact(ninety_one_per_cent_fewer(400), "pct_fewer_moves_3").ours.low, found.ours.low);
}

TEST(PairedFacts, RepeatabilityIsTheShareOfRepeatedMovesWithEqualResults) {
  const PairedFact best = fact(ninety_one_per_cent_fewer(10), "pct_repeatable_best");
  EXPECT_DOUBLE_EQ(best.ours.value, 100);
  EXPECT_DOUBLE_EQ(best.thesis, 100);
  auto episodes = ninety_one_per_cent_fewer(10);
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
    episodes.push_back(made_episode(seed, Outcome::solved, {40, 50, 0}, kBreadth));
  const PairedFact blind = fact(episodes, "pct_repeatable_blind");
  EXPECT_DOUBLE_EQ(blind.ours.value, 99);  // 10 of 1000 had a different outcome
  EXPECT_NEAR(blind.thesis, 100 * (1 - 21.0 / 4623), 1e-9);
}

}  // namespace
}  // namespace marblemaze
