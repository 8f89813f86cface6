#include <gtest/gtest.h>

#include "support/play.h"
#include "support/scripted_graph.h"

namespace marblemaze {
namespace {

using testing::GraphWorld;
using testing::indices;
using testing::known_graph;
using testing::make_planner;

/// Endings with their probabilities, by state and move; -1 for freezing.
using Chances = std::map<int, std::vector<std::map<int, double>>>;

class ChanceModel : public ForwardModel {
 public:
  explicit ChanceModel(Chances chances) : chances_(std::move(chances)) {}
  [[nodiscard]] Prediction do_predict(const Situation& from, MoveId move) const override {
    Prediction prediction;
    for (const auto& [to, probability] :
         chances_.at(from.state.index).at(static_cast<std::size_t>(move.index)))
      prediction.guesses.push_back({{StateId(std::max(to, 0)), nullptr},
                                    to < 0 ? Motion::frozen : Motion::settled,
                                    probability});
    std::stable_sort(prediction.guesses.begin(), prediction.guesses.end(),
                     [](const Guess& a, const Guess& b) { return a.probability > b.probability; });
    return prediction;
  }

 private:
  Chances chances_;
};

constexpr int kGoal = 9;

Advice imagining(Chances usual, Chances in_doubt = {}) {
  Advice advice = testing::forbidden_advice(2, kGoal);
  advice.distance = [](StateId state) { return static_cast<double>(kGoal - state.index); };
  if (in_doubt.empty()) in_doubt = usual;
  advice.imagination = [usual, in_doubt](double parameter_error) {
    return std::make_shared<ChanceModel>(parameter_error > 1 ? in_doubt : usual);
  };
  return advice;
}

std::vector<int> plan(const Advice& advice, const StateGraph& graph, int from) {
  return indices(make_planner("imagination", advice)->plan(graph, {StateId(from), nullptr}).moves);
}

TEST(Imagination, AvoidsTheKnifeEdgeWhereThereIsASureWayRound) {
  const Advice advice =
      imagining({{0, {{{kGoal, 0.9}, {-1, 0.1}}, {{1, 1}}}}, {1, {{{kGoal, 1}}, {{0, 1}}}}});
  EXPECT_EQ(plan(advice, known_graph({{0, {-1, -1}}}), 0), (std::vector{1, 0}));
}

TEST(Imagination, BelievesWhatHappenedRatherThanWhatItImagined) {
  const Advice advice = imagining({{0, {{{kGoal, 1}}, {{1, 1}}}}, {1, {{{kGoal, 1}}, {{1, 1}}}}});
  EXPECT_EQ(plan(advice, known_graph({{0, {-1, -1}}}), 0), (std::vector{0}));
  EXPECT_EQ(plan(advice, known_graph({{0, {0, -1}}}), 0), (std::vector{1, 0}));
}

TEST(Imagination, ReckonsWithEveryEndingThatAMoveHasHad) {
  // Move 0 ended in the goal once and where it began once, so it may reach the goal again; move 1
  // never will.
  const Advice advice = imagining({{0, {{{0, 1}}, {{0, 1}}}}});
  StateGraph graph = known_graph({{0, {-1, 0}}, {kGoal, {-1, -1}}});
  graph.record(StateId(0), MoveId(0), StateId(kGoal), false);
  graph.record(StateId(0), MoveId(0), StateId(0), false);
  EXPECT_EQ(plan(advice, graph, 0), (std::vector{0}));
}

TEST(Imagination, MakesAMoveAgainForARareEndingButNotForALikelyOneThatNeverCame) {
  // Twelve times it ended where it began. One in twenty may still come; one in two would have.
  const auto after_twelve_tries = [](double chance) {
    StateGraph graph = known_graph({{0, {-1, 0}}});
    for (int i = 0; i < 12; ++i) graph.record(StateId(0), MoveId(0), StateId(0), false);
    return plan(imagining({{0, {{{0, 1 - chance}, {kGoal, chance}}, {{0, 1}}}}}), graph, 0);
  };
  EXPECT_EQ(after_twelve_tries(0.05), (std::vector{0}));
  EXPECT_EQ(after_twelve_tries(0.5), std::vector<int>());
}

TEST(Imagination, SaysWhichRareEndingItHopesForAndHowOftenItCame) {
  // One in twenty, and right with odds of 50 x 0.95^12 to 1: 0.05 x 0.964 = 4.8 %, so 20.7 moves.
  StateGraph graph = known_graph({{0, {-1, 0}}});
  for (int i = 0; i < 12; ++i) graph.record(StateId(0), MoveId(0), StateId(0), false);
  const Advice advice = imagining({{0, {{{0, 0.95}, {kGoal, 0.05}}, {{0, 1}}}}});
  EXPECT_EQ(make_planner("imagination", advice)->plan(graph, {StateId(0), nullptr}).rule,
            "reaches the target with a chance of 100 %, in 20.7 moves; step 1 hopes for an ending "
            "with a chance of 5 %, which came in 0 of 12 tries");
}

TEST(Imagination, DoubtsItselfMoreWhereItSeesNoWay) {
  const Chances hopeless{{0, {{{0, 1}}, {{0, 1}}}}};
  EXPECT_EQ(plan(imagining(hopeless, {{0, {{{0, 1}}, {{0, 0.9}, {kGoal, 0.1}}}}}),
                 known_graph({{0, {-1, -1}}}), 0),
            (std::vector{1}));
}

TEST(Imagination, TriesMovesThatShouldNotFreezeFirstAndEndsWhenNoneIsLeft) {
  const Advice advice = imagining({{0, {{{-1, 1}}, {{0, 1}}}}});
  const StateGraph untried = known_graph({{0, {-1, -1}}});
  EXPECT_EQ(plan(advice, untried, 0), (std::vector{1}));
  const StateGraph tried = known_graph({{0, {0, 0}}});
  EXPECT_EQ(make_planner("imagination", advice)->plan(tried, {StateId(0), nullptr}).answer,
            Answer::exhausted);
}

TEST(Imagination, GivesUpAMoveThatHasLongStoppedEndingWell) {
  // It once reached the goal, as the graph tells, and never will again: no run may go on for ever.
  GraphWorld world({{0, {0, 0}}, {kGoal, {0, 0}}}, 0, kGoal);
  const Advice advice = imagining({{0, {{{0, 1}}, {{0, 1}}}}});
  KnowledgeEngine engine(planner_entry("imagination"), advice);
  engine.start(StateId(0));
  engine.observe({StateId(0), MoveId(0), StateId(kGoal), Motion::settled});
  engine.start(StateId(0));
  int moves = 0;
  while (moves < 1000) {
    const Decision decision = engine.decide({StateId(0), nullptr});
    if (decision.answer == Answer::exhausted) break;
    engine.observe({StateId(0), decision.moves.front().move, StateId(0), Motion::settled});
    ++moves;
  }
  EXPECT_LT(moves, 100);
}

/// A ring of states without a way out, as imagined: move 0 goes on, move 1 stays.
constexpr int kRing = 300;
Chances ring() {
  Chances chances;
  for (int state = 0; state < kRing; ++state)
    chances[state] = {{{(state + 1) % kRing, 1}}, {{state, 1}}};
  return chances;
}
/// The same as it is, with another ending here and there.
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

TEST(Imagination, GivesUpForAStatedReasonOnceEnoughHopelessMovesEndedAsImagined) {
  GraphWorld world = ring_with({});
  KnowledgeEngine engine(planner_entry("imagination"), imagining_the_ring());
  const testing::Played played = testing::play(world, engine);
  EXPECT_TRUE(played.exhausted);
  EXPECT_LT(played.states.size(), kRing);
  EXPECT_NE(engine.last_decision().rule.find("no imagined way leads to the target"),
            std::string::npos);
}

TEST(Imagination, GoesOnTryingHopelessMovesWhereTheWorldKeepsSurprisingIt) {
  GraphWorld world = ring_with({{80, 81}, {160, 161}, {290, 1000}});
  KnowledgeEngine engine(planner_entry("imagination"), imagining_the_ring());
  EXPECT_TRUE(testing::play(world, engine).solved);
}

}  // namespace
}  // namespace marblemaze
