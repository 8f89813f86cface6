#include "engine/sim/marble_world.h"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/sim/batch_rollout.h"
#include "engine/sim/drives.h"
#include "engine/sim/marble_model.h"
#include "engine/sim/marble_world_kinds.h"
#include "maze/base/random.h"
#include "support/mazes.h"
#include "support/physics_variants.h"
#include "support/play.h"
#include "support/world_conformance.h"

namespace marblemaze {
namespace {

using ::testing::ElementsAre;
using testing::make_move;
using testing::PhysicsVariant;
using testing::settle;

class MarbleWorldOf : public ::testing::TestWithParam<PhysicsVariant> {};

TEST_P(MarbleWorldOf, FulfilsTheContractOfWorld) {
  const int moves = GetParam().collision == Collision::compound ? 20 : 60;
  const auto conforms = [&](glm::ivec3 dims, Layers layers, ControlScheme control) {
    const auto maze = testing::random_maze(dims, layers, 5);
    const PhysicsSettings settings = without_noise(GetParam().settings());
    const auto make = [&] {
      return std::make_unique<MarbleWorld>(maze, control, settings, *GetParam().kind);
    };
    expect_world_conforms(make, moves);
  };
  conforms(glm::ivec3(3), Layers::all, ControlScheme::cube_8);
  conforms(glm::ivec3(3), Layers::outer, ControlScheme::cube_24);
  conforms({4, 3, 1}, Layers::flat, ControlScheme::flat_4);
}

INSTANTIATE_TEST_SUITE_P(All, MarbleWorldOf, ::testing::ValuesIn(testing::physics_variants()),
                         [](const auto& variant) { return name_of(variant.param); });

TEST(MarbleWorld, PlaysTheThesisExampleInBullet) {
  MarbleWorld world(testing::cremer_4x4(), ControlScheme::flat_4, without_noise());
  ASSERT_EQ(settle(world), Motion::settled);
  std::vector<int> visited;
  for (int move : {0, 0, 1, 1, 1, 1}) {
    if (make_move(world, MoveId(move)) != Motion::settled) break;
    visited.push_back(cell_number(world.scheme().cell(world.state())));
  }
  EXPECT_THAT(visited, ElementsAre(3, 12, 4, 4, 14, 16));
  EXPECT_TRUE(world.is_goal(world.state()));
}

TEST(MarbleWorld, SwitchesSchemesWithinTheCorner) {
  MarbleWorld world(testing::random_maze(glm::ivec3(3), Layers::all, 11), ControlScheme::cube_8,
                    without_noise());
  settle(world);
  make_move(world, MoveId(2));
  const int corner = world.scheme().corner(world.scheme().orientation(world.state()));
  const CellId cell = world.scheme().cell(world.state());
  EXPECT_FALSE(world.begin_switch(ControlScheme::cube_8)) << "already the current scheme";
  for (const int none : {4, 0, -8, 9, 1 << 30})
    EXPECT_FALSE(world.begin_switch(ControlScheme{none})) << none << " is not a scheme of a cube";
  EXPECT_TRUE(world.at_rest()) << "a rejected switch has no effect";
  ASSERT_TRUE(world.begin_switch(ControlScheme::cube_24));
  Motion motion = world.tick();
  while (motion != Motion::settled && motion != Motion::frozen) motion = world.tick();
  ASSERT_EQ(motion, Motion::settled);
  EXPECT_EQ(world.scheme().orientations(), 24);
  EXPECT_EQ(world.scheme().corner(world.scheme().orientation(world.state())), corner);
  EXPECT_EQ(world.scheme().cell(world.state()), cell);
}

TEST(MarbleWorld, TurnsBlockedByTheMarbleTimeOut) {
  PhysicsSettings heavy;
  heavy.nature.maze_mass_ratio = 1;
  heavy.rest.move_time_limit = 20;
  MarbleWorld world(testing::random_maze(glm::ivec3(3), Layers::all, 1), ControlScheme::cube_8,
                    heavy);
  Motion motion = settle(world);
  for (int i = 0; i < 20 && motion == Motion::settled; ++i)
    motion = make_move(world, MoveId(i % 3));
  EXPECT_EQ(motion, Motion::overdue);
}

TEST(HingeDrive, ArrivesAtTheBrakesSpeedWithinATickOfTheTarget) {
  for (const double sweep : {0.2, 0.7, 1.23, 1.57})
    for (const double turn_time : {0.5, 0.98, 1.8, 6.0}) {
      const HingeDrive drive{sweep, turn_time, 0.42, 1500, 1.0 / 120};
      double angle = 0, rate = 0;
      bool arrived = false;
      // The drive turns a free rotor. As in Bullet, the rate changes before the angle.
      for (int tick = 0; tick < 100000 && !arrived; ++tick) {
        rate += drive.torque(angle, rate) / drive.inertia * drive.step;
        angle += rate * drive.step;
        arrived = drive.past_half(angle) && drive.arrived(angle, rate);
      }
      EXPECT_NEAR(angle, sweep, std::max(0.42, rate) * drive.step) << sweep;
      // If a turn is too slow to reach the brake speed, the drive accelerates over the whole sweep
      // and arrives with v² = 2 (4 sweep / T²) sweep.
      const double fastest = std::sqrt(8.0) * sweep / turn_time;
      EXPECT_NEAR(rate, std::min(0.42, fastest), 0.05) << sweep << " in " << turn_time;
    }
}

// ---- comparison of Collision::grid and the fast physics with Collision::compound, the reference

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
      const MoveId move(static_cast<int>(rng.uniform_int(walker.moves(walker.state()).size())));
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
