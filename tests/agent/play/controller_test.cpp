#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agent/play/knowledge_engine.h"
#include "agent/play/simulation_controller.h"
#include "support/scripted_graph.h"

namespace marblemaze {
namespace {

using ::testing::ElementsAre;
using testing::GraphWorld;

constexpr Motion kMotions[] = {Motion::speeding, Motion::slowing, Motion::rolling,
                               Motion::settled,  Motion::frozen,  Motion::overdue};
constexpr DecisionStatus kStatuses[] = {DecisionStatus::moves, DecisionStatus::thinking,
                                        DecisionStatus::exhausted};

/// Transition function by phase and motion. Transitions from STABLE are tested separately, because
/// they depend on the goal and the answer.
using P = Phase;
const std::map<Phase, std::array<Phase, 6>> kTable{
    //                  speeding         slowing          rolling     settled     frozen overdue
    {P::waiting, {P::waiting, P::waiting, P::waiting, P::stable, P::frozen, P::waiting}},
    {P::accelerating,
     {P::accelerating, P::decelerating, P::waiting, P::waiting, P::waiting, P::waiting}},
    {P::decelerating,
     {P::decelerating, P::decelerating, P::waiting, P::waiting, P::waiting, P::waiting}},
    {P::solved, {P::solved, P::solved, P::solved, P::solved, P::solved, P::solved}},
    {P::finished, {P::finished, P::finished, P::finished, P::finished, P::finished, P::finished}},
    {P::frozen, {P::frozen, P::frozen, P::frozen, P::frozen, P::frozen, P::frozen}},
};

TEST(NextPhase, FollowsTheTableForEveryGoalAndStatus) {
  for (const auto& [phase, row] : kTable)
    for (std::size_t m = 0; m < row.size(); ++m)
      for (bool at_goal : {false, true})
        for (DecisionStatus status : kStatuses)
          EXPECT_EQ(next_phase(phase, {kMotions[m], at_goal, status}), row[m])
              << to_string(phase) << " motion " << m;
}

TEST(NextPhase, InStableTheGoalComesFirstAndThenTheStatus) {
  for (Motion motion : kMotions) {
    for (DecisionStatus status : kStatuses)
      EXPECT_EQ(next_phase(Phase::stable, {motion, true, status}), Phase::solved);
    EXPECT_EQ(next_phase(Phase::stable, {motion, false, DecisionStatus::moves}),
              Phase::accelerating);
    EXPECT_EQ(next_phase(Phase::stable, {motion, false, DecisionStatus::exhausted}),
              Phase::finished);
    EXPECT_EQ(next_phase(Phase::stable, {motion, false, DecisionStatus::thinking}), Phase::stable);
  }
}

TEST(NextPhase, LeavesFrozenOnlyWithRecoveryAndADecision) {
  for (Motion motion : kMotions) {
    const auto next = [&](DecisionStatus status) {
      return next_phase(Phase::frozen, {motion, false, status, true});
    };
    EXPECT_EQ(next(DecisionStatus::moves), Phase::accelerating);
    EXPECT_EQ(next(DecisionStatus::exhausted), Phase::finished);
    EXPECT_EQ(next(DecisionStatus::thinking), Phase::frozen);
  }
}

/// Move source that returns these moves in order, and is then exhausted.
class Script : public MoveSource {
 public:
  explicit Script(std::vector<int> moves) : moves_(std::move(moves)) {}
  void start(StateId state) override { started.push_back(state.index); }
  void observe(const Transition& t) override { seen.push_back(t); }
  Decision decide(const Situation&) override {
    if (next_ == moves_.size()) return {DecisionStatus::exhausted, {}, "", {}};
    return {DecisionStatus::moves, {{MoveId(moves_[next_++]), std::nullopt}}, "", {}};
  }

  std::vector<int> started;
  std::vector<Transition> seen;

 private:
  std::vector<int> moves_;
  std::size_t next_ = 0;
};

TEST(SimulationController, SolvesWhenTheMarbleRestsInTheTarget) {
  GraphWorld world({{0, {1, 0}}, {1, {0, 2}}, {2, {2, 2}}}, 0, 2);
  Script script({0, 1, 1});
  SimulationController controller(world, script);
  EXPECT_EQ(controller.run(), Outcome::solved);
  EXPECT_EQ(controller.phase(), Phase::solved);
  EXPECT_EQ(controller.moves(), 2) << "nobody asks for a third move";
  EXPECT_THAT(script.started, ElementsAre(0));
  ASSERT_EQ(script.seen.size(), 2u);
  EXPECT_EQ(script.seen[1].from, StateId(1));
  EXPECT_EQ(script.seen[1].to, StateId(2));
}

TEST(SimulationController, ContinuesAFrozenRunOnlyWithRecoveryFromABalancedState) {
  for (const bool recovery : {false, true})
    for (const bool balanced : {false, true}) {
      GraphWorld world({{0, {balanced ? 1 : -1}}, {1, {2}}, {2, {2}}}, 0, 2);
      world.balance_in({1});
      Script script({0, 0});
      SimulationController controller(world, script, kDefaultMoveLimit, recovery);
      const bool continues = recovery && balanced;
      EXPECT_EQ(controller.run(), continues ? Outcome::solved : Outcome::frozen);
      EXPECT_EQ(controller.phase(), continues ? Phase::solved : Phase::frozen);
      ASSERT_EQ(script.seen.size(), continues ? 2u : 1u);
      EXPECT_EQ(script.seen[0].to.has_value(), continues);
      EXPECT_EQ(script.seen[0].ending, Motion::frozen);
    }
}

TEST(SimulationController, CannotRecoverBeforeTheFirstMove) {
  GraphWorld world({{0, {1}}, {1, {1}}}, 0, 1);
  world.balance_in({0});
  Script script({0});
  SimulationController controller(world, script);
  EXPECT_EQ(controller.run(), Outcome::frozen);
  EXPECT_FALSE(controller.can_recover());
}

TEST(SimulationController, AgentGivesUpWithRecoveryIfEveryMoveBalances) {
  GraphWorld world({{0, {1, 1}}, {1, {1, 0}}, {2, {2, 2}}}, 0, 2);
  world.balance_in({0, 1});
  Player player("depth-first");
  player.add_scheme(ControlScheme::none, testing::forbidden_advice(2));
  SimulationController controller(world, player, kDefaultMoveLimit, true);
  EXPECT_EQ(controller.run(), Outcome::unsolvable);
  EXPECT_EQ(controller.phase(), Phase::finished);
  EXPECT_LT(world.begun.size(), 10u);
}

TEST(SimulationController, IsTruncatedAtItsMoveLimit) {
  GraphWorld world({{0, {0}}, {1, {0}}}, 0, 1);
  Script script(std::vector<int>(100, 0));
  SimulationController controller(world, script, 7);
  EXPECT_EQ(controller.run(), Outcome::capped);
  EXPECT_EQ(world.begun.size(), 7u);
}

/// World with one long move whose motions are specified by the test.
class TapeWorld : public GraphWorld {
 public:
  explicit TapeWorld(std::vector<Motion> tape)
      : GraphWorld({{0, {1}}, {1, {1}}}, 0, 1), tape_(std::move(tape)) {}
  void do_begin(MoveId move) override {
    GraphWorld::do_begin(move);
    moving_ = true;
  }
  Motion do_tick() override {
    if (!moving_) return GraphWorld::do_tick();
    const Motion motion = tape_.at(next_++);
    return motion == Motion::settled ? GraphWorld::do_tick() : motion;
  }

 private:
  std::vector<Motion> tape_;
  std::size_t next_ = 0;
  bool moving_ = false;
};

TEST(SimulationController, GoesThroughThePhasesOfAMoveAndCountsTheirTicks) {
  using M = Motion;
  TapeWorld world({M::speeding, M::speeding, M::slowing, M::slowing, M::slowing, M::rolling,
                   M::rolling, M::settled});
  Script script({0});
  SimulationController controller(world, script);
  std::vector<Phase> phases;
  while (controller.outcome() == Outcome::running) {
    const Phase phase = controller.tick();
    if (phases.empty() || phases.back() != phase) phases.push_back(phase);
  }
  EXPECT_THAT(phases, ElementsAre(Phase::stable, Phase::accelerating, Phase::decelerating,
                                  Phase::waiting, Phase::solved));
  const MoveRecord& record = controller.record();
  EXPECT_EQ(record.accelerating_ticks + record.decelerating_ticks + record.waiting_ticks, 8);
  EXPECT_GE(record.accelerating_ticks, 2);
  EXPECT_GE(record.decelerating_ticks, 3);
}

TEST(SimulationController, AMoveThatNeverRestsTimesOut) {
  TapeWorld world({Motion::speeding, Motion::rolling, Motion::overdue});
  Script script({0});
  SimulationController controller(world, script);
  EXPECT_EQ(controller.run(), Outcome::overdue);
  EXPECT_NE(controller.phase(), Phase::frozen);
  ASSERT_EQ(script.seen.size(), 1u);
  EXPECT_EQ(script.seen[0].ending, Motion::overdue);
}

}  // namespace
}  // namespace marblemaze
