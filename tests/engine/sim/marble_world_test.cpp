#include "engine/sim/marble_world.h"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/sim/drives.h"
#include "engine/sim/marble_model.h"
#include "engine/sim/marble_worlds.h"
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

class MarbleWorldOf : public ::testing::TestWithParam<PhysicsVariant> {
 protected:
  [[nodiscard]] std::unique_ptr<MarbleWorld> fresh_world(std::shared_ptr<const Maze> maze,
                                                         ControlScheme control) const {
    return std::make_unique<MarbleWorld>(std::move(maze), control,
                                         without_noise(GetParam().settings()), *GetParam().kind);
  }
  [[nodiscard]] MarbleWorld world(std::shared_ptr<const Maze> maze, ControlScheme control) const {
    return std::move(*fresh_world(std::move(maze), control));
  }
};

TEST_P(MarbleWorldOf, FulfilsTheContractOfWorld) {
  const int moves = GetParam().collision == Collision::compound ? 20 : 60;
  const auto conforms = [&](glm::ivec3 dims, Layers layers, ControlScheme control) {
    const auto maze = testing::random_maze(dims, layers, 5);
    expect_world_conforms([&] { return fresh_world(maze, control); }, moves);
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
  const auto maze = testing::random_maze(glm::ivec3(3), Layers::all, 1);
  for (const MarbleWorldKind& physics : physics_kinds()) {
    MarbleWorld world(maze, ControlScheme::cube_8, heavy, physics);
    ASSERT_EQ(tick_to_rest(world), Motion::settled);
    Motion motion = Motion::settled;
    for (int i = 0; i < 20 && motion == Motion::settled; ++i) {
      world.begin(MoveId(i % 3));
      motion = tick_to_rest(world);
    }
    EXPECT_EQ(motion, &physics == &bullet_physics() ? Motion::overdue : motion);
  }
}

struct Arrival {
  double angle, rate;
};

/// Simulates the drive on a free rotor. The integrator updates the rate before the angle, as in
/// Bullet.
Arrival turn(const HingeDrive& drive) {
  Arrival arrival{0, 0};
  for (int tick = 0; tick < 100000; ++tick) {
    arrival.rate += drive.torque(arrival.angle, arrival.rate) / drive.inertia * drive.step;
    arrival.angle += arrival.rate * drive.step;
    if (drive.past_half(arrival.angle) && drive.arrived(arrival.angle, arrival.rate)) break;
  }
  return arrival;
}

TEST(HingeDrive, ArrivesAtTheBrakesSpeedWithinATickOfTheTarget) {
  for (const double sweep : {0.2, 0.7, 1.23, 1.57})
    for (const double turn_time : {0.5, 0.98, 1.8, 6.0}) {
      const HingeDrive drive{sweep, turn_time, 0.42, 1500, 1.0 / 120};
      const Arrival arrival = turn(drive);
      EXPECT_NEAR(arrival.angle, sweep, std::max(0.42, arrival.rate) * drive.step) << sweep;
      // If a turn is too slow to reach the brake speed, the drive accelerates over the whole sweep
      // and arrives with v² = 2 (4 sweep / T²) sweep.
      const double fastest = std::sqrt(8.0) * sweep / turn_time;
      EXPECT_NEAR(arrival.rate, std::min(0.42, fastest), 0.05) << sweep << " in " << turn_time;
    }
}

}  // namespace
}  // namespace marblemaze
