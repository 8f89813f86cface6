#include "engine/experiments/benchmark_maker.h"

#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agent/contracts/advice.h"
#include "engine/replay_page/embedded_files.h"
#include "maze/base/json.h"
#include "maze/grid/maze.h"

namespace marblemaze {
namespace {

using ::testing::HasSubstr;

const BenchmarkSet& second() { return carried_set("marblebench-2"); }

const BenchmarkProblem& problem(const std::string& name) {
  for (const BenchmarkProblem& one : second().problems)
    if (one.name == name) return one;
  throw std::runtime_error("no problem " + name);
}

TEST(MarbleBench2, IsFrozenToTheLastByteAndReadAsItWasWritten) {
  EXPECT_EQ(second().hash, "c2b61c7cc7f3ec47") << "a better set gets another name";
  EXPECT_EQ(to_json(second()), embedded_file("marblebench-2.json"));
}

TEST(MarbleBench2, HasThirtyTwoProblemsOfEachGroupAndAQuarterOfEachToTuneOn) {
  std::map<std::string, int> all, to_tune_on;
  std::set<std::string> mazes;
  for (const BenchmarkProblem& one : second().problems) {
    ++all[one.group];
    to_tune_on[one.group] += one.split == Split::development ? 1 : 0;
    mazes.insert(maze_hash(*one.setup.maze));
  }
  EXPECT_EQ(all.size(), 7u);
  for (const auto& [group, problems] : all) {
    EXPECT_EQ(problems, 32) << group;
    EXPECT_EQ(to_tune_on[group], 8) << group;
  }
  EXPECT_EQ(mazes.size(), second().problems.size()) << "no maze is played twice";
}

TEST(MarbleBench2, SaysOfEachProblemWhatIsPossibleOrThatNothingIs) {
  for (const BenchmarkProblem& one : second().problems) {
    EXPECT_TRUE(one.truth.complete) << one.name;
    EXPECT_EQ(one.hopeless(), one.group == "hopeless") << one.name;
    EXPECT_EQ(second().runs_of(one), one.truth.uncertain() ? 5 : 1) << one.name;
    if (one.hopeless()) continue;
    EXPECT_GE(one.truth.chance(), 0.05) << one.name;
    EXPECT_LE(one.truth.chance_low(), one.truth.chance_high()) << one.name;
    EXPECT_LT(one.truth.expected_moves(), second().move_limit) << one.name;
  }
}

TEST(MarbleBench2, AgentsImagineAnotherMarbleWhereTheGroupIsNamedForIt) {
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
  EXPECT_NE(setup.identity(), usual.identity()) << "and is another";
}

TEST(BenchmarkMaker, MakesTheProblemsOfTheCarriedSetAgain) {
  const BenchmarkMaker maker({BenchmarkMaker::kPublished});
  EXPECT_EQ(maker.size(), second().problems.size());
  // Of each group that needs no truth of a machine that draws; the others take a while.
  for (const std::size_t place : {0, 3, 160})
    EXPECT_EQ(json_of(maker.problem(place), maker.frame()).dump(),
              json_of(second().problems[place], second()).dump());
}

TEST(BenchmarkMaker, OtherNumbersMakeOtherProblemsAndAnotherName) {
  const BenchmarkMaker maker({4, 5});
  EXPECT_THAT(maker.frame().name, HasSubstr("private"));
  const BenchmarkProblem made = maker.problem(0);
  EXPECT_EQ(made.name, second().problems[0].name);
  EXPECT_NE(maze_hash(*made.setup.maze), maze_hash(*second().problems[0].setup.maze));
  EXPECT_NE(maze_hash(*BenchmarkMaker({5, 4}).problem(0).setup.maze), maze_hash(*made.setup.maze));
}

}  // namespace
}  // namespace marblemaze
