#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "agent/contracts/advice.h"
#include "engine/bench/marblebench.h"
#include "engine/replay_page/embedded_files.h"
#include "maze/grid/maze.h"
#include "support/bad_input.h"

namespace marblemaze {
namespace {

using ::testing::HasSubstr;
using Document = nlohmann::json;
using testing::error_message_of;

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

const BenchmarkSet& second() {
  static const BenchmarkSet set = load_benchmark_set("marblebench-2");
  return set;
}

const BenchmarkProblem& problem(const std::string& name) {
  for (const BenchmarkProblem& one : second().problems)
    if (one.name == name) return one;
  throw std::runtime_error("no problem " + name);
}

TEST(MarbleBench, SetsAreFrozenToTheLastByte) {
  EXPECT_EQ(second().hash, "c2b61c7cc7f3ec47") << "a better set gets a new name";
  EXPECT_EQ(load_benchmark_set("marblebench-free-1").hash, "03ed1c260227a397");
}

TEST(MarbleBench2, AgentsHaveAnotherMarbleInTheirModel) {
  const marblemaze::Setup& setup = problem("other-marble-01").setup;
  ASSERT_TRUE(setup.believed);
  marblemaze::Setup usual = setup;
  usual.settings = *setup.believed;
  usual.believed.reset();
  const auto predictions = [](const marblemaze::Setup& of) {
    const Environment environment = of.environment();
    World& world = *environment.world;
    tick_to_rest(world);
    const auto model = environment.advice.imagination(0);
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

}  // namespace
}  // namespace marblemaze
