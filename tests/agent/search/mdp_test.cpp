#include "agent/search/mdp.h"

#include <gtest/gtest.h>

#include "maze/base/random.h"

namespace marblemaze {
namespace {

MdpNode goal() { return {true, {}}; }
MdpNode node(std::vector<std::vector<MdpResult>> moves) {
  MdpNode result;
  for (std::size_t i = 0; i < moves.size(); ++i)
    result.moves.push_back({MoveId(static_cast<int>(i)), std::move(moves[i])});
  return result;
}

TEST(MdpPolicy, PrefersTheShorterOfTwoEquallySafePaths) {
  // Move 0 reaches the goal with probability 1/2 and stays otherwise: 2 expected moves. Move 1
  // takes 3 moves.
  const Mdp graph{node({{{3, 0.5}, {0, 0.5}}, {{1, 1}}}), node({{{2, 1}}}), node({{{3, 1}}}),
                  goal()};
  const MdpPolicy policy = best_policy(graph);
  EXPECT_EQ(policy.best[0], 0);
  EXPECT_NEAR(policy.moves[0], 2, 1e-6);
}

TEST(MdpPolicy, CountsOnlyTheMovesOfSuccessfulRuns) {
  // A gambler with 1 of 3 coins stakes one coin per fair toss. The probability of winning is 1/3,
  // and a winning game takes (9 - 1) / 3 tosses on average (Feller, vol. 1, chapter XIV).
  const Mdp graph{node({{{1, 0.5}}}), node({{{2, 0.5}, {0, 0.5}}}), goal()};
  const MdpPolicy policy = best_policy(graph);
  EXPECT_NEAR(policy.probability[0], 1.0 / 3, 1e-6);
  EXPECT_NEAR(policy.moves[0], 8.0 / 3, 1e-6);
}

Mdp random_graph(Rng& rng) {
  Mdp graph(5);
  graph.back().goal = true;
  for (std::size_t i = 0; i + 1 < graph.size(); ++i)
    for (int move = 0; move < 2; ++move) {
      const double share = rng.uniform_int(2) == 0 ? 1 : rng.uniform(0.2, 0.8);
      const double lost = rng.uniform_int(3) == 0 ? 0.3 : 0;
      MdpMove chances{MoveId(move), {{static_cast<int>(rng.uniform_int(5)), share * (1 - lost)}}};
      if (share < 1)
        chances.results.push_back({static_cast<int>(rng.uniform_int(5)), (1 - share) * (1 - lost)});
      graph[i].moves.push_back(chances);
    }
  return graph;
}

/// Returns the success probability of the policy whose moves are the bits of `choice`, by iteration
/// until convergence.
double chance_of_policy(const Mdp& graph, unsigned choice) {
  std::vector<double> chance(graph.size(), 0);
  chance.back() = 1;
  for (int step = 0; step < 5000; ++step)
    for (std::size_t i = 0; i + 1 < graph.size(); ++i) {
      double sum = 0;
      for (const MdpResult& result : graph[i].moves[choice >> i & 1].results)
        sum += result.probability * chance[result.to];
      chance[i] = sum;
    }
  return chance.front();
}

TEST(MdpPolicy, MatchesAnExhaustiveSearch) {
  Rng rng(7);
  for (int i = 0; i < 200; ++i) {
    const Mdp graph = random_graph(rng);
    double best = 0;
    for (unsigned choice = 0; choice < 16; ++choice)
      best = std::max(best, chance_of_policy(graph, choice));
    EXPECT_NEAR(best_policy(graph).probability[0], best, 1e-6) << "graph " << i;
  }
}

TreeSearchResult searched(const Mdp& mdp, std::uint64_t seed = 1) {
  Rng rng(seed);
  return tree_search(mdp, rng, 2000, 50);
}

TEST(TreeSearch, PrefersALongSafePathToAShortRiskyPath) {
  const Mdp graph{node({{{3, 0.7}}, {{1, 1}}}), node({{{2, 1}}}), node({{{3, 1}}}), goal()};
  const TreeSearchResult result = searched(graph);
  EXPECT_EQ(result.best(), 1);
  EXPECT_NEAR(result.moves[1].mean_value(), 0.99 * 0.99 * 0.99, 1e-9);
}

TEST(TreeSearch, ConvergesToTheValueOfTheBestPolicy) {
  // Each move reaches the goal or returns to the start with equal probability: v = 0.99 (1 + v) /
  // 2.
  const Mdp graph{node({{{1, 0.5}, {0, 0.5}}}), goal()};
  EXPECT_NEAR(searched(graph).moves[0].mean_value(), 0.99 / 1.01, 0.005);
}

}  // namespace
}  // namespace marblemaze
