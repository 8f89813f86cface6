// What a second opinion owes to whoever asks for it. Closed forms are in the suite of all back
// ends, tests/engine/world/physics_backends_test.cpp.
#include <thread>

#include <gtest/gtest.h>

#include "engine/rollouts/trial_model.h"
#include "engine/world/marble_world.h"
#include "maze/base/rng.h"
#include "support/mazes.h"

namespace marblemaze {
namespace {

struct Compared {
  int moves = 0, same = 0;
};

/// Random moves in Bullet, each of which is also made in ODE from the same settled state.
Compared compare_moves(std::uint64_t seed, int moves) {
  const auto maze = testing::random_maze(glm::ivec3(3), Layers::all, seed);
  MarbleWorld bullet(maze, 8, exact_machine()), ode(maze, 8, exact_machine(), *second_opinion());
  Rng rng(seed);
  Compared compared;
  static_cast<void>(tick_to_rest(bullet));
  for (int i = 0; i < moves; ++i) {
    const MoveId move(static_cast<int>(rng.below(bullet.moves(bullet.state()).size())));
    ode.rest_like(bullet);
    const Motion theirs = play_move(ode, move), ours = play_move(bullet, move);
    ++compared.moves;
    compared.same += theirs == ours && (ours != Motion::settled || ode.state() == bullet.state());
    if (ours == Motion::settled) continue;
    bullet.reset();
    static_cast<void>(tick_to_rest(bullet));
  }
  return compared;
}

TEST(OdeOpinion, EndsNearlyAllSingleMovesWhereBulletDoes) {
  Compared all;
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    const Compared one = compare_moves(seed, 50);
    all.moves += one.moves;
    all.same += one.same;
  }
  // The thesis's physics is deterministic but for sensitive moves; engines that compute another
  // marble would agree in about every third move.
  EXPECT_GT(all.same, all.moves * 9 / 10);
}

std::vector<std::uint64_t> hashes_of_a_walk() {
  MarbleWorld world(testing::random_maze(glm::ivec3(3), Layers::all, 5), 8, {}, *second_opinion());
  std::vector<std::uint64_t> hashes;
  for (int i = 0; i < 60; ++i) {
    if (tick_to_rest(world) != Motion::settled) world.reset();
    hashes.push_back(world.state_hash());
    if (world.at_rest()) world.begin(MoveId(i % 3));
  }
  return hashes;
}

TEST(OdeOpinion, IsTheSameTwiceAndOnSeveralThreadsAtOnce) {
  const std::vector<std::uint64_t> alone = hashes_of_a_walk();
  std::vector<std::vector<std::uint64_t>> together(4);
  std::vector<std::thread> threads;
  for (auto& hashes : together) threads.emplace_back([&hashes] { hashes = hashes_of_a_walk(); });
  for (std::thread& thread : threads) thread.join();
  for (const auto& hashes : together) EXPECT_EQ(hashes, alone);
}

}  // namespace
}  // namespace marblemaze
