#include "agent/analysis/ground_truth.h"

#include <gtest/gtest.h>

#include "agent/belief/path_predictor.h"
#include "support/mazes.h"
#include "support/play.h"
#include "support/scripted_graph.h"

namespace marblemaze {
namespace {

using testing::Arcs;
using testing::GraphWorld;

std::vector<int> indices(const std::vector<MoveId>& moves) {
  std::vector<int> numbers;
  numbers.reserve(moves.size());
  for (MoveId move : moves) numbers.push_back(move.index);
  return numbers;
}

/// Returns whether the solution ends at the goal if it is played from the start.
bool comes_true(World& world, const GroundTruth& truth) {
  world.reset();
  testing::settle(world);
  for (MoveId move : truth.solution) testing::make_move(world, move);
  return world.is_goal(world.state());
}

TEST(GroundTruth, IsTheShortestPathInAKnownGraph) {
  // Three moves via states 1 and 2, two moves via state 3. State 4 freezes every move.
  GraphWorld world({{0, {1, 4, 3}}, {1, {2}}, {2, {9}}, {3, {-1, 9}}, {4, {-1}}, {9, {0}}}, 0, 9);
  const GroundTruth truth = find_ground_truth(world);
  EXPECT_TRUE(truth.solvable);
  EXPECT_TRUE(truth.complete);
  EXPECT_EQ(indices(truth.solution), (std::vector<int>{2, 1}));
}

TEST(GroundTruth, ReportsThatAnUnsolvableWorldHasNoSolution) {
  GraphWorld world({{0, {1, -1}}, {1, {0, 1}}, {9, {0}}}, 0, 9);
  const GroundTruth truth = find_ground_truth(world);
  EXPECT_FALSE(truth.solvable);
  EXPECT_TRUE(truth.complete);
  EXPECT_TRUE(truth.solution.empty());
}

TEST(GroundTruth, NeedsNoMoveIfTheStartIsTheGoal) {
  GraphWorld world({{9, {0}}, {0, {9}}}, 9, 9);
  const GroundTruth truth = find_ground_truth(world);
  EXPECT_TRUE(truth.solvable);
  EXPECT_TRUE(truth.solution.empty());
}

TEST(GroundTruth, UsesBalancedStatesOnlyWithRecovery) {
  GraphWorld world({{0, {5}}, {5, {9}}, {9, {0}}}, 0, 9);
  world.balance_in({5});
  EXPECT_FALSE(find_ground_truth(world).solvable);
  EXPECT_EQ(indices(find_ground_truth(world, true).solution), (std::vector<int>{0, 0}));
}

TEST(GroundTruth, ReportsThatItsBudgetWasTooSmall) {
  GraphWorld world({{0, {0, 1}}, {1, {1, 2}}, {2, {2, 9}}, {9, {0}}}, 0, 9);
  const GroundTruth none = find_ground_truth(world, false, 3);
  EXPECT_FALSE(none.solvable);
  EXPECT_FALSE(none.complete);
  EXPECT_TRUE(find_ground_truth(world, false, 6).solvable);
}

/// A world with hidden poses: the result of a move depends on the path by which its state was
/// reached, like that of a marble that rests elsewhere in its corner. The shorter solution needs
/// the pose that is reached second.
class PosedWorld : public World {
 public:
  PosedWorld() : World(std::make_shared<testing::MoveRules>(2, 9)) { reset(); }
  [[nodiscard]] Traits traits() const override { return {"posed", true, true, 10}; }
  void do_reset() override {
    at_ = pose_ = 0;
    move_ = MoveId();
  }
  [[nodiscard]] StateId do_state() const override { return StateId(at_); }
  void do_begin(MoveId move) override { move_ = move; }
  Motion do_tick() override {
    if (move_.valid()) go();
    move_ = MoveId();
    return Motion::settled;
  }
  [[nodiscard]] std::unique_ptr<World> clone() const override {
    return std::make_unique<PosedWorld>(*this);
  }
  [[nodiscard]] PoseKey do_pose_key() const override { return {pose_, 0, 0}; }

 private:
  /// Both moves lead from 0 to 1, but in different poses. From 1 only the second pose leads
  /// directly to the goal; the first takes a detour over 2 and 3.
  void go() {
    if (at_ == 0) {
      at_ = 1;
      pose_ = move_.index;
    } else if (at_ == 1) {
      at_ = pose_ == 1 ? 9 : 2;
    } else {
      at_ = at_ == 2 ? 3 : 9;
    }
  }

  int at_ = 0, pose_ = 0;
  MoveId move_;
};

TEST(GroundTruth, FindsAShorterPathFromAnotherPoseOfAKnownState) {
  PosedWorld world;
  const GroundTruth truth = find_ground_truth(world);
  EXPECT_EQ(indices(truth.solution), (std::vector<int>{1, 0}));
  EXPECT_TRUE(truth.complete);
  EXPECT_TRUE(comes_true(world, truth));
}

TEST(GroundTruth, EqualsBruteForceAndReachesTheGoal) {
  int solvable = 0;
  for (const ControlScheme control : {ControlScheme::cube_8, ControlScheme::cube_24})
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      const auto maze = testing::random_maze(glm::ivec3(3), Layers::all, seed);
      const auto scheme = std::make_shared<const OrientationScheme>(control, Layers::all);
      const auto predictor = std::make_shared<PathPredictor>(maze, scheme);
      PredictedWorld world("predicted", maze, scheme, predictor,
                           predictor->settle(maze->start(), OrientationId(0)));
      const GroundTruth truth = find_ground_truth(world);
      world.reset();
      testing::settle(world);
      const auto best = testing::optimum(world);
      EXPECT_EQ(truth.solvable, best.has_value()) << "seed " << seed;
      EXPECT_TRUE(truth.complete);
      if (best) {
        EXPECT_EQ(static_cast<int>(truth.solution.size()), *best) << "seed " << seed;
        EXPECT_TRUE(comes_true(world, truth)) << "seed " << seed;
      }
      solvable += best.has_value();
    }
  EXPECT_GT(solvable, 20);
}

}  // namespace
}  // namespace marblemaze
