#include "engine/rollouts/solution_trials.h"

#include <gtest/gtest.h>

#include "engine/rollouts/trial_model.h"
#include "support/mazes.h"

namespace marblemaze {
namespace {

const std::vector<MoveId> kWalk{MoveId(0), MoveId(1), MoveId(2), MoveId(0), MoveId(2), MoveId(1)};

MarbleWorld small_world(std::uint64_t seed) {
  return {testing::random_maze(glm::ivec3(2), Layers::all, seed), ControlScheme::cube_8,
          exact_machine()};
}

/// Returns whether one run, played move by move, comes to rest in the target.
bool played(const MarbleWorld& world, const std::vector<MoveId>& moves) {
  MarbleWorld run =
      world.placed_in(world.scheme().state(world.maze().start(), OrientationId(0)), 0);
  for (MoveId move : moves) {
    if (play_move(run, move) != Motion::settled) return false;
    if (run.is_goal(run.state())) return true;
  }
  return false;
}

TEST(SolutionTrials, WithoutDisplacementAreIdentical) {
  int reached = 0, missed = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const MarbleWorld world = small_world(seed);
    const TrialCount count = try_solution(world, kWalk, {5, 0, 1});
    EXPECT_EQ(count.runs, 5);
    EXPECT_EQ(count.reached, played(world, kWalk) ? 5 : 0);
    ++(count.reached > 0 ? reached : missed);
  }
  EXPECT_GT(reached, 0);
  EXPECT_GT(missed, 0);
}

TEST(SolutionTrials, DoNotDependOnTheNumberOfThreads) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const MarbleWorld world = small_world(seed);
    // A displacement of 0.05 cells changes the marble's path in some runs.
    const TrialCount one = try_solution(world, kWalk, {50, 0.05, seed, 1});
    const TrialCount three = try_solution(world, kWalk, {50, 0.05, seed, 3});
    EXPECT_EQ(one.runs, three.runs);
    EXPECT_EQ(one.reached, three.reached);
  }
}

TEST(SolutionTrials, StopAfterTooManyMisses) {
  const MarbleWorld world = small_world(1);
  const std::vector<MoveId> to_and_fro{MoveId(0), MoveId(0)};
  ASSERT_FALSE(played(world, to_and_fro));
  SolutionTrials trials;
  EXPECT_EQ(try_solution(world, to_and_fro, trials).runs, 100);
  trials.most_misses = 6;
  const TrialCount count = try_solution(world, to_and_fro, trials);
  EXPECT_LT(count.runs, 100);
  EXPECT_GE(count.runs, 6);
  EXPECT_EQ(count.reached, 0);
}

}  // namespace
}  // namespace marblemaze
