#include "agent/play/knowledge_engine.h"

#include <atomic>

#include <gtest/gtest.h>

#include "agent/belief/path_predictor.h"
#include "agent/contracts/planner.h"
#include "maze/puzzles/four_bit_maze.h"
#include "support/mazes.h"
#include "support/play.h"
#include "support/scripted_graph.h"

namespace marblemaze {
namespace {

using testing::move_ids;

struct Plan {
  std::vector<int> moves;
  std::vector<int> expected;  // -1: no expectation
};
std::vector<Plan>* script = nullptr;
int plans_made = 0;

class ScriptedPlanner : public Planner {
 public:
  Decision do_plan(const StateGraph&, const Situation&) override {
    const Plan plan = script->at(static_cast<std::size_t>(plans_made++));
    Decision decision;
    decision.answer = plan.moves.empty() ? Answer::exhausted : Answer::moves;
    for (std::size_t i = 0; i < plan.moves.size(); ++i) {
      const int to = plan.expected.at(i);
      decision.moves.push_back(
          {MoveId(plan.moves[i]), to < 0 ? std::nullopt : std::optional(StateId(to))});
    }
    decision.rule = "scripted plan " + std::to_string(plans_made);
    return decision;
  }
};

PlannerEntry scripted(bool predicts) {
  return {"scripted",
          "Scripted",
          AccessLevel::experience,
          "",
          "",
          "",
          predicts,
          [](const GrantedAdvice&) -> std::unique_ptr<Planner> {
            return std::make_unique<ScriptedPlanner>();
          }};
}

class KnowledgeEngineTest : public ::testing::Test {
 protected:
  void plan(std::vector<Plan> plans, bool predicts = false) {
    plans_ = std::move(plans);
    script = &plans_;
    plans_made = 0;
    entry_ = scripted(predicts);
    engine_ = std::make_unique<KnowledgeEngine>(entry_, testing::forbidden_advice(2));
    engine_->start(StateId(0));
    state_ = 0;
  }

  /// Requests a move and reports that the move ended in `to` (-1: frozen).
  int move_to(int to) {
    const Decision decision = engine_->decide({StateId(state_), nullptr});
    EXPECT_EQ(decision.answer, Answer::moves);
    const MoveId move = decision.moves.at(0).move;
    if (to < 0)
      engine_->observe({StateId(state_), move, std::nullopt, Motion::frozen});
    else
      engine_->observe({StateId(state_), move, StateId(to), Motion::settled});
    state_ = to;
    return move.index;
  }

  std::vector<Plan> plans_;
  PlannerEntry entry_{};
  std::unique_ptr<KnowledgeEngine> engine_;
  int state_ = 0;
};

TEST_F(KnowledgeEngineTest, CompletesAPlanAndNamesItInTheReasonOfEachMove) {
  plan({{{0, 1, 0}, {1, 2, -1}}, {{1}, {-1}}});
  const auto reason_of_move_to = [&](int to) {
    std::string reason = engine_->decide({StateId(state_), nullptr}).rule;
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
  EXPECT_TRUE(engine_->queue().empty());
  move_to(8);
  EXPECT_EQ(plans_made, 2);
}

TEST_F(KnowledgeEngineTest, CountsLikeTheThesisTables) {
  plan({{{0}, {-1}}, {{0}, {-1}}, {{0}, {1}}, {{0}, {0}}, {{0}, {1}}, {{1}, {-1}}});
  move_to(1);
  move_to(0);
  EXPECT_EQ(engine_->counters(), (Counters{2, 0, 0, 0, 0}));
  move_to(1);
  EXPECT_EQ(engine_->counters(), (Counters{3, 1, 0, 0, 0})) << "along a known arc";
  EXPECT_EQ(engine_->last_learned(), Learned::repeated);
  move_to(0);
  move_to(5);
  EXPECT_EQ(engine_->counters(), (Counters{5, 3, 1, 0, 0})) << "it ended elsewhere this time";
  EXPECT_EQ(engine_->last_learned(), Learned::unrepeatable);
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
  const PlannerEntry& other = planners().entry("breadth-first");
  engine_->use(other, engine_->make(other));
  EXPECT_TRUE(engine_->queue().empty());
  EXPECT_TRUE(engine_->graph().knows(StateId(1)));
  EXPECT_EQ(engine_->counters().moves, 1);
  EXPECT_EQ(engine_->decide({StateId(1), nullptr}).rule, "nearest untried move");
}

TEST(KnowledgeEngine, KnowsTheMovesInsideACornerWithoutTryingThem) {
  const auto maze = testing::random_maze(glm::ivec3(3), Layers::all, 1);
  const auto scheme =
      std::make_shared<const OrientationScheme>(ControlScheme::cube_24, Layers::all);
  KnowledgeEngine engine(planners().entry("breadth-first"), maze_advice(maze, scheme));
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

const StateId kStart{FourBitMaze::kStart};

Player player_of_lamps() {
  Player player("breadth-first");
  player.add_scheme(ControlScheme::none, four_bit_advice());
  player.use_scheme(ControlScheme::none);
  player.start(kStart);
  return player;
}

TEST(Player, WaitsForTheUserAndUsesEachChoiceOnce) {
  Player player = player_of_lamps();
  player.by_hand = true;
  EXPECT_EQ(player.decide({kStart, nullptr}).answer, Answer::thinking);
  player.chosen = MoveId(2);
  const Decision decision = player.decide({kStart, nullptr});
  ASSERT_EQ(decision.moves.size(), 1u);
  EXPECT_EQ(decision.moves[0].move, MoveId(2));
  EXPECT_FALSE(player.chosen);
  EXPECT_EQ(player.decide({kStart, nullptr}).answer, Answer::thinking);
}

TEST(Player, StoresKnowledgePerSchemeAndSumsTheCounters) {
  Player player = player_of_lamps();
  player.observe({kStart, MoveId(0), StateId(14), Motion::settled});
  player.add_scheme(ControlScheme::cube_8, four_bit_advice());
  player.use_scheme(ControlScheme::cube_8);
  player.start(StateId(14));
  EXPECT_FALSE(player.knowledge().graph().knows(kStart));
  player.observe({StateId(14), MoveId(1), StateId(12), Motion::settled});
  EXPECT_EQ(player.counters().moves, 2);
  player.use_scheme(ControlScheme::none);
  EXPECT_TRUE(player.knowledge().graph().knows(kStart));
  EXPECT_EQ(player.knowledge(ControlScheme::cube_24), nullptr);
}

TEST(Player, FailedReplacementOfTheAgentChangesNothing) {
  Player player = player_of_lamps();
  player.add_scheme(ControlScheme::cube_8, four_bit_advice());
  PlannerEntry once = scripted(false);
  once.name = "made once";
  once.knowledge = AccessLevel::copies;
  once.make = [made = 0](const GrantedAdvice&) mutable -> std::unique_ptr<Planner> {
    if (++made == 2) throw ForbiddenAccess("made already");
    return std::make_unique<ScriptedPlanner>();
  };
  planners().register_row(once);
  EXPECT_THROW(player.use_agent("made once"), ForbiddenAccess);
  for (const ControlScheme scheme : {ControlScheme::none, ControlScheme::cube_8}) {
    player.use_scheme(scheme);
    player.start(kStart);
    ASSERT_FALSE(player.needs_snapshot());
    EXPECT_EQ(player.decide({kStart, nullptr}).rule, "nearest untried move");
  }
}

constexpr int kMaxDecisions = 100'000'000;

testing::Played play_thinking(World& world, const char* agent, const Advice& advice,
                              bool in_background) {
  KnowledgeEngine engine(planners().entry(agent), advice);
  if (in_background) engine.plan_in_background();
  return testing::play(world, engine, kMaxDecisions);
}

TEST(BackgroundPlanner, ChoosesTheSameMovesAsTheForeground) {
  for (const char* agent : {"simulation-search", "imagination"})
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      testing::PredictedCube cube(3, Layers::all, ControlScheme::cube_24, seed);
      EXPECT_EQ(play_thinking(cube.world, agent, cube.advice, true).states,
                play_thinking(cube.world, agent, cube.advice, false).states)
          << agent << " seed " << seed;
    }
}

const StateGraph kTwoStates =
    testing::known_graph({{0, {-1, -1, -1, -1, -1, -1, -1, -1}}, {1, {-1, -1}}});

class SpinningPlanner : public Planner {
 public:
  struct Thoughts {
    std::atomic<int> begun = 0, ended = 0;
  };
  explicit SpinningPlanner(Thoughts* thoughts = nullptr) : thoughts_(thoughts) {}

  Decision do_plan(const StateGraph&, const Situation& situation) override {
    if (situation.state == StateId(1))
      return {Answer::moves, {{MoveId(0), std::nullopt}}, "quick", {}};
    if (thoughts_) ++thoughts_->begun, thoughts_->begun.notify_all();
    while (!current_work.stop.stop_requested()) {
    }
    if (thoughts_) ++thoughts_->ended;
    throw Interrupted{};
  }

 private:
  Thoughts* thoughts_;
};

TEST(BackgroundPlanner, DropsPlansForAnotherSituation) {
  BackgroundPlanner planner(std::make_unique<SpinningPlanner>());
  (void)planner.plan(kTwoStates, {StateId(0), nullptr});
  Decision decision = planner.plan(kTwoStates, {StateId(1), nullptr});
  while (decision.answer == Answer::thinking)
    decision = planner.plan(kTwoStates, {StateId(1), nullptr});
  EXPECT_EQ(decision.rule, "quick");
}

TEST(BackgroundPlanner, StopsItsPlanWhenItIsDestroyed) {
  SpinningPlanner::Thoughts thoughts;
  {
    BackgroundPlanner planner(std::make_unique<SpinningPlanner>(&thoughts));
    (void)planner.plan(kTwoStates, {StateId(0), nullptr});
    thoughts.begun.wait(0);
    EXPECT_EQ(thoughts.ended, 0);
  }
  EXPECT_EQ(thoughts.ended, 1);
}

TEST(StateGraph, AssumedResultsCountAsKnownButNeverAsUnrepeatable) {
  const StateId a(10), b(20);
  const MoveId move(0);
  for (const StateId observed : {a, b}) {
    StateGraph graph;
    for (const StateId state : {a, b}) graph.add(state, move_ids(2));
    graph.assume(a, move, b);
    EXPECT_EQ(graph.arc(a, move).to, b);
    EXPECT_EQ(graph.arc(a, move).tries, 0);
    EXPECT_EQ(graph.record(a, move, observed, false), Learned::repeated);
    graph.assume(a, move, b);
    EXPECT_EQ(graph.arc(a, move).to, observed) << "experience outranks assumption";
    EXPECT_FALSE(graph.arc(a, MoveId(1)).to);
  }
}

}  // namespace
}  // namespace marblemaze
