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
using testing::GraphModel;
using testing::GraphWorld;
using ::testing::HasSubstr;
using testing::indices;
using testing::known_graph;
using testing::make_planner;

Decision plan(Planner& planner, const Arcs& arcs, int from) {
  return planner.plan(known_graph(arcs), {StateId(from), nullptr});
}

Decision depth_first(const Arcs& arcs, int from) {
  return plan(*testing::make_planner("depth-first", testing::forbidden_advice(2)), arcs, from);
}

Decision breadth_first(const Arcs& arcs, int from) {
  return plan(*testing::make_planner("breadth-first", testing::forbidden_advice(2)), arcs, from);
}

std::vector<int> expected_states(const Decision& decision) {
  std::vector<int> states;
  for (const PlannedMove& planned : decision.moves)
    states.push_back(planned.expected.value_or(StateId()).index);
  return states;
}

// Situation of Figures 28 and 29 of the thesis. From state 0, depth-first search finds an untried
// move via 0 > 3 > 2 > 9 > ? in four physical moves, and breadth-first search via 0 > 3 > ? in two
// moves.
const Arcs kThesisExample{{0, {3, 0}}, {3, {2, -1}}, {2, {9, 0}}, {9, {-1, 2}}};

TEST(DepthFirst, GoesFourMovesDeepInTheThesisExample) {
  const Decision decision = depth_first(kThesisExample, 0);
  EXPECT_EQ(decision.status, DecisionStatus::moves);
  EXPECT_THAT(indices(decision.moves), ElementsAre(0, 0, 0, 0));
  EXPECT_THAT(expected_states(decision), ElementsAre(3, 2, 9, -1));
}

TEST(BreadthFirst, NeedsTwoMovesInTheThesisExample) {
  const Decision decision = breadth_first(kThesisExample, 0);
  EXPECT_EQ(decision.status, DecisionStatus::moves);
  EXPECT_THAT(indices(decision.moves), ElementsAre(0, 1));
  EXPECT_THAT(expected_states(decision), ElementsAre(3, -1));
}

TEST(DepthFirst, PrefersAnEarlierKnownMoveToALaterUntriedMove) {
  const Arcs arcs{{0, {1, -1}}, {1, {-1, 0}}};
  EXPECT_THAT(indices(depth_first(arcs, 0).moves), ElementsAre(0, 0));
  EXPECT_THAT(indices(breadth_first(arcs, 0).moves), ElementsAre(1));
}

TEST(BlindSearches, FollowLongChainsWithoutRecursion) {
  Arcs chain;
  const int length = 100000;
  for (int i = 0; i < length; ++i) chain[i] = {i, i + 1};
  chain[length] = {-1, -1};
  EXPECT_EQ(depth_first(chain, 0).moves.size(), length + 1u);
  EXPECT_EQ(breadth_first(chain, 0).moves.size(), length + 1u);
}

TEST(BlindSearches, FindTheSameFrontierAsExhaustiveWalks) {
  // The oracle computes the states that can be reached over known moves in a random graph.
  std::uint64_t draw = 12345;
  const auto next = [&](int bound) {
    draw = draw * 6364136223846793005u + 1442695040888963407u;
    return static_cast<int>((draw >> 33) % static_cast<std::uint64_t>(bound));
  };
  for (int trial = 0; trial < 500; ++trial) {
    Arcs arcs;
    for (int state = 0; state < 8; ++state)
      for (int move = 0; move < 2; ++move) arcs[state].push_back(next(12) == 0 ? -1 : next(8));
    std::vector<std::set<int>> layers{{0}};  // states grouped by distance from the start
    std::set<int> reached{0};
    int nearest_untried = -1;
    for (std::size_t depth = 0; depth < layers.size() && nearest_untried < 0; ++depth) {
      std::set<int> further;
      for (int state : layers[depth])
        for (int to : arcs[state]) {
          if (to < 0) nearest_untried = static_cast<int>(depth) + 1;
          if (to >= 0 && reached.insert(to).second) further.insert(to);
        }
      if (!further.empty()) layers.push_back(further);
    }
    const Decision deep = depth_first(arcs, 0), broad = breadth_first(arcs, 0);
    EXPECT_EQ(broad.status == DecisionStatus::exhausted, nearest_untried < 0);
    EXPECT_EQ(deep.status, broad.status);
    if (nearest_untried < 0) continue;
    EXPECT_EQ(static_cast<int>(broad.moves.size()), nearest_untried);
    int state = 0;
    for (std::size_t i = 0; i + 1 < deep.moves.size(); ++i) {
      state = arcs[state][deep.moves[i].move.index];
      EXPECT_EQ(deep.moves[i].expected, StateId(state));
    }
    EXPECT_EQ(arcs[state][deep.moves.back().move.index], -1);
  }
}

/// The search must not ask for the distance of other states.
GoalDistance distances(std::map<int, double> by_state) {
  return [by_state = std::move(by_state)](StateId state) { return by_state.at(state.index); };
}

TEST(Heuristic, TriesTheUntriedMoveOfTheStateNearestTheGoal) {
  Advice advice = testing::forbidden_advice(2);
  advice.distance = distances({{0, 9}, {1, 4}, {2, 6}});
  const Decision decision =
      plan(*make_planner("heuristic", advice), {{0, {1, -1}}, {1, {2, -1}}, {2, {-1, -1}}}, 0);
  EXPECT_THAT(indices(decision.moves), ElementsAre(0, 1));
  ASSERT_EQ(decision.why.size(), 4u) << "every untried move that can be reached was weighed";
  EXPECT_EQ(decision.why.front().parent, StateId(1));
  EXPECT_EQ(decision.why.front().value, 4);
  EXPECT_EQ(decision.why.front().moves_away, 2);
}

TEST(Heuristic, BreaksTiesInBreadthFirstOrder) {
  Advice advice = testing::forbidden_advice(2);
  advice.distance = distances({{0, 5}, {1, 5}, {2, 5}});
  const Arcs arcs{{0, {1, 2}}, {1, {0, -1}}, {2, {-1, -1}}};
  EXPECT_THAT(indices(plan(*make_planner("heuristic", advice), arcs, 0).moves), ElementsAre(0, 1));
}

TEST(ImprovedHeuristic, RatesAMoveByItsFirstCell) {
  Advice advice = testing::forbidden_advice(2);
  advice.distance = distances({{0, 3}, {10, 8}, {11, 2}});
  advice.first_cell = std::make_shared<GraphModel>(Arcs{{0, {10, 11}}});
  const Decision decision = plan(*make_planner("improved-heuristic", advice), {{0, {-1, -1}}}, 0);
  EXPECT_THAT(indices(decision.moves), ElementsAre(1));
  EXPECT_EQ(decision.why.front().predicted, StateId(11));
}

TEST(SingleMovePrediction, RatesAMoveByItsPredictedResult) {
  Advice advice = testing::forbidden_advice(2);
  advice.distance = distances({{0, 3}, {20, 7}, {21, 5}, {22, 1}});
  advice.predictor = std::make_shared<GraphModel>(Arcs{{0, {20, 21}}, {1, {22, 20}}});
  const Decision decision =
      plan(*make_planner("single-move-prediction", advice), {{0, {1, -1}}, {1, {-1, -1}}}, 0);
  EXPECT_THAT(indices(decision.moves), ElementsAre(0, 0));
  EXPECT_EQ(decision.moves.front().expected, StateId(1)) << "a known result";
  EXPECT_EQ(decision.moves.back().expected, StateId(22)) << "a predicted one";
}

Decision complete_solution(const Arcs& predicted, const Arcs& known) {
  Advice advice = testing::forbidden_advice(2, 9);
  advice.distance = [](StateId state) { return 10.0 - state.index; };
  advice.predictor = std::make_shared<GraphModel>(predicted);
  return plan(*make_planner("complete-solution-prediction", advice), known, 0);
}

TEST(CompleteSolution, PrefersObservedResultsToPredictions) {
  // The predictor claims that move 0 of state 0 reaches the goal, but the agent has tried this
  // move, and it leads back to state 0.
  const Decision decision = complete_solution({{0, {9, 1}}, {1, {0, 9}}}, {{0, {0, -1}}});
  EXPECT_THAT(indices(decision.moves), ElementsAre(1, 1));
}

TEST(CompleteSolution, FallsBackToTheBestSingleMove) {
  const Decision decision =
      complete_solution({{0, {1, 4}}, {1, {0, 1}}, {4, {4, 4}}}, {{0, {-1, -1}}});
  EXPECT_THAT(indices(decision.moves), ElementsAre(1)) << "state 4 is nearer the goal than 1";
  EXPECT_THAT(decision.reason, HasSubstr("untried move"));
}

/// Returns advice that contains only distances to the goal (1 at the goal).
Advice with_distances(const std::vector<double>& distances, int moves) {
  Advice advice = testing::forbidden_advice(moves);
  advice.distance = [distances](StateId state) {
    return distances.at(static_cast<std::size_t>(state.index));
  };
  return advice;
}

TEST(LrtaStar, LeavesADeadEndThatSeemsNearTheGoal) {
  // States 1 and 2 seem to be next to the goal, but lead only to each other and back. A greedy
  // agent would alternate between them forever. The path over 3 and 4 reaches the goal.
  const Arcs arcs{{0, {1, 3}}, {1, {2, 0}}, {2, {1, 1}}, {3, {4, 0}}, {4, {5, 3}}, {5, {5, 5}}};
  const Advice advice = with_distances({4, 2, 2, 6, 5, 1}, 2);
  GraphWorld world(arcs, 0, 5);
  KnowledgeEngine engine(planners().at("lrta-star"), advice);
  EXPECT_TRUE(testing::play(world, engine, 1000).solved);
  EXPECT_LT(world.begun.size(), 20u);
}

TEST(NodeCounting, MovesToTheLeastVisitedState) {
  StateGraph graph = known_graph({{0, {1, 2}}, {1, {0, 0}}, {2, {0, -1}}});
  const auto planner = testing::make_planner("node-counting", testing::forbidden_advice(2));
  // The agent has left state 1 twice and state 2 once.
  EXPECT_THAT(indices(planner->plan(graph, {StateId(0), nullptr}).moves), ElementsAre(1));
  // The untried move of state 2 leads to a state that was never visited.
  EXPECT_THAT(indices(planner->plan(graph, {StateId(2), nullptr}).moves), ElementsAre(1));
  for (int i = 0; i < 3; ++i) graph.record(StateId(2), MoveId(0), StateId(0), false);
  EXPECT_THAT(indices(planner->plan(graph, {StateId(0), nullptr}).moves), ElementsAre(0));
}

TEST(RandomWalk, ChoosesAllMovesWithEqualProbability) {
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
  // The tolerance is five standard deviations of a binomial count.
  for (int count : drawn) EXPECT_NEAR(count, kEach, 5 * std::sqrt(kRuns * 2.0 / 9.0));
}

TEST(Baselines, GiveUpInACompletelyKnownDeadEnd) {
  // The goal cannot be reached from states 0, 1 and 2, which have six moves in total.
  const Arcs arcs{{0, {1, 2}}, {1, {0, 1}}, {2, {1, 0}}, {3, {3, 3}}};
  for (const char* agent : {"lrta-star", "node-counting", "random-walk"}) {
    GraphWorld world(arcs, 0, 3);
    KnowledgeEngine engine(planners().at(agent), with_distances({3, 3, 3, 1}, 2));
    EXPECT_TRUE(testing::play(world, engine, 1000).exhausted) << agent;
    EXPECT_LT(world.begun.size(), 200u) << agent;
  }
}

}  // namespace
}  // namespace marblemaze
