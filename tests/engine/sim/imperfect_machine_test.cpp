// Tests actuator noise: a drive and a brake that are not exact (thesis 3.6 and 6.5).
#include <gtest/gtest.h>

#include "agent/analysis/ground_truth.h"
#include "engine/recording/recording.h"
#include "engine/recording/verification.h"
#include "engine/run/episode.h"
#include "engine/sim/actuator_noise.h"
#include "engine/sim/marble_world.h"
#include "maze/base/random.h"
#include "maze/world/snapshot.h"
#include "support/mazes.h"
#include "support/play.h"
#include "support/tilt_error.h"

namespace marblemaze {
namespace {

using testing::make_move;
using testing::settle;

PhysicsSettings imperfect(double variation = 0.02, double tolerance = 0.002, double growth = 0) {
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

/// Makes moves until one does not settle, at most 60, and calls `each` after every move.
template <class Each>
void wander(MarbleWorld& world, Each each) {
  Rng rng(3);
  for (int i = 0; i < 60; ++i) {
    if (make_move(world, MoveId(static_cast<int>(rng.below(3)))) != Motion::settled) {
      world.reset();
      settle(world);
    }
    each();
  }
}

TEST(MoveNoise, UsesTheFirstNumbersOfTheGenerator) {
  for (std::uint64_t stream = 0; stream < 1000; ++stream) {
    for (std::uint64_t number = 0; number < 3; ++number) {
      Rng rng(mixed_seed(stream, number));
      const MoveNoise move = move_noise(stream, number);
      ASSERT_EQ(move.turn_time, rng.between(-1, 1));
      glm::dvec2 tilt;
      do tilt = {rng.between(-1, 1), rng.between(-1, 1)};
      while (glm::dot(tilt, tilt) > 1);
      ASSERT_EQ(move.tilt, tilt);
    }
  }
}

TEST(MoveNoise, IsUniformIndependentAndRepeatable) {
  double sum = 0, squares = 0, tilt = 0;
  constexpr int kMoves = 4000;
  int equal = 0;
  for (std::uint64_t i = 0; i < kMoves; ++i) {
    const MoveNoise move = move_noise(7, i);
    EXPECT_EQ(move.turn_time, move_noise(7, i).turn_time);
    equal += move.turn_time == move_noise(8, i).turn_time;
    sum += move.turn_time;
    squares += move.turn_time * move.turn_time;
    tilt += glm::dot(move.tilt, move.tilt);
  }
  EXPECT_EQ(equal, 0);
  // A uniform number in [-1, 1) has a mean of 0 and a mean square of 1/3; a uniform point in the
  // unit disc has a mean square of 1/2. The tolerances are five standard errors.
  EXPECT_NEAR(sum / kMoves, 0, 5 * std::sqrt(1.0 / 3 / kMoves));
  EXPECT_NEAR(squares / kMoves, 1.0 / 3, 5 * std::sqrt(4.0 / 45 / kMoves));
  EXPECT_NEAR(tilt / kMoves, 0.5, 5 * std::sqrt(1.0 / 12 / kMoves));
}

TEST(ImperfectMachine, TiltsDoNotAccumulate) {
  for (const auto& [size, most] : {std::pair(3, 0.002), std::pair(6, 0.0005)}) {
    MarbleWorld world = cube(imperfect(0, 0.002, -2), size);
    double largest = 0;
    wander(world, [&] { largest = std::max(largest, testing::tilt_error(world)); });
    EXPECT_LE(largest, most + 1e-9);
    EXPECT_GT(largest, 0.8 * most) << "of sixty draws one is near the edge of the disc";
  }
}

TEST(ImperfectMachine, SmallMazesHaveTheToleranceOfThreeCells) {
  MarbleWorld world = cube(imperfect(0, 0.002, -8.5), 2);
  double largest = 0;
  wander(world, [&] { largest = std::max(largest, testing::tilt_error(world)); });
  EXPECT_LE(largest, 0.002 + 1e-9);
  EXPECT_GT(largest, 0.0016);
}

int ticks_of_a_turn(double variation, std::uint64_t stream) {
  MarbleWorld world = cube(imperfect(variation, 0), 3, stream);
  world.begin(MoveId(0));
  int ticks = 1;
  while (world.tick() != Motion::rolling) ++ticks;
  return ticks;
}

TEST(ImperfectMachine, VariesTheDurationOfTurns) {
  std::set<int> times;
  for (std::uint64_t stream = 0; stream < 20; ++stream) times.insert(ticks_of_a_turn(0.1, stream));
  EXPECT_GT(times.size(), 5U);
  EXPECT_LE(*times.rbegin(), 1.25 * *times.begin());
}

TEST(ImperfectMachine, VariesTheDurationByTheSetting) {
  const int exact = ticks_of_a_turn(0, 0);
  for (const double variation : {0.01, 0.1}) {
    double most = 0;
    for (std::uint64_t stream = 0; stream < 40; ++stream)
      most = std::max(
          most, std::abs(ticks_of_a_turn(variation, stream) / static_cast<double>(exact) - 1));
    EXPECT_GT(most, 0.7 * variation) << "forty draws come near the largest";
    EXPECT_LT(most, 1.3 * variation + 2.0 / exact);
  }
}

TEST(ImperfectMachine, AnExactCopyRepeatsTheNoise) {
  MarbleWorld world = cube(imperfect());
  const auto copy = world.clone();
  MarbleWorld restored = cube(imperfect(), 3, 99);
  ASSERT_TRUE(restored.load(world.save()));
  Rng rng(11);
  for (int i = 0; i < 30; ++i) {
    const MoveId move(static_cast<int>(rng.below(3)));
    const Motion ending = make_move(world, move);
    ASSERT_EQ(make_move(*copy, move), ending);
    ASSERT_EQ(make_move(restored, move), ending);
    ASSERT_EQ(copy->state_hash(), world.state_hash()) << "move " << i;
    ASSERT_EQ(restored.state_hash(), world.state_hash()) << "move " << i;
    if (ending != Motion::settled) break;
  }
}

TEST(ImperfectMachine, SnapshotsContainNoFutureNoise) {
  // Two worlds differ only in their future noise. Snapshots of both are equal in every stream, so a
  // snapshot contains no information about this noise.
  MarbleWorld one = cube(imperfect(), 3, 5);
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
  EXPECT_EQ(futures.size(), 50U) << "each stream draws otherwise";
  EXPECT_FALSE(futures.contains(hash_after_a_move(one)));
  EXPECT_FALSE(futures.contains(hash_after_a_move(*two)));
}

TEST(ImperfectMachine, IsExactIfBothSettingsAreZero) {
  EXPECT_TRUE(cube(imperfect(0, 0)).traits().deterministic);
  EXPECT_FALSE(cube(imperfect(0.02, 0)).traits().deterministic);
  EXPECT_FALSE(cube(imperfect(0, 0.001)).traits().deterministic);
  MarbleWorld one = cube(imperfect(0, 0), 3, 5), two = cube(imperfect(0, 0), 3, 6);
  for (int i = 0; i < 10; ++i) {
    if (make_move(one, MoveId(i % 3)) != make_move(two, MoveId(i % 3))) break;
    EXPECT_EQ(one.state_hash(), two.state_hash());
  }
}

RunSpec episode(std::uint64_t run) {
  RunSpec spec;
  spec.setup.maze = testing::random_maze(glm::ivec3(3), Layers::all, 4);
  spec.player.agent = "breadth-first";
  spec.setup.settings = imperfect(0.05, 0.003);
  spec.run = run;
  return spec;
}

TEST(ImperfectMachine, TheRunNumberDeterminesTheNoise) {
  const EpisodeResult first = Episode(episode(1)).run();
  EXPECT_EQ(Episode(episode(1)).run().ticks, first.ticks);
  EXPECT_NE(Episode(episode(2)).run().ticks, first.ticks);
}

TEST(ImperfectMachine, VerificationRepeatsTheNoise) {
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
