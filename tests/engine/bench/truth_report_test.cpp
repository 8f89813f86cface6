
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "engine/bench/made_episodes.h"
#include "engine/bench/report.h"

namespace marblemaze {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::Pair;
using Document = nlohmann::json;
using testing::made_episode;
using testing::made_truth;

/// Reference solutions of mazes 1 to 5: four mazes solvable in 4, 6, 10 and 5 moves, and an
/// unsolvable maze.
const std::vector<ResultRow> kTruths{made_truth(1, 4), made_truth(2, 6), made_truth(3, 10),
                                     made_truth(4, 5), made_truth(5, -1)};
/// Runs in mazes 1 to 6: solved in 6 and 6 moves, gave up, frozen, correctly gave up, and solved
/// without a reference solution.
const std::vector<ResultRow> kEpisodes{made_episode(1, Outcome::solved, {6, 0, 0, 6, 6}),
                                       made_episode(2, Outcome::solved, {6, 0, 0, 6, 6}),
                                       made_episode(3, Outcome::unsolvable, {40, 0, 0, 0, 0}),
                                       made_episode(4, Outcome::frozen, {3, 0, 0, 0, 0}),
                                       made_episode(5, Outcome::unsolvable, {9, 0, 0, 0, 0}),
                                       made_episode(6, Outcome::solved, {50, 0, 0, 0, 0})};

TEST(AgainstTheTruth, FiguresMatchAManualCalculation) {
  const auto row = against_truth(kEpisodes, truths_of(kTruths));
  ASSERT_TRUE(row);
  EXPECT_EQ(row->mazes, 5);
  EXPECT_EQ(row->solvable, 4);
  EXPECT_EQ(row->solved, 2);
  EXPECT_DOUBLE_EQ(row->pct_solved.value, 50);
  EXPECT_EQ(row->wrongly_unsolvable, 1);
  EXPECT_DOUBLE_EQ(row->regret.value, 1);  // (2 + 0) / 2
  EXPECT_DOUBLE_EQ(row->ratio, 1.2);       // 12 / 10
  EXPECT_EQ(row->surpassed, 0);
}

TEST(AgainstTheTruth, RunsBetterThanTheReferenceAreCounted) {
  const std::vector<ResultRow> better{made_episode(2, Outcome::solved, {5, 0, 0, 5, 5}),
                                      made_episode(5, Outcome::solved, {9, 0, 0, 9, 9})};
  const auto row = against_truth(better, truths_of(kTruths));
  ASSERT_TRUE(row);
  EXPECT_EQ(row->surpassed, 2);
  EXPECT_DOUBLE_EQ(row->regret.value, -1);
}

TEST(AgainstTheTruth, ReferencesUnderOtherConditionsAreIgnored) {
  std::vector<ResultRow> others = kTruths;
  others[0].job.settings = "another";
  others[1].job.version = "9";
  others[2].job.world = "imagined";
  others[3].job.row.recovery = true;
  others[4].job.row.control = ControlScheme::cube_24;
  EXPECT_FALSE(against_truth(kEpisodes, truths_of(others)));
  EXPECT_THAT(report_markdown(make_report(kEpisodes, false, others)),
              Not(HasSubstr("Reference solutions")));
}

TEST(TruthSummary, CountsEachMazeOnce) {
  std::vector<ResultRow> episodes = kEpisodes;
  for (ResultRow other : kEpisodes) {
    other.job.row.agent = "heuristic";
    episodes.push_back(other);
  }
  const auto summaries = summarise_truths(episodes, truths_of(kTruths));
  ASSERT_EQ(summaries.size(), 1u);
  EXPECT_EQ(summaries[0].mazes, 5);
  EXPECT_EQ(summaries[0].solvable, 4);
  EXPECT_EQ(summaries[0].complete, 5);
  EXPECT_DOUBLE_EQ(summaries[0].fewest_moves.value, 6.25);
  EXPECT_THAT(summaries[0].solved_within,
              ElementsAre(Pair(4, 1), Pair(5, 2), Pair(6, 3), Pair(10, 4)));
}

TEST(TruthReport, AllFormatsContainTheSameFigures) {
  const Report report = make_report(kEpisodes, false, kTruths);
  const Document row = Document::parse(report_json(report))["rows"][0];
  EXPECT_EQ(row["truth"]["mean_regret"], 1.0);
  EXPECT_EQ(row["truth"]["solved_of_solvable_count"], 2);
  EXPECT_EQ(row["solved_within"], Document::parse("[[6, 33.33], [50, 50.0]]"));
  const Document truth = Document::parse(report_json(report))["truths"][0];
  EXPECT_EQ(truth["solved_within"],
            Document::parse("[[4, 20.0], [5, 40.0], [6, 60.0], [10, 80.0]]"));
  EXPECT_EQ(truth["mean_fewest_moves"], 6.25);
  EXPECT_THAT(report_csv(report), HasSubstr("truth_mean_regret_low,truth_mean_regret_high"));
  EXPECT_THAT(curves_csv(report), HasSubstr("outer,8,0,truth,10,4,5,80.00,0\n"));
  EXPECT_THAT(curves_csv(report), HasSubstr("outer,8,0,single-move-prediction,6,2,6,33.33,0\n"));
  EXPECT_THAT(report_markdown(report),
              HasSubstr("| 2 of 4 | 50.0 | 40.0 (0.0 to 108.0) | 40.0 to 40.0 | 1 | 1.0 (0.0 to "
                        "13.7) | 2.0, 2.0 | 1.20 |"));
}

TEST(TruthReport, AgentsAreComparedWithBothBounds) {
  std::vector<ResultRow> truths = kTruths;
  PolicyStatistics& policy = truths[0].truth.policy;
  policy.runs = 1000;
  policy.reached = 500;
  policy.moves_of_reached = 2000;
  policy.out_of_reach = 0.4;
  const auto row = against_truth({kEpisodes[0]}, truths_of(truths));
  ASSERT_TRUE(row);
  EXPECT_NEAR(row->points_below_high, -40, 1e-9) << "no policy reaches more than 60 %";
  EXPECT_DOUBLE_EQ(row->points_below_low, 100 * truths[0].truth.chance_low() - 100);
  EXPECT_LT(row->points_below_low, -50);
  policy.out_of_reach = 0;  // as in files of earlier versions
  EXPECT_DOUBLE_EQ(against_truth({kEpisodes[0]}, truths_of(truths))->points_below_high, 0);
}

TEST(TruthReport, EachEpisodeHasItsExcessMoves) {
  const std::string csv = episodes_csv(kEpisodes, kTruths);
  EXPECT_THAT(csv,
              HasSubstr("recovery,solvable,fewest_moves,regret,rest,effort_ms,run,move_limit\n"));
  EXPECT_THAT(csv, HasSubstr(",0,1,4,2,0,0,1,0\n"));  // solved
  EXPECT_THAT(csv, HasSubstr(",0,1,10,,0,0,1,0\n"));  // gave up
  EXPECT_THAT(csv, HasSubstr(",0,0,,,0,0,1,0\n"));    // unsolvable
  EXPECT_THAT(csv, HasSubstr(",0,,,,0,0,1,0\n"));     // unknown
}

}  // namespace
}  // namespace marblemaze
