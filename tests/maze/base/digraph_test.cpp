#include "maze/base/digraph.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "maze/base/random.h"

namespace marblemaze {
namespace {

using ::testing::ElementsAre;

TEST(Digraph, ShortestPathPrefersEarlierArcs) {
  // 0 -> {1, 2} -> 3 -> 4 <-> 5; node 6 is isolated
  const Digraph graph(
      7, std::vector<DigraphArc>{{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 4}, {4, 5}, {5, 4}});
  const int target = 4;
  EXPECT_THAT(shortest_path(graph, 0, target), ElementsAre(0, 1, 3, 4));
  EXPECT_TRUE(shortest_path(graph, 0, 6).empty());
  EXPECT_EQ(count_shortest_paths(graph, 0, {&target, 1}), 2u);
}

TEST(Digraph, AClosedComponentIsASetThatNoArcLeaves) {
  Rng rng(3);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<DigraphArc> arcs;
    for (int i = 0; i < 5 + trial % 25; ++i)
      arcs.push_back(
          {static_cast<int>(rng.uniform_int(12)), static_cast<int>(rng.uniform_int(12))});
    const Digraph graph(12, arcs);
    std::set<std::vector<int>> closed;  // sets of nodes that reach each other and nothing else
    for (int node = 0; node < 12; ++node) {
      std::vector<int> reached;
      bool returns = true;
      for (int other = 0; other < 12; ++other) {
        if (distances_from(graph, node)[other] == kUnreachable) continue;
        reached.push_back(other);
        returns = returns && distances_from(graph, other)[node] != kUnreachable;
      }
      if (returns) closed.insert(reached);
    }
    const auto found = closed_components(graph);
    EXPECT_EQ(std::set<std::vector<int>>(found.begin(), found.end()), closed);
  }
}

TEST(Digraph, ComponentsOfALongChainDoNotOverflowTheStack) {
  const int nodes = 300'000;
  std::vector<DigraphArc> arcs;
  for (int node = 0; node < nodes; ++node) arcs.push_back({node, (node + 1) % nodes});
  EXPECT_EQ(closed_components(Digraph(nodes, arcs)).size(), 1u);
}

}  // namespace
}  // namespace marblemaze
