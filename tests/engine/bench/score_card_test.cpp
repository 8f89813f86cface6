#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/bench/marblebench.h"
#include "support/bad_input.h"

namespace marblemaze {
namespace {

using ::testing::HasSubstr;
using Document = nlohmann::json;
using testing::error_message_of;

/// Returns a card with three problems: one with noise and three runs, an unsolvable problem, and a
/// problem solved in fewer moves than the reference policy needs.
ScoreCard scored_card(const std::string& agent = "walker") {
  return {"set-2",
          "0123456789abcdef",
          "test",
          agent,
          "nothing",
          "0.1.0",
          {{"noisy-1", "noisy", 0.5, 8, 0.4, 0.7, {"solved", "frozen", "solved"}, {4, 2, 16}},
           {"hopeless-1", "hopeless", 0, 0, 0, 0, {"unsolvable"}, {30}},
           {"hard-1", "hard", 0.5, 12.5, 0.4, 0.6, {"solved"}, {10}}},
          "blind",
          {1000, 60}};
}

TEST(ScoreCard, ReportsCorrectRunsWithConfidenceIntervalsAcrossProblems) {
  const std::vector<CardRow> rows = scored_card().rows();
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0].group, "noisy");
  EXPECT_EQ(rows[0].problems, 1);
  EXPECT_EQ(rows[0].runs, 3);
  EXPECT_EQ(rows[0].correct, 2);
  EXPECT_DOUBLE_EQ(rows[0].pct_lower_bound, 40);
  EXPECT_DOUBLE_EQ(rows[0].pct_upper_bound, 70);
  EXPECT_DOUBLE_EQ(rows[0].pct_efficiency.value, 250.0 / 3) << "half of the moves count twice";
  EXPECT_DOUBLE_EQ(rows[0].regret.value, 2);
  EXPECT_EQ(rows[1].correct, 1);
  EXPECT_DOUBLE_EQ(rows[1].pct_efficiency.value, 100);
  EXPECT_DOUBLE_EQ(rows[1].pct_upper_bound, 100) << "giving up can always be done";
  EXPECT_TRUE(std::isnan(rows[1].regret.value)) << "moves before giving up lead nowhere";
  EXPECT_DOUBLE_EQ(rows[2].pct_efficiency.value, 125) << "by luck better than the policy";
  EXPECT_DOUBLE_EQ(rows[2].regret.value, -2.5);
  EXPECT_EQ(rows[3].group, "all");
  EXPECT_NEAR(rows[3].pct_lower_bound, 60, 1e-9);
  // All problems have the same weight, regardless of the number of runs.
  EXPECT_DOUBLE_EQ(rows[3].pct_correct.value, (200.0 / 3 + 100 + 100) / 3);
  EXPECT_DOUBLE_EQ(rows[3].pct_correct.low, mean_percentage({200.0 / 3, 100, 100}).low);
}

TEST(Leaderboard, HasTheReferencePolicyAndAnAgentThatAlwaysResigns) {
  const std::string table = cards_markdown({scored_card()});
  EXPECT_THAT(table, HasSubstr("| blind | walker | 4 of 5 | 88.9 "));
  EXPECT_THAT(table, HasSubstr("| reference policy | – | 66.7 "));
  EXPECT_THAT(table, HasSubstr("| always gives up | – | 33.3 "));
}

TEST(Leaderboard, IsSortedByTrackAndPrimaryMetric) {
  ScoreCard better = scored_card("runner"), full = scored_card("planner");
  better.played[0].outcomes[1] = "solved";
  better.played[0].moves[1] = 4;
  full.track = "full";
  const std::string table = cards_markdown({scored_card(), better, full});
  const auto place = [&](const char* agent) {
    return table.find(std::string(" | ") + agent + " | ");
  };
  EXPECT_LT(place("planner"), place("runner"));
  EXPECT_LT(place("runner"), place("walker"));
}

TEST(ScoreCard, RoundTripsAndCanBeCompared) {
  const std::string text = score_card_json(scored_card());
  EXPECT_EQ(score_card_json(score_card_from_json(text)), text);
  ScoreCard better = scored_card("runner");
  better.played[0].outcomes[1] = "solved";
  better.played[0].moves[1] = 4;
  // One of three runs of one of three problems gained 200 points.
  const CardPair pair = pair_cards({scored_card(), better})[0];
  EXPECT_NEAR(pair.efficiency.value, 200.0 / 3 / 3, 1e-9);
  EXPECT_NEAR(pair.correct.value, 100.0 / 3 / 3, 1e-9);
  EXPECT_NEAR(pair.efficiency.high, student_mean({200.0 / 3, 0, 0}).high, 1e-9);
}

TEST(ScoreCard, RejectsOtherFilesInOneLine) {
  const auto refusal = [](const char* pointer, const Document& value) {
    Document card = Document::parse(score_card_json(scored_card()));
    card[Document::json_pointer(pointer)] = value;
    return error_message_of([&] { return score_card_from_json(card.dump()); });
  };
  EXPECT_THAT(refusal("/format", "marblemaze-maze"), HasSubstr("marblemaze-score-card"));
  EXPECT_THAT(refusal("/version", 9), HasSubstr("9"));
  EXPECT_THAT(refusal("/version", 2), HasSubstr("marblemaze 0.1.0 (version 2): run marblebench"));
  EXPECT_THAT(refusal("/agent", "a|b"), HasSubstr("without |"));
  EXPECT_THAT(refusal("/agent", "a\nb"), HasSubstr("on one line"));
  EXPECT_THAT(refusal("/runs", Document::array()), HasSubstr("at least one run"));
  EXPECT_THAT(refusal("/runs/1/chance", 1.5), HasSubstr("1.5"));
  EXPECT_THAT(refusal("/runs/1/moves", "4 2"), HasSubstr("a number for each outcome"));
  ScoreCard other_set = scored_card(), other_split = scored_card();
  other_set.hash = "fedcba9876543210";
  other_split.played.pop_back();
  for (const ScoreCard& other : {other_set, other_split})
    EXPECT_THAT(error_message_of([&] {
                  return pair_cards({scored_card(), other});
                }),
                HasSubstr("as in the score card of walker"));
}

}  // namespace
}  // namespace marblemaze
