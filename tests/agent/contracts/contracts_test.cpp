#include <gtest/gtest.h>

#include "support/scripted_graph.h"

namespace marblemaze {
namespace {

using testing::GraphWorld;
using testing::known_graph;

const std::optional<StateId> kNowhere;

/// A world of two states at rest in the first, or in the second.
std::shared_ptr<const Snapshot> resting_in(int state) {
  GraphWorld world(testing::Arcs{{0, {1}}, {1, {0}}}, state, 7);
  world.tick();
  return Snapshot::of(world);
}

TEST(Decision, IsSoundWithMovesWhereItAnswersWithMovesOnly) {
  EXPECT_TRUE((Decision{Answer::moves, {{MoveId(0), kNowhere}}, "", {}}).is_sound());
  EXPECT_TRUE((Decision{Answer::exhausted, {}, "", {}}).is_sound());
  EXPECT_TRUE((Decision{Answer::thinking, {}, "", {}}).is_sound());
  EXPECT_FALSE((Decision{Answer::moves, {}, "", {}}).is_sound());
  EXPECT_FALSE((Decision{Answer::thinking, {{MoveId(0), kNowhere}}, "", {}}).is_sound());
}

#ifndef NDEBUG

/// Answers as it is told.
class Oracle : public ForwardModel, public Planner {
 public:
  Prediction prediction;
  Decision decision;

 private:
  [[nodiscard]] Prediction do_predict(StateId, MoveId) const override { return prediction; }
  [[nodiscard]] Decision do_plan(const StateGraph&, const Situation&) override { return decision; }
};

TEST(ForwardModelDeathTest, IsAskedOnlyForAMoveOfAState) {
  const Oracle oracle;
  EXPECT_DEATH((void)oracle.predict(StateId(), MoveId(0)), "valid");
  EXPECT_DEATH((void)oracle.predict(StateId(0), MoveId()), "valid");
  EXPECT_DEATH((void)oracle.most_likely(StateId(0), MoveId()), "valid");
}

TEST(ForwardModelDeathTest, TellsProbabilitiesThatAddUpToOneAtMostLikeliestFirst) {
  Oracle oracle;
  const auto predict = [&](const std::vector<double>& probabilities) {
    oracle.prediction.guesses.clear();
    for (const double p : probabilities) oracle.prediction.guesses.push_back({StateId(0), p});
    (void)oracle.predict(StateId(0), MoveId(0));
  };
  predict({0.7, 0.3});
  predict({});
  EXPECT_DEATH(predict({0.7, 0.7}), "is_distribution");
  EXPECT_DEATH(predict({0.3, 0.7}), "is_distribution");
  EXPECT_DEATH(predict({1, 0}), "is_distribution");
}

TEST(PlannerDeathTest, PlansOnlyFromAStateThatTheGraphKnows) {
  Oracle oracle;
  const StateGraph graph = known_graph({{0, {-1}}});
  EXPECT_DEATH((void)oracle.plan(graph, {StateId(1), nullptr}), "knows");
  EXPECT_DEATH((void)oracle.plan(graph, {StateId(0), resting_in(1)}), "exact");
}

TEST(PlannerDeathTest, MakesASoundDecisionThatBeginsWithAMoveOfTheState) {
  Oracle oracle;
  const StateGraph graph = known_graph({{0, {-1}}});
  oracle.decision = {Answer::moves, {}, "", {}};
  EXPECT_DEATH((void)oracle.plan(graph, {StateId(0), nullptr}), "is_sound");
  oracle.decision = {Answer::moves, {{MoveId(1), kNowhere}}, "", {}};
  EXPECT_DEATH((void)oracle.plan(graph, {StateId(0), nullptr}), "has");
}

TEST(StateGraphDeathTest, RecordsOnlyMovesBetweenKnownStates) {
  StateGraph graph = known_graph({{0, {-1}}});
  EXPECT_DEATH(graph.record(StateId(0), MoveId(0), StateId(1), true), "knows");
  EXPECT_DEATH(graph.record(StateId(0), MoveId(1), StateId(0), false), "has");
  EXPECT_DEATH(graph.assume(StateId(1), MoveId(0), StateId(0)), "has");
  EXPECT_DEATH((void)graph.arc(StateId(0), MoveId(1)), "has");
}

#endif

}  // namespace
}  // namespace marblemaze
