#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/bench/marblebench.h"
#include "support/bad_input.h"

namespace marblemaze {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Document = nlohmann::json;
using testing::bad_input_of;

/// Returns the card of two problems without noise, of which the second froze, and one that can be
/// solved with probability 1/2, each played once.
ScoreCard made_card(const std::string& agent = "walker <1>") {
  return {"set-1",
          "0123456789abcdef",
          "test",
          agent,
          "nothing",
          "0.1.0",
          {{"easy-1", "easy", 1, 4, 1, 1, {"solved"}, {8}},
           {"easy-2", "easy", 1, 5, 1, 1, {"frozen"}, {3}},
           {"hard-1", "hard", 0.5, 12.5, 0.4, 0.6, {"solved"}, {10}}},
          "tilt policies"};
}

TEST(ScoreCard, HasIntervalsOverTheProblems) {
  const std::vector<CardRow> rows = made_card().rows();
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].group, "easy");
  EXPECT_EQ(rows[0].right, 1);
  EXPECT_DOUBLE_EQ(rows[0].pct_right.value, 50);
  EXPECT_DOUBLE_EQ(rows[0].pct_right.low, 0) << "two problems tell little";
  EXPECT_DOUBLE_EQ(rows[0].pct_right.high, 100);
  EXPECT_DOUBLE_EQ(rows[0].pct_efficiency.value, 25);  // half of the best efficiency, and 0
  EXPECT_DOUBLE_EQ(rows[0].regret.value, 4);
  EXPECT_EQ(rows[1].group, "hard");
  EXPECT_DOUBLE_EQ(rows[1].pct_efficiency.value, 125) << "by luck better than the policy";
  EXPECT_DOUBLE_EQ(rows[1].regret.value, -2.5);
  EXPECT_EQ(rows[2].group, "all");
  EXPECT_NEAR(rows[2].pct_at_least, 80, 1e-9);
  EXPECT_DOUBLE_EQ(rows[2].pct_efficiency.value, 175.0 / 3);
  EXPECT_DOUBLE_EQ(rows[2].pct_right.low, mean_percentage({100, 0, 100}).low);
}

/// Returns the card of a problem with noise in three runs and of an unsolvable problem.
ScoreCard scored_card(const std::string& agent = "walker") {
  return {"set-2",
          "0123456789abcdef",
          "test",
          agent,
          "nothing",
          "0.1.0",
          {{"noisy-1", "noisy", 0.5, 8, 0.4, 0.7, {"solved", "frozen", "solved"}, {4, 2, 16}},
           {"hopeless-1", "hopeless", 0, 0, 0, 0, {"unsolvable"}, {30}}},
          "blind",
          {1000, 60}};
}

TEST(ScoredCard, CountsCorrectRunsAndHasBounds) {
  const std::vector<CardRow> rows = scored_card().rows();
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].problems, 1);
  EXPECT_EQ(rows[0].runs, 3);
  EXPECT_EQ(rows[0].right, 2);
  EXPECT_DOUBLE_EQ(rows[0].pct_at_least, 40);
  EXPECT_DOUBLE_EQ(rows[0].pct_at_most, 70);
  EXPECT_DOUBLE_EQ(rows[0].pct_efficiency.value, 250.0 / 3) << "half of the moves count twice";
  EXPECT_DOUBLE_EQ(rows[0].regret.value, 2);
  EXPECT_EQ(rows[1].right, 1);
  EXPECT_DOUBLE_EQ(rows[1].pct_efficiency.value, 100);
  EXPECT_DOUBLE_EQ(rows[1].pct_at_most, 100) << "giving up can always be done";
  EXPECT_TRUE(std::isnan(rows[1].regret.value)) << "moves before giving up lead nowhere";
  EXPECT_EQ(rows[2].problems, 2);
  // Each problem has the same weight, independent of its number of runs.
  EXPECT_DOUBLE_EQ(rows[2].pct_right.value, (200.0 / 3 + 100) / 2);
}

TEST(Leaderboard, HasTheReferencePolicyAndAnAgentThatAlwaysResigns) {
  const std::string table = cards_markdown({scored_card()});
  EXPECT_THAT(table, HasSubstr("| blind | walker | 3 of 4 | 83.3 (0.0 to 100.0) |"));
  EXPECT_THAT(table, HasSubstr("| reference policy | – | 75.0 (0.0 to 100.0) |"));
  EXPECT_THAT(table, HasSubstr("| always gives up | – | 50.0 (0.0 to 100.0) |"));
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

TEST(ScoredCard, RoundTripsAndCanBeCompared) {
  const std::string text = score_card_json(scored_card());
  EXPECT_EQ(score_card_json(score_card_from_json(text)), text);
  Document older = Document::parse(text);
  EXPECT_EQ(older["version"], 3);
  EXPECT_EQ(older["runs"][0]["outcome"], "solved frozen solved");
  older["version"] = 2;
  older["profile"] = older["rows"] = Document::array();
  EXPECT_EQ(score_card_json(score_card_from_json(older.dump())), text) << "from its runs";
  ScoreCard better = scored_card("runner");
  better.played[0].outcomes[1] = "solved";
  better.played[0].moves[1] = 4;
  const std::vector<ScoreCard> cards{scored_card(), better};
  // 200 more points in one of three runs of one of two problems.
  const CardPair pair = pair_cards(cards)[0];
  EXPECT_NEAR(pair.efficiency.value, 200.0 / 3 / 2, 1e-9);
  EXPECT_NEAR(pair.right.value, 100.0 / 3 / 2, 1e-9);
  // The two problems differ by 0 and 66.7: Student's 12.706 times a standard error of 33.3.
  EXPECT_NEAR(pair.efficiency.high - pair.efficiency.value, 12.706 * 200.0 / 3 / 2, 0.1);
  EXPECT_THAT(cards_markdown(cards), HasSubstr("| blind | runner | 4 of 4 |"));
}

TEST(ScoreCard, RejectsOtherFilesInOneLine) {
  const auto refusal = [](const char* pointer, const Document& value) {
    Document card = Document::parse(score_card_json(made_card()));
    card[Document::json_pointer(pointer)] = value;
    return bad_input_of([&] { return score_card_from_json(card.dump()); });
  };
  EXPECT_THAT(refusal("/format", "marblemaze-maze"), HasSubstr("marblemaze-score-card"));
  EXPECT_THAT(refusal("/version", 9), HasSubstr("9"));
  EXPECT_THAT(refusal("/version", 1), HasSubstr("marblemaze 0.1.0 (version 1): run marblebench"));
  EXPECT_THAT(refusal("/agent", "a|b"), HasSubstr("without |"));
  EXPECT_THAT(refusal("/agent", "a\nb"), HasSubstr("on one line"));
  EXPECT_THAT(refusal("/runs", Document::array()), HasSubstr("at least one run"));
  EXPECT_THAT(refusal("/runs/1/chance", 1.5), HasSubstr("1.5"));
  EXPECT_THAT(refusal("/runs/1/moves", "4 2"), HasSubstr("a number for each outcome"));
  ScoreCard other_set = made_card(), other_split = made_card();
  other_set.hash = "fedcba9876543210";
  other_split.played.pop_back();
  for (const ScoreCard& other : {other_set, other_split})
    EXPECT_THAT(bad_input_of([&] {
                  return pair_cards({made_card(), other});
                }),
                HasSubstr("as in the score card of walker <1>"));
}

TEST(Leaderboard, IsASelfContainedPageWithEscapedNames) {
  const std::string page = cards_html({made_card()});
  EXPECT_THAT(page, HasSubstr("walker &lt;1&gt;"));
  EXPECT_THAT(page, Not(HasSubstr("walker <1>")));
  for (const char* loading : {"http", "src=", "href=", "<script"})
    EXPECT_THAT(page, Not(HasSubstr(loading)));
}

}  // namespace
}  // namespace marblemaze
