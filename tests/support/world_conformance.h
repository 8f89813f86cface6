#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "maze/base/random.h"
#include "maze/world/world.h"

/// Tests for the contract of maze/world/world.h. Every World must pass them:
///   TEST(MyWorld, FulfilsTheContractOfWorld) {
///     expect_world_conforms([] { return std::make_unique<MyWorld>(...); });
///   }
namespace marblemaze {

using WorldMaker = std::function<std::unique_ptr<World>()>;

namespace conformance {

/// Reads every state property twice, because queries must not change the world.
inline void expect_sound_state(const World& world) {
  const StateId state = world.state();
  EXPECT_GE(state.index, 0);
  EXPECT_LT(state.index, world.traits().state_bound);
  EXPECT_FALSE(world.describe(state).empty());
  const std::size_t moves = world.moves(state).size();
  for (std::size_t i = 0; i < moves; ++i) {
    const MoveId move = world.moves(state)[i];
    EXPECT_EQ(move.index, static_cast<int>(i)) << "moves are numbered from 0 in order";
    EXPECT_FALSE(world.describe(state, move).empty());
  }
  EXPECT_EQ(world.is_goal(state), world.is_goal(state));
  EXPECT_EQ(world.state(), state);
  EXPECT_EQ(world.moves(state).size(), moves);
  EXPECT_EQ(world.scene().has_value(), world.traits().has_poses);
}

struct Step {
  StateId from;
  MoveId move;
  Motion ending;
  StateId to;
  bool operator==(const Step&) const = default;
};

/// Makes a random walk. Stops early in a state without moves, or if a move ends in no state.
inline std::vector<Step> walk(World& world, int length, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<Step> steps;
  while (static_cast<int>(steps.size()) < length) {
    const StateId from = world.state();
    expect_sound_state(world);
    const auto moves = world.moves(from);
    if (moves.empty()) break;
    const MoveId move = moves[rng.uniform_int(moves.size())];
    const auto certain = world.rules()->certain_result(from, move);
    world.begin(move);
    const Motion ending = tick_to_rest(world);
    const bool balanced = ending == Motion::frozen && world.is_balanced(world.state());
    if (balanced) {
      EXPECT_FALSE(world.is_goal(world.state()));
    }
    const StateId to = ending == Motion::settled || balanced ? world.state() : StateId();
    if (certain && ending == Motion::settled) {
      EXPECT_EQ(*certain, to) << "a certain result did not happen";
    }
    steps.push_back({from, move, ending, to});
    if (!to.valid()) break;
  }
  return steps;
}

/// Checks that a new world continues identically from saved words, and that invalid words have no
/// effect.
inline void expect_saved_world_continues_alike(World& world, const WorldMaker& make, int length) {
  if (!world.at_rest()) return;
  std::vector<std::uint64_t> words = world.save();
  const auto other = make();
  ASSERT_TRUE(other->load(words));
  EXPECT_EQ(other->state_hash(), world.state_hash());
  words.push_back(~std::uint64_t{0});
  EXPECT_FALSE(other->load(words));
  EXPECT_EQ(other->state(), world.state());
  EXPECT_EQ(walk(*other, length, 78), walk(world, length, 78));
  EXPECT_EQ(other->state_hash(), world.state_hash());
}

/// Checks that copies and loaded worlds continue identically in the middle of a move.
inline void expect_moving_world_continues_alike(World& world, const WorldMaker& make) {
  if (!world.at_rest() || world.moves(world.state()).empty()) return;
  world.begin(world.moves(world.state())[0]);
  for (int ticks = 0; ticks < 400; ++ticks) {
    const auto copy = world.clone(), other = make();
    ASSERT_TRUE(other->load(world.save()));
    for (World* same : {copy.get(), other.get()}) {
      ASSERT_EQ(same->at_rest(), world.at_rest());
      ASSERT_EQ(same->state(), world.state());
      ASSERT_EQ(same->state_hash(), world.state_hash());
      static_cast<void>(same->tick());
    }
    const Motion motion = world.tick();
    ASSERT_EQ(copy->state_hash(), world.state_hash());
    ASSERT_EQ(other->save(), world.save());
    if (!in_progress(motion)) break;
  }
}

inline void expect_clone_continues_alike(World& world, int length) {
  const auto copy = world.clone();
  ASSERT_TRUE(copy);
  EXPECT_EQ(copy->state(), world.state());
  EXPECT_EQ(walk(*copy, length, 77), walk(world, length, 77));
}

}  // namespace conformance

inline void expect_world_conforms(const WorldMaker& make, int length = 25) {
  const auto world = make();
  const Traits traits = world->traits();
  EXPECT_FALSE(traits.name.empty());
  EXPECT_GT(traits.state_bound, 0);
  world->reset();
  if (tick_to_rest(*world) != Motion::settled) return;  // a marble may freeze at the start
  const StateId first = world->state();
  const auto steps = conformance::walk(*world, length, 1);
  world->reset();
  ASSERT_EQ(tick_to_rest(*world), Motion::settled);
  EXPECT_EQ(world->state(), first);
  if (traits.deterministic) {
    const auto twin = make();
    twin->reset();
    ASSERT_EQ(tick_to_rest(*twin), Motion::settled);
    EXPECT_EQ(conformance::walk(*twin, length, 1), steps);
  }
  conformance::expect_clone_continues_alike(*world, length);
  conformance::expect_saved_world_continues_alike(*world, make, length);
  conformance::expect_moving_world_continues_alike(*world, make);
}

}  // namespace marblemaze
