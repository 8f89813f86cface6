#include "engine/report/paired_rows.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "engine/results/made_episodes.h"

namespace marblemaze {
namespace {

using ::testing::HasSubstr;
using testing::made_episode;

// A. Agresti and Y. Min: of 1600 people asked twice, 150 approved only the first time and 86 only
// the second (Agresti, Categorical Data Analysis, table of performance of a prime minister: -0.04,
// 95 % interval -0.06 to -0.02).
TEST(PairedShares, TheIntervalIsAgrestisOfApprovalAskedTwice) {
  const Estimate e = PairedCounts{1600, 150, 86}.share_difference();
  EXPECT_DOUBLE_EQ(e.value, -4);
  EXPECT_NEAR(e.low, -5.87, 0.005);  // 100 (-64 - 1.96 sqrt(237 - 64²/1602)) / 1602
  EXPECT_NEAR(e.high, -2.12, 0.005);
}

TEST(PairedShares, MazesThatNeverDifferStillLeaveRoomForADifference) {
  const Estimate e = PairedCounts{100}.share_difference();
  EXPECT_DOUBLE_EQ(e.value, 0);
  EXPECT_NEAR(e.high, 196.0 / 102, 1e-9);  // half a case on each side
  EXPECT_NEAR(e.low, -196.0 / 102, 1e-9);
}

/// Student's sleepers as moves: hours gained by ten patients under two drugs, in tenths, from 100.
std::vector<PathResults> sleepers() {
  const std::vector<int> first{7, -16, -2, -12, -1, 34, 37, 8, 0, 20},
      second{19, 8, 11, 1, -1, 44, 55, 16, 46, 34};
  std::vector<PathResults> paths{{"grid", {}}, {"compound", {}}};
  for (std::size_t i = 0; i < first.size(); ++i) {
    paths[0].episodes.push_back(made_episode(i + 1, Outcome::solved, {100 + first[i], 0, 0}));
    paths[1].episodes.push_back(made_episode(i + 1, Outcome::solved, {100 + second[i], 0, 0}));
  }
  return paths;
}

TEST(PairedPaths, MovesAreComparedMazeByMazeAsStudentDid) {
  const auto pairs = pair_paths(sleepers(), {testing::kRow});
  ASSERT_EQ(pairs.size(), 1u);
  const PairedCell& moves = pairs[0].rows.at(0).cells[0];
  EXPECT_EQ(moves.pairs, 10);
  EXPECT_NEAR(moves.first, 107.5, 1e-9);
  EXPECT_NEAR(moves.second, 123.3, 1e-9);
  EXPECT_NEAR(moves.difference.value, 15.8, 1e-9);
  EXPECT_NEAR(moves.difference.low, 7.001, 5e-4);
  EXPECT_NEAR(moves.difference.high, 24.599, 5e-4);
  EXPECT_TRUE(moves.apart());
}

TEST(PairedPaths, MovesAreOfMazesThatBothSolvedAndSharesOfAllThatBothPlayed) {
  auto paths = sleepers();
  paths[0].episodes[0].run.outcome = Outcome::frozen;
  paths[1].episodes[1].run.outcome = Outcome::unsolvable;
  paths[1].episodes.push_back(made_episode(11, Outcome::frozen, {}));  // not in the grid
  const PairedRow row = pair_paths(paths, {testing::kRow})[0].rows.at(0);
  EXPECT_EQ(row.mazes, 10);
  EXPECT_EQ(row.cells[0].pairs, 8);
  EXPECT_DOUBLE_EQ(row.cells[1].first, 90);
  EXPECT_DOUBLE_EQ(row.cells[1].second, 90);
  EXPECT_DOUBLE_EQ(row.cells[2].difference.value, 10);
  EXPECT_DOUBLE_EQ(row.cells[3].difference.value, -10);
}

/// Zar's deer as mazes: eight froze in the grid only, two in the compound only; then some in both.
std::vector<PathResults> freezing() {
  using enum Outcome;
  std::vector<PathResults> paths{{"grid", {}}, {"compound", {}}, {"imagined", {}}};
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const bool grid = seed <= 8 || seed > 17, compound = (seed > 8 && seed <= 10) || seed > 17;
    paths[0].episodes.push_back(made_episode(seed, grid ? frozen : solved, {5, 0, 0}));
    paths[1].episodes.push_back(made_episode(seed, compound ? frozen : solved, {5, 0, 0}));
    paths[2].episodes.push_back(made_episode(seed, grid ? frozen : solved, {5, 0, 0}));
  }
  return paths;
}

TEST(PairedPaths, FreezingIsCountedMazeByMaze) {
  const auto pairs = pair_paths(freezing(), {testing::kRow});
  ASSERT_EQ(pairs.size(), 3u);  // each with each
  const PairedCounts& f = pairs[0].rows.at(0).freezing;
  EXPECT_EQ(f.first_only, 8);
  EXPECT_EQ(f.second_only, 2);
  EXPECT_EQ(f.both, 3);
  EXPECT_NEAR(f.p(), 0.109375, 1e-12);
  EXPECT_NEAR(pairs[0].all.p(), 0.109375, 1e-12);
  EXPECT_EQ(pairs[1].rows[0].same, 20);
  EXPECT_DOUBLE_EQ(pairs[1].all.p(), 1);
}

TEST(PairedPaths, RowsAreAddedUpForTheTestOverAllOfThem) {
  auto paths = freezing();
  const RowSpec other{"depth-first", 8, Layers::all, 3};
  for (PathResults& path : paths)
    for (std::size_t i = 0; i < 20; ++i) {
      ResultRow again = path.episodes[i];
      again.job.row = other;
      path.episodes.push_back(again);
    }
  const PairedPaths both = pair_paths(paths, {other, testing::kRow})[0];
  ASSERT_EQ(both.rows.size(), 2u);
  EXPECT_EQ(both.rows[0].row, other);
  EXPECT_EQ(both.all.first_only, 16);
  EXPECT_EQ(both.all.second_only, 4);
  EXPECT_NEAR(both.all.p(), 0.01182, 1e-5);  // 2 (1 + 20 + 190 + 1140 + 4845) / 2^20
}

TEST(PairedPaths, TheOrderInWhichEpisodesEndedDoesNotMatter) {
  auto paths = freezing();
  const std::string json = paired_json(pair_paths(paths, {testing::kRow}));
  for (PathResults& path : paths) std::reverse(path.episodes.begin(), path.episodes.end());
  EXPECT_EQ(paired_json(pair_paths(paths, {testing::kRow})), json);
}

TEST(PairedPaths, JsonAndMarkdownTellTheSameFigures) {
  const auto pairs = pair_paths(freezing(), {testing::kRow});
  const auto document = nlohmann::json::parse(paired_json(pairs));
  const auto& first = document["pairs"][0];
  EXPECT_EQ(first["first"], "grid");
  EXPECT_EQ(first["second"], "compound");
  EXPECT_EQ(first["freezing"]["first_only"], 8);
  EXPECT_EQ(first["rows"][0]["cells"].size(), 6u);
  EXPECT_EQ(first["rows"][0]["cells"][3]["difference"], -30.0);
  const std::string markdown = paired_markdown(pairs);
  EXPECT_THAT(markdown, HasSubstr("| 20 | 8 | 2 | 3 | 0.11 |"));
  EXPECT_THAT(markdown, HasSubstr("-30.0 (-54.5 to -0.0)"));
}

}  // namespace
}  // namespace marblemaze
