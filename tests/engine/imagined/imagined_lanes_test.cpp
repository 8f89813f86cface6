#include "engine/imagined/imagined_lanes.h"

#include <gtest/gtest.h>

#include "engine/rollouts/trial_model.h"
#include "maze/base/rng.h"
#include "tests/support/mazes.h"
#include "tests/support/play.h"

namespace marblemaze {
namespace {

std::unique_ptr<MarbleWorld> displaced(const MarbleWorld& prototype, glm::dvec3 offset) {
  auto world = prototype.placed_in(prototype.state(), 0);
  world->displace(offset);
  return world;
}

void expect_equal(const PhysicsState& a, const PhysicsState& b) {
  EXPECT_EQ(a.maze.rotation, b.maze.rotation);
  EXPECT_EQ(a.marble.position, b.marble.position);
  EXPECT_EQ(a.marble.velocity, b.marble.velocity);
  EXPECT_EQ(a.marble.angular_velocity, b.marble.angular_velocity);
}

TEST(ImaginedLanes, MarblesSideBySideEndToTheBitWhereEachWouldAlone) {
  for (const int orientations : {8, 24}) {
    Rng rng(3);
    const auto maze = testing::random_maze(glm::ivec3(5), Layers::outer, 4);
    MarbleWorld prototype(maze, orientations, {}, imagined_physics());
    tick_to_rest(prototype);
    std::vector<std::unique_ptr<MarbleWorld>> together, alone;
    for (int i = 0; i < 11; ++i) {
      const glm::dvec3 offset{rng.between(-0.01, 0.01), rng.between(-0.01, 0.01),
                              rng.between(-0.01, 0.01)};
      together.push_back(displaced(prototype, offset));
      alone.push_back(displaced(prototype, offset));
    }
    for (int move = 0; move < 12; ++move) {
      const MoveId chosen(static_cast<int>(rng.below(3)));
      const std::vector<Motion> endings = batch_rollout(together, chosen);
      for (std::size_t i = 0; i < alone.size(); ++i) {
        ASSERT_EQ(endings[i], play_move(*alone[i], chosen));
        ASSERT_EQ(together[i]->ticks(), alone[i]->ticks());
        expect_equal(together[i]->physics().state(), alone[i]->physics().state());
        if (endings[i] == Motion::settled) continue;
        for (MarbleWorld* world : {together[i].get(), alone[i].get()}) {
          world->reset();
          tick_to_rest(*world);
        }
      }
    }
  }
}

TEST(ImaginedLanes, WorldsInBulletKeepTheirOwnSteps) {
  const auto maze = testing::random_maze(glm::ivec3(3), Layers::all, 4);
  std::vector<std::unique_ptr<MarbleWorld>> together;
  together.push_back(std::make_unique<MarbleWorld>(maze, 8, PhysicsSettings{}, real_physics()));
  together.push_back(std::make_unique<MarbleWorld>(maze, 8, PhysicsSettings{}, imagined_physics()));
  for (const auto& world : together) tick_to_rest(*world);
  const auto bullet = together[0]->clone(), imagined = together[1]->clone();
  const std::vector<Motion> endings = batch_rollout(together, MoveId(0));
  EXPECT_EQ(endings[0], testing::make_move(*bullet, MoveId(0)));
  EXPECT_EQ(endings[1], testing::make_move(*imagined, MoveId(0)));
  EXPECT_EQ(together[0]->state_hash(), bullet->state_hash());
  EXPECT_EQ(together[1]->state_hash(), imagined->state_hash());
}

}  // namespace
}  // namespace marblemaze
