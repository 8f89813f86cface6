#include <gtest/gtest.h>

#include "agent/search/copies/mdp.h"
#include "support/mdp.h"

namespace marblemaze {
namespace {

using testing::goal;
using testing::node;

TreeSearchResult searched(const Mdp& mdp, std::uint64_t seed = 1) {
  Rng rng(seed);
  return tree_search(mdp, rng, 2000, 50);
}

TEST(TreeSearch, PrefersALongSafePathToAShortRiskyOne) {
  // The values are 0.99 x 0.7 and 0.99^3.
  const Mdp graph{node({{{3, 0.7}}, {{1, 1}}}), node({{{2, 1}}}), node({{{3, 1}}}), goal()};
  const TreeSearchResult result = searched(graph);
  EXPECT_EQ(result.best(), 1);
  EXPECT_NEAR(result.moves[1].worth(), 0.99 * 0.99 * 0.99, 1e-9);
}

TEST(TreeSearch, PrefersTheShorterOfTwoSafePaths) {
  const Mdp graph{node({{{1, 1}}, {{2, 1}}}), node({{{2, 1}}}), goal()};
  EXPECT_EQ(searched(graph).best(), 1);
}

TEST(TreeSearch, DoesNotRunInCircles) {
  const Mdp graph{node({{{2, 0.7}}, {{1, 1}}}), node({{{2, 1}}, {{0, 1}}}), goal()};
  EXPECT_EQ(searched(graph).best(), 1);
}

TEST(TreeSearch, FindsNoPathInAnUnsolvableProcess) {
  const Mdp graph{node({{{1, 1}}, {{0, 1}}}), node({{{0, 1}}}), goal()};
  EXPECT_EQ(searched(graph).best(), -1);
}

TEST(TreeSearch, IsReproducibleForASeed) {
  const Mdp graph{node({{{0, 0.5}, {1, 0.5}}, {{1, 1}}}), node({{{2, 0.5}, {0, 0.25}}}), goal()};
  EXPECT_EQ(searched(graph, 7).moves[0].times, searched(graph, 7).moves[0].times);
  EXPECT_NE(searched(graph, 7).reached, searched(graph, 8).reached);
}

TEST(TreeSearch, ConvergesToTheValueOfTheBestPolicy) {
  // Each move reaches the goal or returns to the start with equal probability. The value is v =
  // 0.99 (1 + v) / 2.
  const Mdp graph{node({{{1, 0.5}, {0, 0.5}}}), goal()};
  EXPECT_NEAR(searched(graph).moves[0].worth(), 0.99 / 1.01, 0.005);
}

}  // namespace
}  // namespace marblemaze
