// Compares Collision::grid and the fast physics with Collision::compound, the reference.
#include <gtest/gtest.h>

#include "engine/sim/batch_rollout.h"
#include "engine/sim/marble_world.h"
#include "maze/base/random.h"
#include "support/mazes.h"

namespace marblemaze {
namespace {

PhysicsSettings compound_settings() {
  PhysicsSettings settings = without_noise();
  settings.solver.collision = Collision::compound;
  return settings;
}

/// Plays 200 random moves in four mazes. Returns the percentage of moves that have the same result
/// as in the reference: the same final state, or a frozen marble in both.
double agreement(const MarbleWorldKind& physics) {
  int same = 0;
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    const auto maze = testing::random_maze(glm::ivec3(3), Layers::all, seed);
    MarbleWorld reference(maze, ControlScheme::cube_8, compound_settings()),
        fast(maze, ControlScheme::cube_8, without_noise(), physics),
        walker(maze, ControlScheme::cube_8, without_noise());
    Rng rng(seed);
    static_cast<void>(tick_to_rest(walker));
    for (int i = 0; i < 50; ++i) {
      const MoveId move(static_cast<int>(rng.below(walker.moves(walker.state()).size())));
      for (MarbleWorld* world : {&reference, &fast}) {
        world->place(walker.state());
        world->displace(walker.marble_in_maze() - world->marble_in_maze());
      }
      const Motion expected = play_move(reference, move), motion = play_move(fast, move);
      same +=
          motion == expected && (motion != Motion::settled || fast.state() == reference.state());
      if (play_move(walker, move) == Motion::settled) continue;
      walker.reset();
      static_cast<void>(tick_to_rest(walker));
    }
  }
  return same / 2.0;
}

// Unrelated results would agree in about every third move.
TEST(Agreement, TheGridAgreesWithBulletsWholePipeline) {
  EXPECT_GE(agreement(bullet_physics()), 98);
}

TEST(Agreement, TheFastPhysicsNearlyAlwaysAgreesWithBullet) {
  EXPECT_GE(agreement(fast_physics()), 95);
}

}  // namespace
}  // namespace marblemaze
