#include "agent/design/maze_designer.h"

#include <gtest/gtest.h>

#include "agent/belief/path_predictor.h"
#include "support/mazes.h"
#include "support/play.h"

namespace marblemaze {
namespace {

using testing::random_maze;
using Scheme = std::shared_ptr<const OrientationScheme>;

Scheme corners() {
  return std::make_shared<const OrientationScheme>(ControlScheme::cube_8, Layers::all);
}

MazeModels predicted(const std::shared_ptr<const Maze>& maze, const Scheme& scheme) {
  MazeModels known{maze_advice(maze, scheme, 0.3), {}, nullptr, nullptr};
  known.start = PathPredictor(maze, scheme, 0.3).settle(maze->start(), OrientationId(0));
  known.model = known.advice.predictor;
  return known;
}

MazeEvaluator predicting_judge(int moves) {
  MazeEvaluator judge;
  judge.make_models = [scheme = corners()](const std::shared_ptr<const Maze>& maze) {
    return predicted(maze, scheme);
  };
  judge.moves = moves;
  return judge;
}

TEST(MazeEvaluator, AgreesWithBruteForceOnTheMinimumNumberOfMoves) {
  const Scheme scheme = corners();
  int solvable = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const auto maze = random_maze(glm::ivec3(3), Layers::all, seed);
    const MazeModels foreseen = predicted(maze, scheme);
    PredictedWorld world("predicted", maze, scheme, foreseen.model, foreseen.start);
    world.tick();
    const MazeDesign design = predicting_judge(10).evaluate(maze);
    EXPECT_EQ(design.quality.optimum, testing::optimum(world));
    const bool reached = design.quality.optimum.has_value();
    EXPECT_EQ(reached, design.quality.remaining == 0);
    solvable += reached ? 1 : 0;
  }
  EXPECT_GT(solvable, 5);
}

TEST(MazeSearch, DesignsHarderMazesThanTheRandomGenerator) {
  int random_sum = 0, designed_sum = 0;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    Rng rng(seed);
    const auto first = random_maze(glm::ivec3(3), Layers::all, seed);
    const MazeEvaluator judge = predicting_judge(40);
    const MazeSearch found = improve_maze(first, judge, {1, 0.2}, 400, rng,
                                          [](const auto&, const auto&) { return true; });
    random_sum += judge.evaluate(first).quality.optimum.value_or(0);
    designed_sum += found.best.quality.optimum.value_or(0);
  }
  EXPECT_GT(designed_sum, 2 * random_sum);
}

TEST(MazeSearch, CertifiesOnlyLongSolutionsThatWouldBeTheBest) {
  MazeEvaluator judge = predicting_judge(9);
  int asked = 0;
  judge.certifier = [&](const MazeDesign& design) {
    ++asked;
    EXPECT_GE(design.quality.optimum, 9);
    return asked == 1 ? 0.5 : 0.0;  // half of the test runs of the first solution fail
  };
  Rng rng(2);
  const MazeSearch found = improve_maze(
      random_maze(glm::ivec3(3), Layers::all, 2), judge, {1, 0.2}, 2000, rng,
      [](const SearchProgress& progress, const auto&) { return progress.best_energy > 0; });
  EXPECT_GE(asked, 2);
  EXPECT_EQ(found.best.quality.failing, 0);
  EXPECT_EQ(found.best_energy, 0);
}

}  // namespace
}  // namespace marblemaze
