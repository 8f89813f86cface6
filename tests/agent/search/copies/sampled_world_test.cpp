#include <gtest/gtest.h>

#include "agent/analysis/ground_truth.h"
#include "agent/play/knowledge_engine.h"
#include "agent/search/copies/world_copies.h"
#include "support/drawing_world.h"
#include "support/play.h"

namespace marblemaze {
namespace {

using testing::Chances;
using testing::DrawingWorld;

constexpr int kGoal = 9;

/// A short path from 0 that freezes in three of four runs, and a long path that never freezes.
const Chances kShortAndSafe{{0, {{{kGoal, 0.25}}, {{1, 1.0}}}},
                            {1, {{{2, 1.0}}}},
                            {2, {{{kGoal, 1.0}}}},
                            {kGoal, {{{0, 1.0}}}}};

std::shared_ptr<const Snapshot> settled(DrawingWorld& world) {
  testing::settle(world);
  return Snapshot::of(world);
}

TEST(SampledWorld, CountsResultsUntilEveryStateWasSampled) {
  DrawingWorld world(kShortAndSafe, 0, kGoal);
  SampledWorld samples(400, false, 1);
  samples.explore(settled(world), 10'000);
  EXPECT_TRUE(samples.complete());
  EXPECT_EQ(samples.tried(), 4 * 400);
  const Mdp mdp = samples.mdp();
  ASSERT_EQ(mdp.size(), 4U);
  // The estimate is within 2 * sqrt(.25 * .75 / 400) = 0.043 of the true probability in 95 of 100
  // samples.
  EXPECT_NEAR(mdp[0].moves[0].results.at(0).probability, 0.25, 0.06);
  EXPECT_DOUBLE_EQ(mdp[0].moves[1].results.at(0).probability, 1);
}

TEST(SampledWorld, KeepsItsBudgetAndReportsIt) {
  DrawingWorld world(kShortAndSafe, 0, kGoal);
  SampledWorld samples(10, false, 1);
  samples.explore(settled(world), 25);
  EXPECT_FALSE(samples.complete());
  EXPECT_EQ(samples.tried(), 20);
  EXPECT_TRUE(samples.sampled(StateId(0)));
  EXPECT_FALSE(samples.sampled(StateId(1)));
}

TEST(GroundTruth, OfANoisyWorldIsAPolicyTestedInNewRuns) {
  DrawingWorld world(kShortAndSafe, 0, kGoal);
  const GroundTruth truth = find_ground_truth(world);
  EXPECT_TRUE(truth.solvable);
  EXPECT_TRUE(truth.complete);
  EXPECT_EQ(truth.policy.runs, kSureRuns);
  EXPECT_DOUBLE_EQ(truth.policy.chance, 1) << "the safe way";
  EXPECT_DOUBLE_EQ(truth.chance(), 1);
  EXPECT_DOUBLE_EQ(truth.expected_moves(), 3);
  EXPECT_EQ(truth.solution, (std::vector<MoveId>{MoveId(1), MoveId(0), MoveId(0)}));
}

TEST(GroundTruth, OfANoisyWorldNeedsFewSamplesForANearlyCertainPolicy) {
  Chances chances = kShortAndSafe;
  for (int side = 10; side < 90; ++side) chances[side] = {{{side + 1, 1.0}}};
  chances[90] = {{{0, 0.5}}};
  chances[2].push_back({{10, 1.0}});  // a long detour that the policy does not use
  DrawingWorld world(chances, 0, kGoal);
  const GroundTruth truth = find_ground_truth(world);
  const GroundTruth careful = find_ground_truth(world, false, kTruthBudget, Sampling::everywhere);
  EXPECT_EQ(truth.solution, careful.solution);
  EXPECT_TRUE(truth.complete);
  EXPECT_LT(6 * truth.tried, careful.tried) << "86 moves, of which a policy needs five";
  EXPECT_GT(truth.chance_low(), 0.99);
  EXPECT_EQ(truth.chance_high(), 1);
}

TEST(GroundTruth, OfANoisyWorldSamplesMoreIfNewRunsFail) {
  // 30 tries miss a loss of 3 % in two of five problems, but 400 runs detect it.
  DrawingWorld world({{0, {{{1, 0.97}}}}, {1, {{{kGoal, 1.0}}}}, {kGoal, {{{0, 1.0}}}}}, 0, kGoal);
  const GroundTruth truth = find_ground_truth(world);
  EXPECT_EQ(truth.policy.runs, kTruthRuns);
  EXPECT_NEAR(truth.chance(), 0.97, 0.02);
}

TEST(GroundTruth, OfANoisyWorldEstimatesTheProbabilityOfRiskyPaths) {
  // Each try reaches the goal with probability 1/2, returns with 1/4 and freezes with 1/4. The
  // success probability is therefore 2/3, and successful runs take 4/3 moves on average (a
  // geometric number of tries).
  DrawingWorld world({{0, {{{0, 0.25}, {kGoal, 0.5}}}}, {kGoal, {{{0, 1.0}}}}}, 0, kGoal);
  const GroundTruth truth = find_ground_truth(world);
  EXPECT_NEAR(truth.chance(), 2.0 / 3, 3 * std::sqrt(2.0 / 9 / kTruthRuns));
  EXPECT_NEAR(truth.expected_moves(), 4.0 / 3, 0.1);
  EXPECT_NEAR(truth.policy.chance, 2.0 / 3, 0.25) << "thirty samples";
}

TEST(GroundTruth, OfANoisyWorldIsUnsolvableWithoutAPathToTheGoal) {
  DrawingWorld world({{0, {{{1, 0.5}}}}, {1, {{{0, 0.5}}}}, {kGoal, {{{0, 1.0}}}}}, 0, kGoal);
  const GroundTruth truth = find_ground_truth(world);
  EXPECT_FALSE(truth.solvable);
  EXPECT_EQ(truth.chance(), 0);
  EXPECT_TRUE(truth.solution.empty());
}

/// Returns the number of solved runs among 400 runs with different noise.
int solved_by_simulation_search(const Chances& chances) {
  int solved = 0;
  for (std::uint64_t run = 0; run < 400; ++run) {
    DrawingWorld world(chances, 0, kGoal);
    world.draw_from(1'000'000 + run);
    Advice advice = testing::forbidden_advice(2);
    advice.rules = world.rules();
    KnowledgeEngine engine(planners().entry("simulation-search"), advice);
    solved += testing::play(world, engine, 100).solved;
  }
  return solved;
}

TEST(SimulationSearch, TakesTheSafePathInANoisyWorld) {
  EXPECT_EQ(solved_by_simulation_search(kShortAndSafe), 400);
}

TEST(SimulationSearch, CannotForeseeTheNoise) {
  // An agent that knew the noise would choose the right one of two moves every time. Each move
  // succeeds with probability 1/2, so an agent that does not know the noise solves about 200 of 400
  // runs; 60 is six standard deviations.
  const int solved =
      solved_by_simulation_search({{0, {{{kGoal, 0.5}}, {{kGoal, 0.5}}}}, {kGoal, {{{0, 1.0}}}}});
  EXPECT_GT(solved, 140);
  EXPECT_LT(solved, 260);
}

}  // namespace
}  // namespace marblemaze
