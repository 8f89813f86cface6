#include <cmath>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/play.h"
#include "support/scripted_graph.h"

namespace marblemaze {
namespace {

using testing::Arcs;
using ::testing::ElementsAre;
using testing::GraphWorld;
using testing::indices;
using testing::known_graph;

/// Returns advice that contains only distances to the goal (1 at the goal).
Advice with_distances(const std::vector<double>& distances, int moves) {
  Advice advice = testing::forbidden_advice(moves);
  advice.distance = [distances](StateId state) {
    return distances.at(static_cast<std::size_t>(state.index));
  };
  return advice;
}

std::vector<int> walk(const std::string& agent, const Arcs& arcs, int goal, const Advice& advice) {
  GraphWorld world(arcs, 0, goal);
  KnowledgeEngine engine(planners().entry(agent), advice);
  EXPECT_TRUE(testing::play(world, engine, 1000).solved) << agent;
  return world.begun;
}

TEST(LrtaStar, LeavesADeadEndThatSeemsNearTheGoal) {
  // States 1 and 2 seem to be next to the goal but lead only to each other and back. A greedy walk
  // would alternate between them for ever; the path over 3 and 4 reaches the goal.
  const Arcs arcs{{0, {1, 3}}, {1, {2, 0}}, {2, {1, 1}}, {3, {4, 0}}, {4, {5, 3}}, {5, {5, 5}}};
  const Advice advice = with_distances({4, 2, 2, 6, 5, 1}, 2);
  const std::vector<int> begun = walk("lrta-star", arcs, 5, advice);
  EXPECT_LT(begun.size(), 20u);
}

TEST(LrtaStar, FollowsDecreasingValuesAndRaisesTheOldValue) {
  // A corridor 0 - 1 - 2 with an untried move of 2. Known values lead there directly.
  StateGraph graph = known_graph({{0, {1, 0}}, {1, {2, 0}}, {2, {-1, 1}}});
  const auto planner = testing::make_planner("lrta-star", with_distances({4, 3, 2}, 2));
  EXPECT_THAT(indices(planner->plan(graph, {StateId(0), nullptr}).moves), ElementsAre(0));
  EXPECT_THAT(indices(planner->plan(graph, {StateId(1), nullptr}).moves), ElementsAre(0));
  EXPECT_THAT(indices(planner->plan(graph, {StateId(2), nullptr}).moves), ElementsAre(0));
}

TEST(NodeCounting, MovesToTheLeastVisitedState) {
  StateGraph graph = known_graph({{0, {1, 2}}, {1, {0, 0}}, {2, {0, -1}}});
  const auto planner = testing::make_planner("node-counting", testing::forbidden_advice(2));
  // State 1 was left twice, state 2 once.
  EXPECT_THAT(indices(planner->plan(graph, {StateId(0), nullptr}).moves), ElementsAre(1));
  // The untried move of state 2 leads to a state that was never visited.
  EXPECT_THAT(indices(planner->plan(graph, {StateId(2), nullptr}).moves), ElementsAre(1));
  for (int i = 0; i < 3; ++i) graph.record(StateId(2), MoveId(0), StateId(0), false);
  EXPECT_THAT(indices(planner->plan(graph, {StateId(0), nullptr}).moves), ElementsAre(0));
}

TEST(RandomWalk, ChoosesAllMovesEquallyOften) {
  const StateGraph graph = known_graph({{0, {1, 1, 1}}, {1, {0, -1, 0}}});
  std::vector<int> drawn(3, 0);
  constexpr int kRuns = 3000, kEach = kRuns / 3;
  for (int seed = 0; seed < kRuns; ++seed) {
    Advice advice = testing::forbidden_advice(3);
    advice.seed = static_cast<std::uint64_t>(seed);
    const auto planner = testing::make_planner("random-walk", advice);
    ++drawn.at(static_cast<std::size_t>(
        planner->plan(graph, {StateId(0), nullptr}).moves.front().move.index));
  }
  // Five standard deviations of a binomial count.
  for (int count : drawn) EXPECT_NEAR(count, kEach, 5 * std::sqrt(kRuns * 2.0 / 9.0));
}

TEST(RandomWalk, IsFixedByItsSeed) {
  const Arcs ring{{0, {1, 4}}, {1, {2, 0}}, {2, {3, 1}}, {3, {5, 2}}, {4, {0, 4}}, {5, {5, 5}}};
  std::set<std::vector<int>> walks;
  for (int seed = 1; seed <= 20; ++seed) {
    Advice advice = testing::forbidden_advice(2);
    advice.seed = static_cast<std::uint64_t>(seed);
    const auto first = walk("random-walk", ring, 5, advice);
    EXPECT_EQ(first, walk("random-walk", ring, 5, advice));
    walks.insert(first);
  }
  EXPECT_GT(walks.size(), 10u);
}

TEST(Baselines, GiveUpInACompletelyKnownDeadEnd) {
  // The goal cannot be reached from 0, 1 and 2, which have six moves together.
  const Arcs arcs{{0, {1, 2}}, {1, {0, 1}}, {2, {1, 0}}, {3, {3, 3}}};
  for (const char* agent : {"lrta-star", "node-counting", "random-walk"}) {
    GraphWorld world(arcs, 0, 3);
    KnowledgeEngine engine(planners().entry(agent), with_distances({3, 3, 3, 1}, 2));
    EXPECT_TRUE(testing::play(world, engine, 1000).exhausted) << agent;
    EXPECT_LT(world.begun.size(), 200u) << agent;
  }
}

}  // namespace
}  // namespace marblemaze
