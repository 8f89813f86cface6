#include "agent/design/maze_designer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agent/belief/path_predictor.h"
#include "agent/belief/world_advice.h"
#include "support/mazes.h"
#include "support/play.h"

namespace marblemaze {
namespace {

using testing::random_maze;
using Scheme = std::shared_ptr<const OrientationScheme>;

Scheme corners() {
  return std::make_shared<const OrientationScheme>(ControlScheme::cube_8, Layers::all);
}

/// Returns the assumptions of the path predictor about the maze.
MazeAssumptions predicted(const std::shared_ptr<const Maze>& maze, const Scheme& scheme) {
  MazeAssumptions known{maze_advice(maze, scheme, 0.3), {}, nullptr, nullptr};
  known.start = PathPredictor(maze, scheme, 0.3).settle(maze->start(), OrientationId(0));
  known.model = known.advice.predictor;
  return known;
}

MazeJudge predicting_judge(int moves) {
  MazeJudge judge;
  judge.foresight = [scheme = corners()](const std::shared_ptr<const Maze>& maze) {
    return predicted(maze, scheme);
  };
  judge.moves = moves;
  return judge;
}

/// Gives the predictor's result in three of four trials.
class Wavering : public ForwardModel {
 public:
  explicit Wavering(std::shared_ptr<const ForwardModel> sure) : sure_(std::move(sure)) {}
  [[nodiscard]] Prediction do_predict(StateId from, MoveId move) const override {
    Prediction prediction = sure_->predict(from, move);
    for (Guess& guess : prediction.guesses) guess.probability *= 0.75;
    prediction.guesses.push_back({std::nullopt, 0.25});
    return prediction;
  }

 private:
  std::shared_ptr<const ForwardModel> sure_;
};

TEST(MazeEnergy, IsZeroForMazesOfTheRequestedLengthOrLonger) {
  const MazeQuality perfect{40, 0, 0, 1, 0, 0};
  EXPECT_EQ(maze_energy(perfect, 40), 0);
  EXPECT_EQ(maze_energy(perfect, 30), 0);
}

TEST(MazeEnergy, IsTheWeightedSumOfTheDefects) {
  const MazeQuality solvable{36, 0, 3, 8, 0.25, 0.5};
  EXPECT_DOUBLE_EQ(maze_energy(solvable, 40), 4 * 1 + 3 * 0.5 + 3 * 0.5 + 0.25 * 8 + 0.5 * 40);
  const MazeQuality unsolvable{std::nullopt, 6, 3, 0, 0, 0};
  EXPECT_DOUBLE_EQ(maze_energy(unsolvable, 40), 40 * 1 + 6 * 3 + 3 * 0.5);
}

TEST(MazeJudge, FindsTheFewestMovesThatBruteForceFinds) {
  const Scheme scheme = corners();
  int solvable = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const auto maze = random_maze(glm::ivec3(3), Layers::all, seed);
    const MazeAssumptions foreseen = predicted(maze, scheme);
    PredictedWorld world("predicted", maze, scheme, foreseen.model, foreseen.start);
    world.tick();
    const MazeDesign design = predicting_judge(10).judge(maze);
    EXPECT_EQ(design.quality.optimum, testing::optimum(world));
    const bool reached = design.quality.optimum.has_value();
    EXPECT_EQ(reached, design.quality.remaining == 0);
    solvable += reached ? 1 : 0;
  }
  EXPECT_GT(solvable, 5);
}

TEST(MazeJudge, MeasuresTheNearestCellInAnUnsolvableMaze) {
  const Scheme scheme = corners();
  int unsolvable = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const auto maze = random_maze(glm::ivec3(3), Layers::all, seed);
    const MazeDesign design = predicting_judge(10).judge(maze);
    if (design.quality.optimum) continue;
    ++unsolvable;
    const MazeAssumptions foreseen = predicted(maze, scheme);
    PredictedWorld world("predicted", maze, scheme, foreseen.model, foreseen.start);
    world.tick();
    double nearest = foreseen.advice.distance(world.state());
    for (const auto& [state, moves] : testing::fewest_moves(world))
      nearest = std::min(nearest, foreseen.advice.distance(state));
    EXPECT_EQ(design.quality.remaining, nearest) << "seed " << seed;
  }
  EXPECT_GT(unsolvable, 3);
}

TEST(MazeJudge, CountsTheSensitiveMovesOfTheSolution) {
  MazeJudge judge = predicting_judge(3);
  judge.foresight = [scheme = corners()](const std::shared_ptr<const Maze>& maze) {
    MazeAssumptions foreseen = predicted(maze, scheme);
    foreseen.trials = std::make_shared<Wavering>(foreseen.model);
    return foreseen;
  };
  int solvable = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const MazeDesign design = judge.judge(random_maze(glm::ivec3(3), Layers::all, seed));
    if (!design.quality.optimum) continue;
    ++solvable;
    EXPECT_DOUBLE_EQ(design.quality.knife_edge, 0.25 * *design.quality.optimum);
    EXPECT_GE(design.energy, 8 * design.quality.knife_edge);
  }
  EXPECT_GT(solvable, 0);
}

TEST(MazeSearch, MakesMazesHarderThanRandomOnes) {
  int random_sum = 0, designed_sum = 0;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    Rng rng(seed);
    const auto first = random_maze(glm::ivec3(3), Layers::all, seed);
    const MazeJudge judge = predicting_judge(40);
    const MazeSearch found = improve_maze(first, judge, {1, 0.2}, 400, rng,
                                          [](const auto&, const auto&) { return true; });
    random_sum += judge.judge(first).quality.optimum.value_or(0);
    designed_sum += found.best.quality.optimum.value_or(0);
  }
  EXPECT_GT(designed_sum, 2 * random_sum);
}

TEST(MazeSearch, KeepsTheBestSoFarWhenItIsEndedEarly) {
  const auto search = [](std::int64_t stop, double& best) {
    Rng rng(4);
    return improve_maze(random_maze(glm::ivec3(3), Layers::all, 4), predicting_judge(40), {1, 0.2},
                        300, rng, [&](const SearchProgress& progress, const MazeDesign& so_far) {
                          best = so_far.energy;
                          EXPECT_LE(progress.step, stop);
                          EXPECT_EQ(so_far.energy, progress.best_energy);
                          return progress.step < stop;
                        });
  };
  double told = 0;
  const MazeSearch ended = search(60, told);
  EXPECT_EQ(ended.best.energy, told);
  EXPECT_EQ(predicting_judge(40).judge(ended.best.maze).energy, told);
  EXPECT_GE(told, search(300, told).best.energy);
}

TEST(MazeSearch, CertifiesOnlyLongSolutionsThatWouldBeTheBest) {
  MazeJudge judge = predicting_judge(9);
  int asked = 0;
  judge.certifier = [&](const MazeDesign& design) {
    ++asked;
    EXPECT_GE(design.quality.optimum, 9);
    return asked == 1 ? 0.5 : 0.0;  // half of the first solution's runs fail
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
