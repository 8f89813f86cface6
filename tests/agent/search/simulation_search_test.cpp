#include <gtest/gtest.h>

#include "maze/base/errors.h"
#include "support/drawing_world.h"
#include "support/line_world.h"
#include "support/play.h"
#include "support/scripted_graph.h"

namespace marblemaze {
namespace {

using testing::GraphWorld;
using testing::play;

Advice knowing_nothing() { return testing::forbidden_advice(2); }

TEST(SimulationSearch, GivesUpBeforeItsFirstMoveIfTheMazeIsUnsolvable) {
  GraphWorld world({{0, {1, 0}}, {1, {0, -1}}, {2, {2, 2}}}, 0, 2);
  KnowledgeEngine engine(planners().entry("simulation-search"), knowing_nothing());
  const testing::Played played = play(world, engine);
  EXPECT_TRUE(played.exhausted);
  EXPECT_EQ(engine.counters().moves, 0);
}

TEST(SimulationSearch, RequiresACopyOfTheWorld) {
  const StateGraph graph = testing::known_graph({{0, {-1, -1}}});
  EXPECT_THROW((void)testing::make_planner("simulation-search", knowing_nothing())
                   ->plan(graph, {StateId(0), nullptr}),
               BadInput);
}

/// Two states, of which the first has two poses. Only the second pose leads to the goal, but
/// breadth-first search reaches the first pose first.
class TwoPlacesWorld : public GraphWorld {
 public:
  // 0: first pose, 1: second pose, 2: goal, 3: start. State 0 contains both poses.
  TwoPlacesWorld() : GraphWorld({{0, {0, 0}}, {1, {2, 2}}, {2, {2, 2}}, {3, {0, 1}}}, 3, 2) {}
  [[nodiscard]] StateId do_state() const override {
    return inner() == StateId(1) ? StateId(0) : inner();
  }
  [[nodiscard]] PoseKey do_pose_key() const override { return {inner().index, 0, 0}; }
  [[nodiscard]] std::unique_ptr<World> clone() const override {
    return std::make_unique<TwoPlacesWorld>(*this);
  }

 private:
  [[nodiscard]] StateId inner() const { return GraphWorld::do_state(); }
};

TEST(SimulationSearch, TriesOtherPosesOfAStateBeforeItGivesUp) {
  TwoPlacesWorld world;
  KnowledgeEngine engine(planners().entry("simulation-search"), knowing_nothing());
  EXPECT_TRUE(play(world, engine).solved);
  EXPECT_EQ(engine.counters().moves, 2);
}

/// A ring of 30 states. One of its 60 moves leads to the goal, but rarely.
testing::DrawingWorld ring_with_a_door(int door, double chance) {
  constexpr int kStates = 30, kOutside = 99;
  testing::Chances chances{{kOutside, {{{kOutside, 1.0}}, {{kOutside, 1.0}}}}};
  for (int state = 0; state < kStates; ++state)
    chances[state] = {{{(state + 1) % kStates, 1.0}}, {{state, 1.0}}};
  if (chance > 0) {
    auto& endings = chances[door / 2][static_cast<std::size_t>(door % 2)];
    endings.begin()->second = 1 - chance;
    endings[kOutside] = chance;
  }
  return {chances, 0, kOutside};
}

TEST(SimulationSearch, FindsARareExitBeforeItGivesUp) {
  // 16 samples miss a result of 6 % in 37 of 100 moves, 64 samples in 2 of 100.
  int solved = 0;
  for (int door = 0; door < 60; ++door) {
    auto world = ring_with_a_door(door, 0.06);
    KnowledgeEngine engine(planners().entry("simulation-search"), knowing_nothing());
    solved += play(world, engine, 6000).solved;
  }
  EXPECT_GE(solved, 55);
}

TEST(SimulationSearch, GivesUpBeforeItsFirstMoveWithoutAnExit) {
  auto world = ring_with_a_door(0, 0);
  KnowledgeEngine engine(planners().entry("simulation-search"), knowing_nothing());
  EXPECT_TRUE(play(world, engine).exhausted);
  EXPECT_EQ(engine.counters().moves, 0);
}

TEST(SimulationSearch, ContinuesFromTheNearestStateAfterItsBudget) {
  testing::LineWorld world(10'000);
  Advice advice = knowing_nothing();
  advice.distance = [](StateId state) { return 10'001.0 - state.index; };
  KnowledgeEngine engine(planners().entry("simulation-search"), advice);
  EXPECT_TRUE(play(world, engine, 20'000).solved);
  EXPECT_EQ(engine.counters().moves, 10'000);
  EXPECT_EQ(engine.counters().predicted_right, 10'000);
}

}  // namespace
}  // namespace marblemaze
