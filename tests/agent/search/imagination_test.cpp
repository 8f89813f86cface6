#include <gtest/gtest.h>

#include "support/play.h"
#include "support/scripted_graph.h"

namespace marblemaze {
namespace {

using testing::GraphWorld;
using testing::indices;
using testing::known_graph;
using testing::make_planner;

/// Result probabilities by state and move; -1 for freezing.
using Chances = std::map<int, std::vector<std::map<int, double>>>;

class ChanceModel : public ForwardModel {
 public:
  explicit ChanceModel(Chances chances) : chances_(std::move(chances)) {}
  [[nodiscard]] Prediction do_predict(StateId from, MoveId move) const override {
    Prediction prediction;
    for (const auto& [to, probability] :
         chances_.at(from.index).at(static_cast<std::size_t>(move.index)))
      prediction.guesses.push_back(
          {to < 0 ? std::nullopt : std::optional(StateId(to)), probability});
    std::stable_sort(prediction.guesses.begin(), prediction.guesses.end(),
                     [](const Guess& a, const Guess& b) { return a.probability > b.probability; });
    return prediction;
  }

 private:
  Chances chances_;
};

constexpr int kImaginedGoal = 9;

Advice imagining(const Chances& usual, Chances in_doubt = {}) {
  Advice advice = testing::forbidden_advice(2, kImaginedGoal);
  advice.distance = [](StateId state) { return static_cast<double>(kImaginedGoal - state.index); };
  if (in_doubt.empty()) in_doubt = usual;
  advice.make_planning_model = [usual, in_doubt](double parameter_error) {
    return std::make_shared<ChanceModel>(parameter_error > 1 ? in_doubt : usual);
  };
  return advice;
}

std::vector<int> plan(const Advice& advice, const StateGraph& graph, int from) {
  return indices(make_planner("imagination", advice)->plan(graph, {StateId(from), nullptr}).moves);
}

/// Returns the advice for a move 0 that reaches the goal or freezes, and a detour without risk.
Advice imagining_a_risky_move(double probability_of_goal) {
  return imagining(
      {{0, {{{kImaginedGoal, probability_of_goal}, {-1, 1 - probability_of_goal}}, {{1, 1}}}},
       {1, {{{kImaginedGoal, 1}}, {{0, 1}}}}});
}

TEST(Imagination, AvoidsASensitiveMoveIfASafeDetourExists) {
  EXPECT_EQ(plan(imagining_a_risky_move(0.9), known_graph({{0, {-1, -1}}}), 0),
            (std::vector{1, 0}));
}

TEST(Imagination, IgnoresDifferencesThatTheRolloutsCannotResolve) {
  // The safe path takes 100 moves on average, but the short path freezes in 1 of 100 runs.
  const Advice advice =
      imagining({{0, {{{0, 0.99}, {kImaginedGoal, 0.01}}, {{kImaginedGoal, 0.99}, {-1, 0.01}}}}});
  EXPECT_EQ(plan(advice, known_graph({{0, {-1, -1}}}), 0), (std::vector{1}));
}

TEST(Determinizing, TreatsTheMostLikelyResultAsCertain) {
  const Decision decision = make_planner("ff-replan", imagining_a_risky_move(0.9))
                                ->plan(known_graph({{0, {-1, -1}}}), {StateId(0), nullptr});
  EXPECT_EQ(indices(decision.moves), (std::vector{0}));
  EXPECT_EQ(decision.reason, "1 moves to the target if each has its most likely result");
}

TEST(TreeSearchPlanner, ChoosesTheMoveOfMostPlayoutsAndReportsTheValues) {
  const Decision decision = make_planner("uct", imagining_a_risky_move(0.7))
                                ->plan(known_graph({{0, {-1, -1}}}), {StateId(0), nullptr});
  EXPECT_EQ(indices(decision.moves), (std::vector{1}));
  ASSERT_EQ(decision.why.size(), 2u);
  EXPECT_LT(decision.why[0].value, decision.why[1].value);
  EXPECT_EQ(decision.why[0].predicted, StateId(1));
}

/// Returns a graph in which move 0 of state 0 was tried `tries` times, always with the same result.
StateGraph after_tries(int tries, int to = 0) {
  StateGraph graph = known_graph({{0, {-1, 0}}, {1, {-1, -1}}});
  for (int i = 0; i < tries; ++i) graph.record(StateId(0), MoveId(0), StateId(to), false);
  return graph;
}

TEST(Imagination, RepeatsMovesForRareButNotForRefutedResults) {
  // After twelve tries without the result, a probability of 1/20 is plausible, but a probability of
  // 1/2 is not.
  const auto decide = [](double chance) {
    const Advice advice = imagining({{0, {{{0, 1 - chance}, {kImaginedGoal, chance}}, {{0, 1}}}}});
    return make_planner("imagination", advice)->plan(after_tries(12), {StateId(0), nullptr});
  };
  EXPECT_EQ(indices(decide(0.05).moves), (std::vector{0}));
  EXPECT_EQ(decide(0.5).status, DecisionStatus::exhausted);
}

TEST(Imagination, ReportsTheRareResultAndItsCount) {
  // The result has probability 1/20. The model is right with odds of 50 x 0.95^12 to 1, or
  // probability 0.964. The corrected probability is 0.05 x 0.964 = 4.8 %, so the plan takes 20.7
  // moves.
  const Advice advice = imagining({{0, {{{0, 0.95}, {kImaginedGoal, 0.05}}, {{0, 1}}}}});
  EXPECT_EQ(
      make_planner("imagination", advice)->plan(after_tries(12), {StateId(0), nullptr}).reason,
      "reaches the target with a chance of 100 %, in 20.7 moves; step 1 needs an "
      "unlikely ending: a chance of 5 % a try, 0 of 12 so far");
}

TEST(Imagination, UsesLargerParameterErrorsIfItFindsNoPath) {
  const Chances hopeless{{0, {{{0, 1}}, {{0, 1}}}}};
  EXPECT_EQ(plan(imagining(hopeless, {{0, {{{0, 1}}, {{0, 0.9}, {kImaginedGoal, 0.1}}}}}),
                 known_graph({{0, {-1, -1}}}), 0),
            (std::vector{1}));
}

/// The model predicts a ring of states without an exit, in which move 0 leads to the next state,
/// and move 1 stays.
constexpr int kRing = 300;
Chances ring() {
  Chances chances;
  for (int state = 0; state < kRing; ++state)
    chances[state] = {{{(state + 1) % kRing, 1}}, {{state, 1}}};
  return chances;
}
/// Returns the actual ring, in which move 1 of the given states has a different result than
/// predicted.
GraphWorld ring_with(const std::map<int, int>& surprises) {
  constexpr int kOutside = 1000;
  testing::Arcs arcs{{kOutside, {kOutside, kOutside}}};
  for (int state = 0; state < kRing; ++state) {
    const auto surprise = surprises.find(state);
    arcs[state] = {(state + 1) % kRing, surprise == surprises.end() ? state : surprise->second};
  }
  return {arcs, 0, kOutside};
}
Advice imagining_the_ring() {
  Advice advice = imagining(ring());
  advice.rules = ring_with({}).rules();
  advice.distance = [](StateId state) { return static_cast<double>(state.index); };
  return advice;
}

TEST(Imagination, GivesUpWithAReasonAfterEnoughPredictedResults) {
  GraphWorld world = ring_with({});
  KnowledgeEngine engine(planners().at("imagination"), imagining_the_ring());
  const testing::Played played = testing::play(world, engine);
  EXPECT_TRUE(played.exhausted);
  EXPECT_LT(played.states.size(), kRing);
  EXPECT_NE(engine.last_decision().reason.find("no moves lead to the target"), std::string::npos);
}

TEST(Imagination, ContinuesWhileUnexpectedOutcomesOccur) {
  GraphWorld world = ring_with({{80, 81}, {160, 161}, {290, 1000}});
  KnowledgeEngine engine(planners().at("imagination"), imagining_the_ring());
  EXPECT_TRUE(testing::play(world, engine).solved);
}

}  // namespace
}  // namespace marblemaze
