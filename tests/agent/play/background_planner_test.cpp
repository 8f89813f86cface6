#include <atomic>

#include <gtest/gtest.h>

#include "agent/belief/path_predictor.h"
#include "agent/belief/world_advice.h"
#include "agent/play/knowledge_engine.h"
#include "support/mazes.h"
#include "support/play.h"
#include "support/scripted_graph.h"

namespace marblemaze {
namespace {

constexpr int kPatience = 100'000'000;

/// Plays an agent that plans in a background thread or in the calling thread.
testing::Played play_thinking(World& world, const char* agent, const Advice& advice,
                              bool in_background) {
  KnowledgeEngine engine(planners().entry(agent), advice);
  if (in_background) engine.think_in_background();
  return testing::play(world, engine, kPatience);
}

TEST(BackgroundPlanner, ChangesNoMove) {
  for (const char* agent : {"simulation-search", "imagination"})
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      const auto maze = testing::random_maze(glm::ivec3(3), Layers::all, seed);
      const auto scheme =
          std::make_shared<const OrientationScheme>(ControlScheme::cube_24, Layers::all);
      const Advice advice = maze_advice(maze, scheme);
      PredictedWorld world("predicted", maze, scheme, advice.predictor,
                           PathPredictor(maze, scheme).settle(maze->start(), OrientationId(0)));
      EXPECT_EQ(play_thinking(world, agent, advice, true).states,
                play_thinking(world, agent, advice, false).states)
          << agent << " seed " << seed;
    }
}

TEST(BackgroundPlanner, ReusesThePlanner) {
  PlannerEntry counted = planners().entry("simulation-search");
  int made = 0;
  counted.make = [&, make = counted.make](const GrantedAdvice& advice) {
    ++made;
    return make(advice);
  };
  const Advice advice = testing::forbidden_advice(2);
  KnowledgeEngine engine(counted, advice);
  engine.think_in_background();
  EXPECT_EQ(made, 1) << "an agent from outside the program would be started again";
}

const StateGraph kTwoStates =
    testing::known_graph({{0, {-1, -1, -1, -1, -1, -1, -1, -1}}, {1, {-1, -1}}});

/// Plans until it is stopped.
class Ponderer : public Planner {
 public:
  /// Number of plans that have begun and ended.
  struct Thoughts {
    std::atomic<int> begun = 0, ended = 0;
  };
  explicit Ponderer(Thoughts* thoughts = nullptr) : thoughts_(thoughts) {}

  Decision do_plan(const StateGraph&, const Situation& situation) override {
    if (situation.state == StateId(1))
      return {Answer::moves, {{MoveId(0), std::nullopt}}, "quick", {}};
    if (thoughts_) ++thoughts_->begun, thoughts_->begun.notify_all();
    while (!this_work.stop.stop_requested()) {
    }
    if (thoughts_) ++thoughts_->ended;
    throw Interrupted{};
  }

 private:
  Thoughts* thoughts_;
};

TEST(BackgroundPlanner, AnswersThinkingWithoutDelay) {
  BackgroundPlanner planner(std::make_unique<Ponderer>());
  EXPECT_EQ(planner.plan(kTwoStates, {StateId(0), nullptr}).answer, Answer::thinking);
  EXPECT_TRUE(planner.begun());
}

/// Reports its progress, and plans until it is stopped.
class Counting : public Planner {
 public:
  Decision do_plan(const StateGraph&, const Situation&) override {
    say_effort(12, 6000);
    while (true) stop_point();
  }
};

TEST(BackgroundPlanner, ReportsTheProgressOfTheSearch) {
  BackgroundPlanner planner(std::make_unique<Counting>());
  std::string said;
  while (said.empty()) said = planner.plan(kTwoStates, {StateId(0), nullptr}).rule;
  EXPECT_EQ(said, "tried 12 moves of at most 6000");
}

TEST(BackgroundPlanner, DropsPlansForAnotherSituation) {
  BackgroundPlanner planner(std::make_unique<Ponderer>());
  (void)planner.plan(kTwoStates, {StateId(0), nullptr});
  Decision decision = planner.plan(kTwoStates, {StateId(1), nullptr});
  while (decision.answer == Answer::thinking)
    decision = planner.plan(kTwoStates, {StateId(1), nullptr});
  EXPECT_EQ(decision.rule, "quick");
}

TEST(BackgroundPlanner, StopsItsPlanWhenItIsDestroyed) {
  Ponderer::Thoughts thoughts;
  {
    BackgroundPlanner planner(std::make_unique<Ponderer>(&thoughts));
    (void)planner.plan(kTwoStates, {StateId(0), nullptr});
    thoughts.begun.wait(0);
    EXPECT_EQ(thoughts.ended, 0);
  }
  EXPECT_EQ(thoughts.ended, 1);
}

}  // namespace
}  // namespace marblemaze
