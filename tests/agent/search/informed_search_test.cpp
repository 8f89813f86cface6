#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/bad_input.h"
#include "support/scripted_graph.h"

namespace marblemaze {
namespace {

using testing::Arcs;
using ::testing::ElementsAre;
using testing::GraphModel;
using ::testing::HasSubstr;
using testing::indices;
using testing::known_graph;
using testing::make_planner;

/// Returns distances by state. The search must not ask for other states.
GoalDistance distances(std::map<int, double> by_state) {
  return [by_state = std::move(by_state)](StateId state) { return by_state.at(state.index); };
}

Decision plan_from(Planner& planner, const Arcs& arcs, int from) {
  return planner.plan(known_graph(arcs), {StateId(from), nullptr});
}

TEST(Heuristic, TriesTheUntriedMoveOfTheStateNearestTheGoal) {
  Advice advice = testing::forbidden_advice(2);
  advice.distance = distances({{0, 9}, {1, 4}, {2, 6}});
  const Decision decision =
      plan_from(*make_planner("heuristic", advice), {{0, {1, -1}}, {1, {2, -1}}, {2, {-1, -1}}}, 0);
  EXPECT_THAT(indices(decision.moves), ElementsAre(0, 1));
  ASSERT_EQ(decision.why.size(), 4u) << "every untried move that can be reached was weighed";
  EXPECT_EQ(decision.why.front().parent, StateId(1));
  EXPECT_EQ(decision.why.front().value, 4);
  EXPECT_EQ(decision.why.front().moves_away, 2);
}

TEST(Heuristic, OfEquallyGoodMovesTakesTheFirstInBreadthFirstOrder) {
  Advice advice = testing::forbidden_advice(2);
  advice.distance = distances({{0, 5}, {1, 5}, {2, 5}});
  const Arcs arcs{{0, {1, 2}}, {1, {0, -1}}, {2, {-1, -1}}};
  EXPECT_THAT(indices(plan_from(*make_planner("heuristic", advice), arcs, 0).moves),
              ElementsAre(0, 1));
}

TEST(ImprovedHeuristic, RatesAMoveByItsFirstCell) {
  Advice advice = testing::forbidden_advice(2);
  advice.distance = distances({{0, 3}, {10, 8}, {11, 2}});
  advice.first_cell = std::make_shared<GraphModel>(Arcs{{0, {10, 11}}});
  const Decision decision =
      plan_from(*make_planner("improved-heuristic", advice), {{0, {-1, -1}}}, 0);
  EXPECT_THAT(indices(decision.moves), ElementsAre(1));
  EXPECT_EQ(decision.why.front().predicted, StateId(11));
}

TEST(SingleMovePrediction, RatesAMoveByItsPredictedResult) {
  Advice advice = testing::forbidden_advice(2);
  advice.distance = distances({{0, 3}, {20, 7}, {21, 5}, {22, 1}});
  advice.predictor = std::make_shared<GraphModel>(Arcs{{0, {20, 21}}, {1, {22, 20}}});
  const Decision decision =
      plan_from(*make_planner("single-move-prediction", advice), {{0, {1, -1}}, {1, {-1, -1}}}, 0);
  EXPECT_THAT(indices(decision.moves), ElementsAre(0, 0));
  EXPECT_EQ(decision.moves.front().expected, StateId(1)) << "a known result";
  EXPECT_EQ(decision.moves.back().expected, StateId(22)) << "a predicted one";
}

class CompleteSolution : public ::testing::Test {
 protected:
  CompleteSolution() {
    advice_.distance = [](StateId state) { return 10.0 - state.index; };
  }
  void predictions(Arcs arcs) { advice_.predictor = std::make_shared<GraphModel>(std::move(arcs)); }

  Advice advice_ = testing::forbidden_advice(2, 9);
};

TEST_F(CompleteSolution, PlansTheFewestMovesToTheGoal) {
  predictions({{0, {1, 2}}, {1, {3, 0}}, {2, {9, 0}}, {3, {9, 0}}});
  const Decision decision =
      plan_from(*make_planner("complete-solution-prediction", advice_), {{0, {-1, -1}}}, 0);
  EXPECT_THAT(indices(decision.moves), ElementsAre(1, 0));
  EXPECT_EQ(decision.moves.front().expected, StateId(2));
  EXPECT_EQ(decision.moves.back().expected, StateId(9));
}

TEST_F(CompleteSolution, PrefersObservedResultsToPredictions) {
  // The predictor claims that move 0 of state 0 reaches the goal, but the move was tried and does
  // not.
  predictions({{0, {9, 1}}, {1, {0, 9}}});
  const Decision decision =
      plan_from(*make_planner("complete-solution-prediction", advice_), {{0, {0, -1}}}, 0);
  EXPECT_THAT(indices(decision.moves), ElementsAre(1, 1));
}

TEST_F(CompleteSolution, FallsBackToTheBestSingleMove) {
  predictions({{0, {1, 4}}, {1, {0, 1}}, {4, {4, 4}}});
  const Decision decision =
      plan_from(*make_planner("complete-solution-prediction", advice_), {{0, {-1, -1}}}, 0);
  EXPECT_THAT(indices(decision.moves), ElementsAre(1)) << "state 4 is nearer the goal than 1";
  EXPECT_THAT(decision.rule, HasSubstr("untried move"));
}

TEST_F(CompleteSolution, DoesNotPlanThroughAFreeze) {
  predictions({{0, {-1, 1}}, {1, {-1, 9}}});
  const Decision decision =
      plan_from(*make_planner("complete-solution-prediction", advice_), {{0, {-1, -1}}}, 0);
  EXPECT_THAT(indices(decision.moves), ElementsAre(1, 1));
}

TEST(PlannerRegistry, HasTheSixSearchesOfTheThesisInTheOrderOfItsTables) {
  std::vector<std::string_view> names;
  for (const PlannerEntry& entry : planners().built_in()) names.push_back(entry.name);
  const std::vector<std::string_view> thesis{
      "depth-first",        "breadth-first",          "heuristic",
      "improved-heuristic", "single-move-prediction", "complete-solution-prediction"};
  ASSERT_GE(names.size(), thesis.size());
  names.resize(thesis.size());
  EXPECT_EQ(names, thesis);
}

TEST(PlannerRegistry, UnknownAgentIsQuotedAndTheKnownOnesListed) {
  const std::string message =
      testing::bad_input_of([]() -> const PlannerEntry& { return planners().entry("genius"); });
  EXPECT_THAT(message, HasSubstr("'genius'"));
  EXPECT_THAT(message, HasSubstr("breadth-first"));
}

}  // namespace
}  // namespace marblemaze
