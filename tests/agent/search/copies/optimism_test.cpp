#include <cmath>

#include <gtest/gtest.h>

#include "agent/analysis/ground_truth.h"
#include "agent/search/copies/mdp.h"
#include "support/drawing_world.h"
#include "support/mdp.h"

namespace marblemaze {
namespace {

using testing::Chances;
using testing::DrawingWorld;

TEST(ChanceLimit, MatchesTheClosedFormForAllOrNone) {
  // The bound p after n successes in n tries satisfies p^n = error.
  EXPECT_NEAR(probability_bound(Limit::low, 1000, 1000, 0.025), std::pow(0.025, 1e-3), 1e-9);
  EXPECT_NEAR(probability_bound(Limit::high, 0, 1000, 0.025), 1 - std::pow(0.025, 1e-3), 1e-9);
  EXPECT_EQ(probability_bound(Limit::high, 5, 5, 0.025), 1);
  EXPECT_EQ(probability_bound(Limit::low, 0, 5, 0.025), 0);
}

TEST(OptimisticPolicy, FavoursGoodResultsWithinTheBounds) {
  // One move, which reached the goal in 50 of 100 tries and lost the run in the others.
  const Mdp counted{testing::node({{{1, 0.5}}}), testing::goal()};
  const double hoped = optimistic_policy(counted, {{100}, {}}, 0.04).probability.front();
  EXPECT_DOUBLE_EQ(hoped, probability_bound(Limit::high, 50, 100, 0.01))
      << "two results, two ends each";
}

TEST(OptimisticPolicy, KeepsMovesWithASingleResult) {
  const Mdp counted{testing::node({{{1, 1.0}}}), testing::node({{{0, 1.0}}}), testing::goal()};
  EXPECT_EQ(optimistic_policy(counted, {{30}, {30}, {}}, 0.05).probability.front(), 0);
}

constexpr int kGoalState = 6;

/// Returns six states with two moves each, with results drawn by `draw`.
Chances problem_of(Rng rng, std::map<int, double> (*draw)(Rng& rng)) {
  Chances chances{{kGoalState, {{{0, 1.0}}}}};
  for (int state = 0; state < kGoalState; ++state)
    for (int move = 0; move < 2; ++move) chances[state].push_back(draw(rng));
  return chances;
}

/// Returns a problem whose moves have two results and may lose the run; few moves have a certain
/// result.
Chances drawn_problem(std::uint64_t seed) {
  return problem_of(Rng(mixed_seed(seed, 1)), [](Rng& rng) {
    std::map<int, double> results;
    const double share = 0.1 + 0.8 * rng.unit(), lost = 0.5 * rng.unit();
    results[static_cast<int>(rng.below(kGoalState + 1))] += (1 - lost) * share;
    results[static_cast<int>(rng.below(kGoalState + 1))] += (1 - lost) * (1 - share);
    return results;
  });
}

/// Returns a problem whose moves nearly always have one result: one try in 33 to 100 has another.
Chances problem_of_rare_endings(std::uint64_t seed) {
  return problem_of(Rng(mixed_seed(seed, 2)), [](Rng& rng) {
    std::map<int, double> results;
    const double rare = 0.01 + 0.02 * rng.unit();
    results[static_cast<int>(rng.below(kGoalState))] +=
        1 - 2 * rare;  // the run is lost with the same small probability
    results[static_cast<int>(rng.below(kGoalState + 1))] += rare;
    return results;
  });
}

double exact_chance(const Chances& chances) {
  Mdp mdp;
  for (const auto& [state, moves] : chances) {
    MdpNode& node = mdp.emplace_back();
    node.goal = state == kGoalState;
    for (const auto& results : moves) {
      MdpMove& move = node.moves.emplace_back();
      for (const auto& [to, probability] : results) move.results.push_back({to, probability});
    }
  }
  return best_policy(mdp).probability.front();
}

/// Returns the number of intervals that contain the exact probability, and the number of exact
/// probabilities between 0 and 1.
std::pair<int, int> held_and_between(Chances (*problem)(std::uint64_t), std::uint64_t problems) {
  int held = 0, between = 0;
  for (std::uint64_t seed = 1; seed <= problems; ++seed) {
    const Chances chances = problem(seed);
    DrawingWorld world(chances, 0, kGoalState);
    const GroundTruth truth = find_ground_truth(world);
    const double exact = exact_chance(chances);
    held += truth.chance_low() <= exact + 1e-9 && exact <= truth.chance_high() + 1e-9;
    between += exact > 0.05 && exact < 0.95;
  }
  return {held, between};
}

TEST(GroundTruthInterval, ContainsTheExactProbabilityOfAtLeast95Of100Problems) {
  const auto [held, between] = held_and_between(drawn_problem, 1000);
  EXPECT_GE(held, 950);
  EXPECT_GT(between, 500);
}

TEST(GroundTruthInterval, ContainsItEvenIfThirtyTriesMissRareResults) {
  const auto [held, between] = held_and_between(problem_of_rare_endings, 300);
  EXPECT_GE(held, 285);
  EXPECT_GT(between, 90);
}

}  // namespace
}  // namespace marblemaze
