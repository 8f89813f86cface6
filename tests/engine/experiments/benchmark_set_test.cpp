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
    EXPECT_EQ(problem.truth.policy.runs, 10) << problem.name;
  }
  EXPECT_EQ(problems.size(), 8u);
  for (const auto& [group, more] : more_for_test) {
    EXPECT_EQ(more, 0) << group;
    EXPECT_EQ(problems[group], 12) << group;
  }
}

TEST(MarbleBench, SolutionsOfProblemsWithoutNoiseEndInTheTarget) {
  int played = 0;
  for (const BenchmarkProblem& problem : carried_set("marblebench-2").problems) {
    if (problem.truth.solution.empty()) continue;
    ++played;
    EXPECT_TRUE(solves(problem)) << problem.name;
  }
  EXPECT_EQ(played, 64);
}

TEST(BenchmarkRun, EndsAtTheSetsLimitOfMoves) {
  BenchmarkSet set = carried_set("marblebench-2");
  set.move_limit = 1;
  const ResultRow row = answer(job_in(set, "breadth-first", 0), source_of(set));
  EXPECT_EQ(row.outcome, Outcome::capped);
  EXPECT_EQ(row.counters.moves, 1);
  EXPECT_EQ(row.job.seed, 1u);
  EXPECT_EQ(row.job.world, set.name);
}

/// A set of two problems, as its file would have it.
Document small_set() {
  Document set = Document::parse(embedded_file("marblebench-2.json"));
  set["problems"].erase(set["problems"].begin() + 2, set["problems"].end());
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
  EXPECT_THAT(refusal("/problems/1/name", "noise-0-01"), HasSubstr("noise-0-01"));
  EXPECT_THAT(refusal("/problems/0/split", "holdout"), HasSubstr("development or test"));
  EXPECT_THAT(refusal("/problems/0/world", "chess"), HasSubstr("chess"));
  EXPECT_THAT(refusal("/problems/0/world", "four-bit"), HasSubstr("four-bit"));
  EXPECT_THAT(refusal("/problems/1/machine", "worn"), HasSubstr("worn"));
  EXPECT_THAT(refusal("/problems/1/orientations", 4), HasSubstr("4"));
  EXPECT_THAT(refusal("/problems/1/truth/solution", "up"), HasSubstr("solution"));
  Document without_truth = small_set();
  without_truth["problems"][1].erase("truth");
  EXPECT_THAT(bad_input_of([&] { return benchmark_set_from_json(without_truth.dump()); }),
              HasSubstr("truth"));
  EXPECT_THAT(refusal("/problems/1/maze/open", Document::array()),
              HasSubstr("problem noise-0-02: open with 0 pairs"));
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

}  // namespace
}  // namespace marblemaze
