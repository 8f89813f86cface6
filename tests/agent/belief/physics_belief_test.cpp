#include "agent/belief/physics_belief.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/scripted_graph.h"

namespace marblemaze {
namespace {

using testing::known_graph;

/// A ball that falls into holes up to its size: from state 0 the move 0 ends in state 1 where the
/// ball is larger than 1.1, else in state 2. Move 1 ends in state 3 whatever the size, and from
/// state 3 a ball above 1.1 comes to no rest.
struct Holes : DoubtedPhysics {
  Holes() {
    quantities = {{"size", 1, 1 / 1.3, 1 / 0.7}, {"colour", 2, 1, 3}};
    suppose = [this](const std::vector<Hypothesis>& hypotheses) {
      return [this, hypotheses](std::span<const std::size_t> which, StateId from, MoveId move) {
        std::vector<std::optional<StateId>> ends;
        for (std::size_t number : which) {
          ++asked;
          const bool large = hypotheses[number][0] > 1.1;
          if (from == StateId(3))
            ends.push_back(large ? std::nullopt : std::optional(StateId(0)));
          else
            ends.emplace_back(move == MoveId(1) ? StateId(3) : StateId(large ? 1 : 2));
        }
        return ends;
      };
    };
  }

  int asked = 0;
};

PhysicsBelief belief_in(const std::shared_ptr<Holes>& holes) { return {holes, 1000, Rng(1)}; }

TEST(PhysicsBelief, HoldsTheWholeRangePossibleBeforeAnyMove) {
  PhysicsBelief belief = belief_in(std::make_shared<Holes>());
  belief.learn(known_graph({{0, {-1, -1}}}));
  const auto size = belief.estimates()[0];
  EXPECT_NEAR(size.low, 1 / 1.27, 0.01);
  EXPECT_NEAR(size.high, 1 / 0.73, 0.01);
  EXPECT_EQ(belief.chosen(1000), belief.chosen(1000, false));
}

TEST(PhysicsBelief, LearnsFromWhereMovesEndAsBayesDoes) {
  // Of sizes told / u, u even in 0.7 to 1.3, the share 1.1 and above is (1 / 1.1 - 0.7) / 0.6.
  const double prior = (1 / 1.1 - 0.7) / 0.6;
  const double posterior = 0.9 * prior / (0.9 * prior + 0.1 * (1 - prior));
  PhysicsBelief belief = belief_in(std::make_shared<Holes>());
  belief.learn(known_graph({{0, {1, -1}}, {1, {-1, -1}}}));
  const auto chosen = belief.chosen(200);
  const Prediction told = belief.predict(chosen, StateId(0), MoveId(0));
  ASSERT_EQ(told.guesses.size(), 2u);
  EXPECT_EQ(told.guesses.front().to, StateId(1));
  EXPECT_NEAR(told.guesses.front().probability, posterior, 0.03);
}

TEST(PhysicsBelief, LearnsNothingOfWhatMovesDoNotDependOn) {
  PhysicsBelief belief = belief_in(std::make_shared<Holes>());
  const auto before = belief.estimates()[1];
  belief.learn(known_graph({{0, {-1, 3}}, {3, {-1, -1}}}));
  EXPECT_DOUBLE_EQ(belief.estimates()[1].value, before.value);
  EXPECT_EQ(belief.chosen(1000), belief.chosen(1000, false));
}

TEST(PhysicsBelief, CountsAMoveThatWasMadeTwiceTwice) {
  StateGraph once = known_graph({{0, {-1, -1}}, {1, {-1, -1}}}), twice = once;
  once.record(StateId(0), MoveId(0), StateId(1), false);
  for (int i = 0; i < 2; ++i) twice.record(StateId(0), MoveId(0), StateId(1), false);
  PhysicsBelief belief = belief_in(std::make_shared<Holes>());
  belief.learn(once);
  const double after_one = belief.estimates()[0].value;
  belief.learn(twice);
  EXPECT_GT(belief.estimates()[0].value, after_one + 0.01);
}

TEST(PhysicsBelief, ExpectsNoRestWhereItsHypothesesSeeNone) {
  PhysicsBelief belief = belief_in(std::make_shared<Holes>());
  const Prediction told = belief.predict(belief.chosen(17, false), StateId(3), MoveId(0));
  ASSERT_EQ(told.guesses.size(), 1u);
  EXPECT_LT(told.guesses.front().probability, 1);
  EXPECT_GT(told.guesses.front().probability, 0.4);
}

TEST(PhysicsBelief, TriesAMoveOnceUnderEachHypothesis) {
  const auto holes = std::make_shared<Holes>();
  PhysicsBelief belief = belief_in(holes);
  const StateGraph graph = known_graph({{0, {1, -1}}, {1, {-1, -1}}});
  belief.learn(graph);
  belief.learn(graph);
  (void)belief.predict(belief.chosen(17), StateId(0), MoveId(0));
  EXPECT_EQ(holes->asked, 1000);
}

}  // namespace
}  // namespace marblemaze
