#include "engine/experiments/benchmark_set.h"

#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/replay_page/embedded_files.h"
#include "support/bad_input.h"

namespace marblemaze {
namespace {

using ::testing::HasSubstr;
using Document = nlohmann::json;
using testing::bad_input_of;

bool in_bullet(const BenchmarkProblem& problem) { return problem.setup.kind == "bullet"; }

/// Where the moves lead, played from the problem's start.
bool solves(const BenchmarkProblem& problem) {
  const Environment environment = problem.setup.environment();
  World& world = *environment.world;
  Motion motion = tick_to_rest(world);
  for (MoveId move : problem.truth.solution) {
    if (motion != Motion::settled || world.is_goal(world.state())) return false;
    world.begin(move);
    motion = tick_to_rest(world);
  }
  return motion == Motion::settled && world.is_goal(world.state());
}

TEST(MarbleBench, IsFrozenToTheLastByte) {
  EXPECT_EQ(carried_set("marblebench-1").name, "marblebench-1");
  EXPECT_EQ(carried_set("marblebench-1").hash, "7674e6b7514110d9")
      << "a better set gets another name";
}

TEST(MarbleBench, HasAsManyProblemsToTuneOnAsToBeJudgedOnInEachGroup) {
  std::map<std::string, int> more_for_test;
  for (const BenchmarkProblem& problem : carried_set("marblebench-1").problems)
    more_for_test[problem.group] += problem.split == Split::test ? 1 : -1;
  EXPECT_EQ(more_for_test.size(), 7u);
  for (const auto& [group, more] : more_for_test) EXPECT_EQ(more, 0) << group;
}

TEST(MarbleBenchFree, IsFrozenAndHasAsManyProblemsToTuneOnAsToBeJudgedOnInEachGroup) {
  const BenchmarkSet& set = carried_set("marblebench-free-1");
  EXPECT_EQ(set.name, "marblebench-free-1");
  EXPECT_EQ(set.hash, "03ed1c260227a397") << "a better set gets another name";
  std::map<std::string, int> more_for_test, problems;
  for (const BenchmarkProblem& problem : set.problems) {
    more_for_test[problem.group] += problem.split == Split::test ? 1 : -1;
    ++problems[problem.group];
    EXPECT_EQ(problem.rest, problem.group.starts_with("rest")) << problem.name;
    EXPECT_GT(problem.truth.chance(), 0) << problem.name;
    EXPECT_EQ(problem.truth.policy.runs, kFreeTruthRuns) << problem.name;
  }
  EXPECT_EQ(problems.size(), 8u);
  for (const auto& [group, more] : more_for_test) {
    EXPECT_EQ(more, 0) << group;
    EXPECT_EQ(problems[group], 12) << group;
  }
}

TEST(MarbleBenchFree, WhatIsPossibleFoundAnewIsWhatTheSetSays) {
  const BenchmarkSet& set = carried_set("marblebench-free-1");
  const ResultRow found = *answer(job_in(set, "", 1), source_of(set));
  EXPECT_EQ(found.truth, set.problems[1].truth);
}

TEST(MarbleBench, NoTwoProblemsHaveTheSameMazeUnderTheSameRules) {
  std::set<std::string> met;
  for (const Document& problem : Document::parse(embedded_file("marblebench-1.json"))["problems"]) {
    Document key = problem;
    for (const char* name : {"name", "group", "split", "truth", "seed"}) key.erase(name);
    if (key.contains("maze")) key["maze"].erase("generator");
    EXPECT_TRUE(met.insert(key.dump()).second) << problem["name"];
  }
}

TEST(MarbleBench, EveryTruthIsProvedAndCanBeReached) {
  for (const BenchmarkProblem& problem : carried_set("marblebench-1").problems) {
    EXPECT_TRUE(problem.truth.complete) << problem.name;
    EXPECT_GE(problem.truth.chance(), 0.05) << problem.name;
    EXPECT_GE(problem.truth.expected_moves(), 2) << problem.name;
    EXPECT_LT(problem.truth.expected_moves(), carried_set("marblebench-1").move_limit / 10)
        << problem.name;
  }
}

TEST(MarbleBench, SolutionsOfProblemsWithoutChanceEndInTheTarget) {
  int played = 0;
  for (const BenchmarkProblem& problem : carried_set("marblebench-1").problems) {
    if (problem.truth.policy.runs > 0) continue;
    ++played;
    EXPECT_TRUE(solves(problem)) << problem.name;
  }
  EXPECT_GE(played, 90);
}

TEST(MarbleBench, TruthsFoundAnewAreThoseOfTheSet) {
  std::map<std::string, int> of_group;
  for (const BenchmarkProblem& problem : carried_set("marblebench-1").problems) {
    // Those that take no time: two of each group without Bullet.
    const bool small = !problem.setup.maze || problem.setup.maze->grid().maze_cells() < 300;
    if (in_bullet(problem) || !small || ++of_group[problem.group] > 2) continue;
    GroundTruth found = find_ground_truth(*problem.setup.world());
    found.tried = 0;
    EXPECT_EQ(found, problem.truth) << problem.name;
  }
  EXPECT_GE(of_group.size(), 3u);
}

TEST(BenchmarkRun, EndsAtTheSetsLimitOfMovesInMarbleAndLogicMazesAlike) {
  BenchmarkSet set = carried_set("marblebench-1");
  set.move_limit = 1;
  for (std::size_t i = 0; i < set.problems.size(); ++i) {
    const BenchmarkProblem& problem = set.problems[i];
    if (problem.name != "logic-01" && problem.name != "predicted-01") continue;
    const ResultRow row = *answer(job_in(set, "breadth-first", i), source_of(set));
    EXPECT_EQ(row.run.outcome, Outcome::capped) << problem.name;
    EXPECT_EQ(row.run.counters.moves, 1) << problem.name;
    EXPECT_EQ(row.job.seed, i + 1);
    EXPECT_EQ(row.job.world, set.name);
  }
}

/// A set of one logic maze and one marble's maze, as its file would have it.
Document small_set() {
  Document set = Document::parse(embedded_file("marblebench-1.json"));
  Document problems = Document::array();
  for (const Document& problem : set["problems"])
    if (problem["name"] == "logic-01" || problem["name"] == "predicted-01")
      problems.push_back(problem);
  set["problems"] = problems;
  return set;
}

TEST(BenchmarkSetFile, SaysWhatIsWrongWithItInOneLine) {
  const auto refusal = [](const char* pointer, const Document& value) {
    Document set = small_set();
    set[Document::json_pointer(pointer)] = value;
    return bad_input_of([&] { return benchmark_set_from_json(set.dump()); });
  };
  EXPECT_THAT(refusal("/format", "marblemaze-maze"), HasSubstr("marblemaze-benchmark"));
  EXPECT_THAT(refusal("/version", 3), HasSubstr("1 to 2"));
  EXPECT_THAT(refusal("/problems", Document::array()), HasSubstr("at least one problem"));
  EXPECT_THAT(refusal("/problems/1/name", "logic-01"), HasSubstr("logic-01"));
  EXPECT_THAT(refusal("/problems/0/split", "holdout"), HasSubstr("development or test"));
  EXPECT_THAT(refusal("/problems/0/world", "chess"), HasSubstr("chess"));
  EXPECT_THAT(refusal("/problems/0/puzzle", "1: 2"), HasSubstr("four targets"));
  EXPECT_THAT(refusal("/problems/1/machine", "worn"), HasSubstr("worn"));
  EXPECT_THAT(refusal("/problems/1/orientations", 24), HasSubstr("24"));
  EXPECT_THAT(refusal("/problems/1/truth/solution", "up"), HasSubstr("solution"));
  EXPECT_THAT(refusal("/problems/1/maze/open", Document::array()),
              HasSubstr("problem predicted-01: open with 0 pairs"));
}

TEST(BenchmarkSetFile, OfControllersSaysWhatIsToBeReachedWhereAFreeTurnIsPossible) {
  const auto refusal = [](const char* pointer, const Document& value) {
    Document set = Document::parse(embedded_file("marblebench-free-1.json"));
    set["problems"].erase(set["problems"].begin() + 1, set["problems"].end());
    set[Document::json_pointer(pointer)] = value;
    return bad_input_of([&] { return benchmark_set_from_json(set.dump()); });
  };
  EXPECT_THAT(refusal("/problems/0/goal", "leave"), HasSubstr("reach or rest"));
  EXPECT_THAT(refusal("/problems/0/world", "predicted"), HasSubstr("predicted"));
  EXPECT_THAT(refusal("/problems/0/world", "four-bit"), HasSubstr("four-bit"));
  EXPECT_THAT(refusal("/time_limit", "long"), HasSubstr("time_limit"));
  EXPECT_THAT(refusal("/machines/exact/step", 0.01), HasSubstr("machines of one step"));
  EXPECT_THAT(source_of(carried_set("marblebench-free-1")).text, HasSubstr("\"tick_s\":0.0083"));
}

TEST(BenchmarkSetFile, OfALogicMazeWithoutATextIsThatOfItsSeed) {
  Document set = small_set();
  set["problems"][0].erase("puzzle");
  const BenchmarkSet read = benchmark_set_from_json(set.dump());
  const BenchmarkProblem& problem = read.problems[0];
  const Document measured =
      Document::parse(measured_json(problem, find_ground_truth(*problem.setup.world())));
  EXPECT_EQ(measured["puzzle"], small_set()["problems"][0]["puzzle"]);
  EXPECT_EQ(measured["truth"], small_set()["problems"][0]["truth"]);
}

}  // namespace
}  // namespace marblemaze
