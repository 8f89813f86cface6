#include "engine/bench/marblebench.h"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "agent/contracts/advice.h"
#include "engine/replay_page/embedded_files.h"
#include "maze/grid/maze.h"
#include "support/bad_input.h"

namespace marblemaze {
namespace {

using ::testing::HasSubstr;
using Document = nlohmann::json;
using testing::error_message_of;

bool solves(const BenchmarkProblem& problem) {
  const Environment environment = problem.setup.make_environment();
  World& world = *environment.world;
  Motion motion = tick_to_rest(world);
  for (MoveId move : problem.truth.solution) {
    if (motion != Motion::settled || world.is_goal(world.state())) return false;
    world.begin(move);
    motion = tick_to_rest(world);
  }
  return motion == Motion::settled && world.is_goal(world.state());
}

const BenchmarkSet& second() {
  static const BenchmarkSet set = load_benchmark_set("marblebench-2");
  return set;
}

TEST(MarbleBench, SetsAreFrozenToTheLastByte) {
  EXPECT_EQ(second().hash, "c2b61c7cc7f3ec47") << "a better set gets a new name";
  EXPECT_EQ(load_benchmark_set("marblebench-free-1").hash, "03ed1c260227a397");
}

TEST(MarbleBench2, AgentsHaveAnotherMarbleInTheirModel) {
  const marblemaze::Setup setup =
      std::ranges::find(second().problems, "other-marble-01", &BenchmarkProblem::name)->setup;
  ASSERT_TRUE(setup.planning_settings);
  marblemaze::Setup usual = setup;
  usual.settings = *setup.planning_settings;
  usual.planning_settings.reset();
  const auto predictions = [](const marblemaze::Setup& of) {
    const Environment environment = of.make_environment();
    World& world = *environment.world;
    tick_to_rest(world);
    const auto model = environment.advice.make_planning_model(0);
    std::vector<double> told;
    for (MoveId move : world.moves(world.state()))
      for (const Guess& guess : model->predict(world.state(), move).guesses)
        told.insert(told.end(), {guess.to ? guess.to->index : -1.0, guess.probability});
    return told;
  };
  EXPECT_EQ(predictions(setup), predictions(usual)) << "it is imagined as usual";
  EXPECT_NE(setup.identity(), usual.identity()) << "and differs";
}

TEST(MarbleBench, SolutionsOfProblemsWithoutNoiseEndInTheTarget) {
  int played = 0;
  for (const BenchmarkProblem& problem : second().problems) {
    if (problem.truth.solution.empty()) continue;
    ++played;
    EXPECT_TRUE(solves(problem)) << problem.name;
  }
  EXPECT_EQ(played, 64);
}

TEST(BenchmarkRun, EndsAtTheSetsLimitOfMoves) {
  BenchmarkSet set = second();
  set.move_limit = 1;
  const ResultRow row = run_job(job_in(set, "breadth-first", 0), source_of(set));
  EXPECT_EQ(row.outcome, Outcome::capped);
  EXPECT_EQ(row.counters.moves, 1);
  EXPECT_EQ(row.job.seed, 1u);
  EXPECT_EQ(row.job.world, set.name);
}

TEST(BenchmarkSetFile, FaultsAreReportedInOneLine) {
  const Document none = Document::array();
  for (const auto& [name, pointer, value, expected] :
       std::vector<std::tuple<std::string, const char*, Document, const char*>>{
           {"marblebench-2", "/format", "marblemaze-maze", "marblemaze-benchmark"},
           {"marblebench-2", "/version", 3, "1 to 2"},
           {"marblebench-2", "/problems", none, "at least one problem"},
           {"marblebench-2", "/problems/1/name", "noise-0-01", "noise-0-01"},
           {"marblebench-2", "/problems/0/split", "holdout", "development or test"},
           {"marblebench-2", "/problems/0/world", "chess", "chess"},
           {"marblebench-2", "/problems/0/world", "four-bit", "four-bit"},
           {"marblebench-2", "/problems/1/machine", "worn", "worn"},
           {"marblebench-2", "/problems/1/orientations", 4, "4"},
           {"marblebench-2", "/problems/1/truth", 4, "expected a JSON object"},
           {"marblebench-2", "/problems/1/truth/solution", "up", "solution"},
           {"marblebench-2", "/problems/1/maze/open", none,
            "problem noise-0-02: open with 0 pairs"},
           {"marblebench-free-1", "/problems/0/goal", "leave", "reach or rest"},
           {"marblebench-free-1", "/problems/0/world", "predicted", "predicted"},
           {"marblebench-free-1", "/time_limit", "long", "time_limit"},
           {"marblebench-free-1", "/machines/exact/step", 0.01,
            "machines with equal time steps"}}) {
    Document set = Document::parse(embedded_file(name + ".json"));
    set["problems"].erase(set["problems"].begin() + 2, set["problems"].end());
    set[Document::json_pointer(pointer)] = value;
    EXPECT_THAT(error_message_of([&text = set] { return benchmark_set_from_json(text.dump()); }),
                HasSubstr(expected))
        << pointer;
  }
}

// ---- score cards

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
