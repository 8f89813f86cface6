#include <span>

#include <gtest/gtest.h>

#include "agent/belief/maze_advice.h"
#include "agent/belief/predicted_world.h"
#include "support/mazes.h"
#include "support/play.h"
#include "support/scripted_graph.h"

namespace marblemaze {
namespace {

using testing::Forbidden;
using testing::forbidden_advice;
using testing::play;

/// A cube under the predictor, and all that could be told about it.
struct Cube {
  Cube(int size, Layers layers, int orientations, std::uint64_t seed)
      : maze(testing::random_maze(glm::ivec3(size), layers, seed)),
        scheme(std::make_shared<const OrientationScheme>(orientations, layers)),
        advice(maze_advice(maze, scheme)),
        world("predicted", maze, scheme, advice.predictor,
              PathPredictor(maze, scheme).settle(maze->start(), OrientationId(0))) {}

  std::shared_ptr<const Maze> maze;
  std::shared_ptr<const OrientationScheme> scheme;
  Advice advice;
  PredictedWorld world;
};

/// The thesis's six, which plan ways to untried moves.
std::span<const PlannerEntry> thesis_searches() { return std::span(planner_registry()).first(6); }

/// What each class of search may use, by the thesis's sections: all else throws.
Advice permitted(const Cube& cube, const std::string& agent) {
  Advice advice = forbidden_advice(cube.scheme->moves());
  advice.certain = cube.advice.certain;
  const bool blind = agent == "depth-first" || agent == "breadth-first" ||
                     agent == "node-counting" || agent == "random-walk";
  const bool predicts =
      agent == "single-move-prediction" || agent == "complete-solution-prediction";
  if (!blind) advice.distance = cube.advice.distance;
  if (agent == "improved-heuristic") advice.first_cell = cube.advice.first_cell;
  if (predicts) advice.predictor = cube.advice.predictor;
  if (agent == "imagination")
    advice.predictor = cube.advice.predictor;  // where nothing else is to be had
  if (agent == "complete-solution-prediction" || agent == "imagination")
    advice.is_goal = cube.advice.is_goal;
  return advice;
}

TEST(Searches, AskOnlyWhatTheirClassOfKnowledgeAllows) {
  for (const PlannerEntry& entry : planner_registry())
    for (const int orientations : {8, 24})
      for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        Cube cube(4, Layers::all, orientations, seed);
        KnowledgeEngine engine(entry, permitted(cube, std::string(entry.name)));
        EXPECT_NO_THROW(play(cube.world, engine)) << entry.name << " seed " << seed;
      }
}

TEST(Searches, WouldBeCaughtAskingForMore) {
  // The test above is worth something only if a search that asks for too much trips.
  Cube cube(3, Layers::all, 8, 1);
  for (const char* agent : {"heuristic", "improved-heuristic", "single-move-prediction",
                            "complete-solution-prediction"}) {
    KnowledgeEngine engine(planner_entry(agent), permitted(cube, "depth-first"));
    EXPECT_THROW(play(cube.world, engine), Forbidden) << agent;
  }
}

TEST(Searches, ProposeOnlyMovesAlongKnownArcsToAnUntriedOne) {
  for (const PlannerEntry& entry : thesis_searches()) {
    if (entry.name == "complete-solution-prediction") continue;  // may plan beyond what is known
    Cube cube(3, Layers::all, 24, 2);
    KnowledgeEngine engine(entry, cube.advice);
    testing::settle(cube.world);
    engine.start(cube.world.state());
    for (int step = 0; step < 100 && !cube.world.is_goal(cube.world.state()); ++step) {
      const StateId from = cube.world.state();
      const Decision decision = engine.decide({from, nullptr});
      if (decision.answer != Answer::moves) break;
      StateId state = from;
      const auto& queue = engine.queue();
      for (std::size_t i = 0; i < queue.size(); ++i) {
        const Arc& arc = engine.graph().arc(state, queue[i].first);
        const bool last = i + 1 == queue.size();
        EXPECT_EQ(arc.to.has_value(), !last) << entry.name;
        if (!last) {
          EXPECT_EQ(queue[i].second, arc.to);
          state = *arc.to;
        }
      }
      testing::make_move(cube.world, decision.moves.front());
      engine.observe({from, decision.moves.front(), cube.world.state(), Motion::settled});
    }
  }
}

TEST(Searches, SayUnsolvableOnlyWhenTheTargetIsTrulyOutOfReach) {
  int unsolvable = 0;
  for (const PlannerEntry& entry : planner_registry())
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      Cube cube(3, Layers::all, 8, seed);
      KnowledgeEngine engine(entry, cube.advice);
      const testing::Played played = play(cube.world, engine);
      ASSERT_NE(played.solved, played.exhausted) << entry.name << " seed " << seed;
      if (!played.exhausted) continue;
      ++unsolvable;
      for (const auto& [state, moves] : testing::fewest_moves(cube.world)) {
        EXPECT_FALSE(cube.world.is_goal(state)) << entry.name << " seed " << seed;
        if (entry.copies) continue;  // knows without having been there
        ASSERT_TRUE(engine.graph().knows(state));
        for (const Arc& arc : engine.graph().arcs(state)) EXPECT_TRUE(arc.to);
      }
    }
  EXPECT_GT(unsolvable, 0) << "or the test has not tested anything";
}

class Planning : public ::testing::TestWithParam<const char*> {};

TEST_P(Planning, PlaysTheOptimumWhereItsPredictionsAreTheTruth) {
  int solvable = 0;
  for (const int orientations : {8, 24})
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      Cube cube(3, Layers::all, orientations, seed);
      const auto best = testing::optimum(cube.world);
      KnowledgeEngine engine(planner_entry(GetParam()), cube.advice);
      const testing::Played played = play(cube.world, engine);
      ASSERT_EQ(played.solved, best.has_value()) << "seed " << seed;
      if (!best) continue;
      ++solvable;
      EXPECT_EQ(engine.counters().moves, *best);
      EXPECT_EQ(engine.counters().predicted_right, *best);
      EXPECT_EQ(engine.counters().predicted_total, *best);
      EXPECT_EQ(engine.counters().unrepeatable, 0);
    }
  EXPECT_GT(solvable, 60);
}

INSTANTIATE_TEST_SUITE_P(Agents, Planning,
                         ::testing::Values("complete-solution-prediction", "simulation-search",
                                           "imagination"));

TEST(Searches, WithMoreKnowledgeNeedFewerMovesInTheirOwnWorld) {
  // Means over mazes that all six solve; the thesis's order of Table 7, which
  // does not depend on physics.
  std::map<std::string_view, double> moves;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    std::map<std::string_view, int> here;
    for (const PlannerEntry& entry : thesis_searches()) {
      Cube cube(3, Layers::all, 8, seed);
      KnowledgeEngine engine(entry, cube.advice);
      if (play(cube.world, engine).solved) here[entry.name] = engine.counters().moves;
    }
    if (here.size() == thesis_searches().size())
      for (const auto& [name, n] : here) moves[name] += n;
  }
  EXPECT_GT(moves["depth-first"], moves["breadth-first"]);
  EXPECT_GT(moves["breadth-first"], moves["heuristic"]);
  EXPECT_GT(moves["heuristic"], moves["improved-heuristic"]);
  EXPECT_GT(moves["improved-heuristic"], moves["single-move-prediction"]);
  EXPECT_GE(moves["single-move-prediction"], moves["complete-solution-prediction"]);
}

}  // namespace
}  // namespace marblemaze
