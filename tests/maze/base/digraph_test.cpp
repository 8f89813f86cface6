#include "maze/base/digraph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "maze/base/errors.h"
#include "maze/base/random.h"

namespace marblemaze {
namespace {

using ::testing::ElementsAre;

Digraph diamond_with_a_trap() {
  // 0 -> {1, 2} -> 3 -> 4 <-> 5; node 6 is isolated
  return Digraph(7,
                 std::vector<DigraphArc>{{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 4}, {4, 5}, {5, 4}});
}

Digraph random_graph(int nodes, int arcs, Rng& rng) {
  std::vector<DigraphArc> list;
  list.reserve(arcs);
  for (int i = 0; i < arcs; ++i)
    list.push_back({static_cast<int>(rng.below(nodes)), static_cast<int>(rng.below(nodes))});
  return Digraph(nodes, list);
}

TEST(Digraph, ListsSuccessorsInOrder) {
  const Digraph graph = diamond_with_a_trap();
  EXPECT_THAT(std::vector<int>(graph.successors(0).begin(), graph.successors(0).end()),
              ElementsAre(1, 2));
  EXPECT_THAT(std::vector<int>(graph.predecessors(4).begin(), graph.predecessors(4).end()),
              ElementsAre(3, 5));
}

TEST(Digraph, RejectsArcsToUnknownNodes) {
  EXPECT_THROW(Digraph(2, std::vector<DigraphArc>{{0, 2}}), BadInput);
}

TEST(Digraph, DistancesCountArcsForwardAndBackward) {
  EXPECT_THAT(distances_from(diamond_with_a_trap(), 0),
              ElementsAre(0, 1, 1, 2, 3, 4, kUnreachable));
  EXPECT_THAT(distances_to(diamond_with_a_trap(), 3),
              ElementsAre(2, 1, 1, 0, kUnreachable, kUnreachable, kUnreachable));
}

TEST(Digraph, AShortestPathTakesTheFirstOfEqualArcs) {
  const int target = 4;
  EXPECT_THAT(shortest_path(diamond_with_a_trap(), 0, {&target, 1}), ElementsAre(0, 1, 3, 4));
  const int away = 6;
  EXPECT_TRUE(shortest_path(diamond_with_a_trap(), 0, {&away, 1}).empty());
}

TEST(Digraph, CountsShortestPathsParallelArcsIncluded) {
  const int target = 4;
  EXPECT_EQ(count_shortest_paths(diamond_with_a_trap(), 0, {&target, 1}), 2u);
  const int end = 1;
  EXPECT_EQ(count_shortest_paths(Digraph(2, std::vector<DigraphArc>{{0, 1}, {0, 1}}), 0, {&end, 1}),
            2u);
  EXPECT_EQ(count_shortest_paths(diamond_with_a_trap(), 6, {&target, 1}), 0u);
}

TEST(Digraph, AClosedComponentIsOneThatNoArcLeaves) {
  EXPECT_THAT(closed_components(diamond_with_a_trap()),
              ElementsAre(ElementsAre(4, 5), ElementsAre(6)));
}

TEST(Digraph, NodesAreInOneComponentExactlyWhenEachReachesTheOther) {
  Rng rng(3);
  for (int trial = 0; trial < 200; ++trial) {
    const Digraph graph = random_graph(12, 5 + trial % 25, rng);
    const Components components = strongly_connected(graph);
    std::vector<std::vector<int>> distance;
    distance.reserve(12);
    for (int node = 0; node < 12; ++node) distance.push_back(distances_from(graph, node));
    for (int a = 0; a < 12; ++a) {
      for (int b = 0; b < 12; ++b) {
        const bool mutual = distance[a][b] != kUnreachable && distance[b][a] != kUnreachable;
        EXPECT_EQ(components.of[a] == components.of[b], mutual);
      }
      for (int to : graph.successors(a)) EXPECT_LE(components.of[to], components.of[a]);
    }
  }
}

TEST(Digraph, ComponentsOfALongChainDoNotOverflowTheStack) {
  const int nodes = 300'000;
  std::vector<DigraphArc> arcs;
  for (int node = 0; node + 1 < nodes; ++node) arcs.push_back({node, node + 1});
  arcs.push_back({nodes - 1, 0});
  EXPECT_EQ(strongly_connected(Digraph(nodes, arcs)).count, 1);
}

}  // namespace
}  // namespace marblemaze
