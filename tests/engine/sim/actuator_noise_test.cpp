// Tests of actuator noise: the drive and the brake are not exact (thesis 3.6 and 6.5).
#include <cmath>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "engine/recording/recording.h"
#include "engine/recording/verification.h"
#include "engine/run/episode.h"
#include "engine/sim/marble_world.h"
#include "maze/base/random.h"
#include "maze/world/world.h"
#include "support/mazes.h"
#include "support/play.h"
#include "support/tilt_error.h"

namespace marblemaze {
namespace {

using testing::make_move;
using testing::settle;

PhysicsSettings noisy(double variation = 0.02, double tolerance = 0.002, double growth = 0) {
  PhysicsSettings settings;
  settings.drive.variation = variation;
  settings.drive.brake_tolerance = tolerance;
  settings.drive.brake_tolerance_growth = growth;
  return settings;
}

MarbleWorld cube(const PhysicsSettings& settings, int size = 3, std::uint64_t stream = 5) {
  MarbleWorld world(
      testing::random_maze(glm::ivec3(size), size > 2 ? Layers::outer : Layers::all, 6),
      ControlScheme::cube_8, settings);
  world.draw_from(stream);
  settle(world);
  return world;
}

TEST(ActuatorNoise, BrakeTiltsTheMazeUpToAToleranceThatDependsOnTheSize) {
  for (const auto& [size, tolerance] : {std::pair(3, 0.002), std::pair(6, 0.0005)}) {
    MarbleWorld world = cube(noisy(0, 0.002, -2), size);
    Rng rng(3);
    double largest = 0;
    for (int i = 0; i < 60; ++i) {
      if (make_move(world, MoveId(static_cast<int>(rng.uniform_int(3)))) != Motion::settled) {
        world.reset();
        settle(world);
      }
      largest = std::max(largest, testing::tilt_error(world));
    }
    EXPECT_LE(largest, tolerance + 1e-9);
    EXPECT_GT(largest, 0.8 * tolerance) << "one of 60 samples is close to the maximum";
  }
}

int ticks_of_a_turn(double variation, std::uint64_t stream) {
  MarbleWorld world = cube(noisy(variation, 0), 3, stream);
  world.begin(MoveId(0));
  int ticks = 1;
  while (world.tick() != Motion::rolling) ++ticks;
  return ticks;
}

TEST(ActuatorNoise, VariesTheDurationByTheSetting) {
  const int exact = ticks_of_a_turn(0, 0);
  for (const double variation : {0.01, 0.1}) {
    double most = 0;
    for (std::uint64_t stream = 0; stream < 40; ++stream)
      most = std::max(
          most, std::abs(ticks_of_a_turn(variation, stream) / static_cast<double>(exact) - 1));
    EXPECT_GT(most, 0.7 * variation) << "one of 40 samples is close to the maximum";
    EXPECT_LT(most, 1.3 * variation + 2.0 / exact);
  }
}

TEST(ActuatorNoise, RepeatsAfterAReset) {
  MarbleWorld world = cube(noisy());
  const auto play = [&] {
    std::vector<std::uint64_t> hashes;
    for (int move = 0; move < 3 && make_move(world, MoveId(move)) == Motion::settled; ++move)
      hashes.push_back(world.state_hash());
    return hashes;
  };
  const auto hashes = play();
  ASSERT_FALSE(hashes.empty());
  world.reset();
  settle(world);
  EXPECT_EQ(play(), hashes);
}

TEST(ActuatorNoise, SnapshotsContainNoFutureNoise) {
  // Two worlds differ only in their future noise. Snapshots of both worlds must behave equally in
  // every noise stream, so a snapshot contains no information about the future noise.
  MarbleWorld one = cube(noisy(), 3, 5);
  const auto two = one.clone();
  two->draw_from(6);
  const auto first = Snapshot::of(one), second = Snapshot::of(*two);
  const auto hash_after_a_move = [](World& world) {
    make_move(world, MoveId(1));
    return world.state_hash();
  };
  std::set<std::uint64_t> futures;
  for (std::uint64_t stream = 0; stream < 50; ++stream) {
    const auto mine = first->world(stream), yours = second->world(stream);
    const std::uint64_t future = hash_after_a_move(*mine);
    EXPECT_EQ(future, hash_after_a_move(*yours));
    futures.insert(future);
  }
  EXPECT_EQ(futures.size(), 50U) << "each stream has different noise";
  EXPECT_FALSE(futures.contains(hash_after_a_move(one)));
  EXPECT_FALSE(futures.contains(hash_after_a_move(*two)));
}

RunSpec episode(std::uint64_t run) {
  RunSpec spec;
  spec.setup.maze = testing::random_maze(glm::ivec3(3), Layers::all, 4);
  spec.player.agent = "breadth-first";
  spec.setup.settings = noisy(0.05, 0.003);
  spec.run = run;
  return spec;
}

TEST(ActuatorNoise, VerificationRepeatsTheNoiseOfTheRunNumber) {
  Episode played(episode(3));
  Recording recording;
  record(played, recording);
  played.run();
  EXPECT_TRUE(verify_recording(recording_bytes(recording), "run 3").verified());
  recording.spec.run = 4;
  EXPECT_TRUE(verify_recording(recording_bytes(recording), "run 4").first_difference);
}

}  // namespace
}  // namespace marblemaze
