#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agent/belief/maze_advice.h"
#include "agent/belief/predicted_world.h"
#include "agent/contracts/maze_layout.h"
#include "support/mazes.h"
#include "support/play.h"
#include "support/scripted_graph.h"

namespace marblemaze {
namespace {

/// A maze under the predictor, and a mapping agent that is told what `advice` says.
struct Stage {
  Stage(std::shared_ptr<const Maze> maze, int orientations, bool exact = true)
      : scheme(std::make_shared<const OrientationScheme>(orientations, maze->grid().layers())),
        advice(maze_advice(maze, scheme)),
        world("predicted", maze, scheme, advice.predictor,
              PathPredictor(maze, scheme).settle(maze->start(), OrientationId(0))) {
    MazeLayout layout = *advice.layout;
    layout.exact_motion = exact;
    advice.layout = std::make_shared<const MazeLayout>(layout);
    testing::settle(world);
  }

  std::shared_ptr<const OrientationScheme> scheme;
  Advice advice;
  PredictedWorld world;
};

testing::Played played_by(const std::string& agent, Stage& run, const Advice& advice, int& moves) {
  KnowledgeEngine engine(planners().entry(agent), advice);
  const testing::Played played = testing::play(run.world, engine);
  moves = engine.counters().moves;
  return played;
}

TEST(Mapping, DecidesTheSameWhateverTheWallsThatItHasNotSeen) {
  // One agent is told of the maze in which it plays, the other of one with other walls.
  for (const int orientations : {8, 24})
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const auto maze = testing::random_maze(glm::ivec3(3), Layers::all, seed);
      const auto other = testing::random_maze(glm::ivec3(3), Layers::all, seed + 100);
      ASSERT_NE(maze->passages(), other->passages());
      Stage run(maze, orientations);
      Advice advice = Stage(other, orientations).advice;
      advice.rules = run.advice.rules;
      advice.seed = run.advice.seed;
      int told = 0, misled = 0;
      EXPECT_EQ(played_by("mapping", run, run.advice, told).states,
                played_by("mapping", run, advice, misled).states);
      EXPECT_EQ(told, misled);
    }
}

TEST(Mapping, NeedsHalfOfBreadthFirstsMovesAtMostAndSolvesNoLess) {
  for (const int orientations : {8, 24}) {
    int solved = 0, solved_blindly = 0, all_moves = 0, all_blind = 0;
    for (std::uint64_t seed = 61001; seed <= 61030; ++seed) {
      Stage run(testing::random_maze(glm::ivec3(3), Layers::all, seed), orientations);
      int moves = 0, blind = 0;
      const bool maps = played_by("mapping", run, run.advice, moves).solved;
      const bool blindly = played_by("breadth-first", run, run.advice, blind).solved;
      solved += maps;
      solved_blindly += blindly;
      if (!maps || !blindly) continue;
      all_moves += moves;
      all_blind += blind;
    }
    EXPECT_GE(solved, solved_blindly);
    EXPECT_LE(2 * all_moves, all_blind) << orientations;
  }
}

TEST(Mapping, SaysInWordsWhatIsCertainAndWhatIsExpected) {
  Stage run(testing::random_maze(glm::ivec3(3), Layers::all, 1), 8);
  KnowledgeEngine engine(planners().entry("mapping"), run.advice);
  engine.start(run.world.state());
  (void)engine.decide({run.world.state(), nullptr});
  EXPECT_THAT(engine.last_decision().rule,
              ::testing::AllOf(::testing::HasSubstr("the mean over 16 mazes that agree"),
                               ::testing::HasSubstr("; 0 walls and")))
      << "the marble rests in the corner of the box: no inner wall was needed";
  EXPECT_EQ(engine.last_decision().why.size(), 3u) << "every untried move was weighed";
}

TEST(Mapping, GoesToTheNearestUntriedMoveWhereThereAreNoWalls) {
  const auto planner = testing::make_planner("mapping", testing::forbidden_advice(2));
  const StateGraph graph = testing::known_graph({{0, {1, 0}}, {1, {0, -1}}});
  const Decision decision = planner->plan(graph, {StateId(0), nullptr});
  EXPECT_EQ(testing::indices(decision.moves), (std::vector<int>{0, 1}));
  EXPECT_THAT(decision.rule, ::testing::HasSubstr("no walls"));
}

TEST(Mapping, SaysHowLikelyEachPassageIsAndIsCertainOnlyOfWhatIsSo) {
  int certain = 0, possible = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto maze = testing::random_maze(glm::ivec3(3), Layers::all, seed);
    Stage run(maze, 24);
    KnowledgeEngine engine(planners().entry("mapping"), run.advice);
    (void)testing::play(run.world, engine);
    const auto& belief = engine.last_decision().belief;
    ASSERT_TRUE(belief);
    const Grid& grid = maze->grid();
    for (CellId cell(0); cell.index < grid.box_cells(); ++cell.index)
      for (int axis = 0; axis < 3; ++axis) {
        const Direction onward{axis, 1};
        if (!grid.neighbour(cell, onward)) continue;
        const float chance =
            belief->passages[static_cast<std::size_t>(*grid.wall_number(cell, onward) - 1)];
        const bool wall = maze->wall(grid.position(cell), onward);
        const bool proved = chance <= 0 || chance >= 1;
        EXPECT_TRUE(!proved || wall == (chance <= 0)) << cell.index << " " << axis;
        ++(proved ? certain : possible);
      }
  }
  EXPECT_GT(certain, 20);
  EXPECT_EQ(certain + possible, 5 * 54);
}

}  // namespace
}  // namespace marblemaze
