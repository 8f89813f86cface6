#include "agent/play/knowledge_engine.h"

#include <gtest/gtest.h>

#include "agent/belief/path_predictor.h"
#include "agent/contracts/planner.h"
#include "maze/base/stop.h"
#include "maze/puzzles/four_bit_maze.h"
#include "support/mazes.h"
#include "support/play.h"
#include "support/scripted_graph.h"

namespace marblemaze {
namespace {

struct Plan {
  std::vector<int> moves;
  std::vector<int> expected;  // -1: no expectation
};

class ScriptedPlanner : public Planner {
 public:
  explicit ScriptedPlanner(std::vector<Plan> plans) : plans_(std::move(plans)) {}

 private:
  Decision do_plan(const StateGraph&, const Situation&) override {
    const Plan plan = plans_.at(made_++);
    Decision decision{DecisionStatus::moves, {}, "scripted plan " + std::to_string(made_), {}};
    for (std::size_t i = 0; i < plan.moves.size(); ++i) {
      const int to = plan.expected.at(i);
      decision.moves.push_back(
          {MoveId(plan.moves[i]), to < 0 ? std::nullopt : std::optional(StateId(to))});
    }
    return decision;
  }

  std::vector<Plan> plans_;
  std::size_t made_ = 0;
};

class KnowledgeEngineTest : public ::testing::Test {
 protected:
  void plan(const std::vector<Plan>& plans, bool predicts = false) {
    entry_ = {"scripted",
              "Scripted",
              AccessFlags::experience,
              "",
              "",
              "",
              predicts,
              [plans](const GrantedAdvice&) { return std::make_unique<ScriptedPlanner>(plans); }};
    engine_ = std::make_unique<KnowledgeEngine>(entry_, testing::forbidden_advice(2));
    engine_->start(StateId(0));
    state_ = 0;
  }

  /// Requests a move and reports that the move ended in `to` (-1: frozen).
  void move_to(int to) {
    const Decision decision = engine_->decide({StateId(state_), nullptr});
    ASSERT_EQ(decision.status, DecisionStatus::moves);
    const MoveId move = decision.moves.at(0).move;
    if (to < 0)
      engine_->observe({StateId(state_), move, std::nullopt, Motion::frozen});
    else
      engine_->observe({StateId(state_), move, StateId(to), Motion::settled});
    state_ = to;
  }

  PlannerEntry entry_{};
  std::unique_ptr<KnowledgeEngine> engine_;
  int state_ = 0;
};

TEST_F(KnowledgeEngineTest, CompletesAPlanAndNamesItInTheReasonOfEachMove) {
  plan({{{0, 1, 0}, {1, 2, -1}}, {{1}, {-1}}});
  const auto reason_of_move_to = [&](int to) {
    std::string reason = engine_->decide({StateId(state_), nullptr}).reason;
    move_to(to);
    return reason;
  };
  EXPECT_EQ(reason_of_move_to(1), "scripted plan 1");
  EXPECT_EQ(reason_of_move_to(2), "planned moves left: 2 of 3; the plan: scripted plan 1");
  EXPECT_EQ(reason_of_move_to(3), "planned moves left: 1 of 3; the plan: scripted plan 1");
  EXPECT_EQ(reason_of_move_to(3), "scripted plan 2");
}

TEST_F(KnowledgeEngineTest, DropsThePlanAfterAnUnexpectedResult) {
  plan({{{0, 1, 0}, {1, 2, 3}}, {{1}, {-1}}});
  move_to(1);
  move_to(7);
  EXPECT_TRUE(engine_->planned_moves().empty());
  move_to(8);
  EXPECT_EQ(engine_->last_decision().reason, "scripted plan 2");
}

TEST_F(KnowledgeEngineTest, CountsLikeTheThesisTables) {
  plan({{{0}, {-1}}, {{0}, {-1}}, {{0}, {1}}, {{0}, {0}}, {{0}, {1}}, {{1}, {-1}}});
  move_to(1);
  move_to(0);
  EXPECT_EQ(engine_->counters(), (Counters{2, 0, 0, 0, 0}));
  move_to(1);
  EXPECT_EQ(engine_->counters(), (Counters{3, 1, 0, 0, 0})) << "along a known arc";
  EXPECT_EQ(engine_->last_learned(), MoveEffect::repeated);
  move_to(0);
  move_to(5);
  EXPECT_EQ(engine_->counters(), (Counters{5, 3, 1, 0, 0})) << "it ended elsewhere this time";
  EXPECT_EQ(engine_->last_learned(), MoveEffect::unrepeatable);
  EXPECT_EQ(engine_->graph().arc(StateId(0), MoveId(0)).to, StateId(5));
  move_to(-1);
  EXPECT_EQ(engine_->counters(), (Counters{6, 3, 1, 0, 0})) << "the move that froze was made";
}

TEST_F(KnowledgeEngineTest, CountsPredictionsOnlyOfSearchesThatPredict) {
  const std::vector<Plan> plans{{{0}, {1}}, {{1}, {3}}, {{0}, {-1}}};
  plan(plans, true);
  move_to(1);
  EXPECT_EQ(engine_->counters(), (Counters{1, 0, 0, 1, 1}));
  move_to(4);
  EXPECT_EQ(engine_->counters(), (Counters{2, 0, 0, 1, 2}));
  move_to(5);
  EXPECT_EQ(engine_->counters(), (Counters{3, 0, 0, 1, 2})) << "nothing was expected";
  plan(plans, false);
  move_to(1);
  EXPECT_EQ(engine_->counters(), (Counters{1, 0, 0, 0, 0}));
}

TEST_F(KnowledgeEngineTest, ManualMovesDoNotCountAsPredictions) {
  plan({{{0}, {1}}}, true);
  move_to(1);
  engine_->start(StateId(0));
  engine_->observe({StateId(0), MoveId(0), StateId(1), Motion::settled});
  EXPECT_EQ(engine_->last_expected(), StateId(1));
  EXPECT_EQ(engine_->counters(), (Counters{2, 1, 0, 1, 1}));
}

TEST_F(KnowledgeEngineTest, AnotherSearchContinuesWithTheSameKnowledge) {
  plan({{{0, 0}, {-1, -1}}, {{1}, {-1}}});
  move_to(1);
  const PlannerEntry& other = planners().at("breadth-first");
  engine_->set_planner(other, engine_->make_planner(other));
  EXPECT_TRUE(engine_->planned_moves().empty());
  EXPECT_TRUE(engine_->graph().knows(StateId(1)));
  EXPECT_EQ(engine_->counters().moves, 1);
  EXPECT_EQ(engine_->decide({StateId(1), nullptr}).reason, "nearest untried move");
}

TEST(KnowledgeEngine, KnowsTheMovesInsideACornerWithoutTryingThem) {
  const auto maze = testing::random_maze(glm::ivec3(3), Layers::all, 1);
  const auto scheme =
      std::make_shared<const OrientationScheme>(ControlScheme::cube_24, Layers::all);
  KnowledgeEngine engine(planners().at("breadth-first"), maze_advice(maze, scheme));
  const StateId start = scheme->state(CellId(0), OrientationId(0));
  engine.start(start);
  // Once the marble has rested in a corner, all three orientations of the corner are known, each
  // with two known and two untried moves.
  EXPECT_EQ(engine.graph().states().size(), 3u);
  for (StateId state : engine.graph().states()) {
    EXPECT_EQ(scheme->cell(state), CellId(0));
    EXPECT_EQ(engine.graph().arc(state, MoveId(0)).tries, 0);
    for (MoveId move : {MoveId(0), MoveId(1)})
      EXPECT_EQ(engine.graph().arc(state, move).to,
                scheme->state(CellId(0), scheme->turn(scheme->orientation(state), move).to));
    for (MoveId move : {MoveId(2), MoveId(3)}) EXPECT_FALSE(engine.graph().arc(state, move).to);
  }
  // A move inside the corner still counts as a move, and as repeated (thesis 4.7).
  engine.observe({start, MoveId(0), scheme->state(CellId(0), OrientationId(1)), Motion::settled});
  EXPECT_EQ(engine.counters(), (Counters{1, 1, 0, 0, 0}));
}

TEST(Player, FailedReplacementOfTheAgentChangesNothing) {
  const StateId start{FourBitMaze::kStart};
  Player player("breadth-first");
  for (const ControlScheme scheme : {ControlScheme::none, ControlScheme::cube_8})
    player.add_scheme(scheme, four_bit_advice());
  PlannerEntry once = planners().at("depth-first");
  once.name = "made once";
  once.make = [made = 0](const GrantedAdvice&) mutable -> std::unique_ptr<Planner> {
    if (++made == 2) throw ForbiddenAccess("made already");
    return std::make_unique<ScriptedPlanner>(std::vector<Plan>());
  };
  planners().register_row(once);
  EXPECT_THROW(player.use_agent("made once"), ForbiddenAccess);
  for (const ControlScheme scheme : {ControlScheme::none, ControlScheme::cube_8}) {
    player.use_scheme(scheme);
    player.start(start);
    EXPECT_EQ(player.decide({start, nullptr}).reason, "nearest untried move");
  }
}

TEST(BackgroundPlanner, ChoosesTheSameMovesAsTheForeground) {
  for (const char* agent : {"simulation-search", "imagination"})
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      testing::PredictedCube cube(3, Layers::all, ControlScheme::cube_24, seed);
      const auto states_visited = [&](bool in_background) {
        KnowledgeEngine engine(planners().at(agent), cube.advice);
        if (in_background) engine.plan_in_background();
        constexpr int kMaxDecisions = 100'000'000;
        return testing::play(cube.world, engine, kMaxDecisions).states;
      };
      EXPECT_EQ(states_visited(true), states_visited(false)) << agent << " seed " << seed;
    }
}

/// Plans a quick move in state 1. In all other states, plans until it is stopped.
class SlowPlanner : public Planner {
  Decision do_plan(const StateGraph&, const Situation& situation) override {
    while (situation.state != StateId(1)) check_stop();
    return {DecisionStatus::moves, {{MoveId(0), std::nullopt}}, "quick", {}};
  }
};

TEST(BackgroundPlanner, StopsPlansForAnotherSituation) {
  const StateGraph graph = testing::known_graph({{0, {-1}}, {1, {-1}}});
  BackgroundPlanner planner(std::make_unique<SlowPlanner>());
  EXPECT_EQ(planner.plan(graph, {StateId(0), nullptr}).status, DecisionStatus::thinking);
  Decision decision = planner.plan(graph, {StateId(1), nullptr});
  while (decision.status == DecisionStatus::thinking)
    decision = planner.plan(graph, {StateId(1), nullptr});
  EXPECT_EQ(decision.reason, "quick");
}

}  // namespace
}  // namespace marblemaze
