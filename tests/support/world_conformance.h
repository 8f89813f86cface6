#pragma once

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "maze/rng.h"
#include "maze/scene.h"
#include "maze/world.h"
#include "support/play.h"

namespace marblemaze::testing {

/// Plays random moves from the start; the states in which each ended, none where it froze, which
/// starts the world again.
inline std::vector<std::optional<StateId>> wander(World& world, int moves, std::uint64_t seed) {
  std::vector<std::optional<StateId>> states;
  Rng rng(seed);
  world.reset();
  EXPECT_EQ(settle(world), Motion::settled);
  for (int i = 0; i < moves; ++i) {
    const auto choices = world.moves(world.state());
    if (choices.empty()) break;
    const MoveId move = choices[rng.below(choices.size())];
    const auto certain = world.certain_result(world.state(), move);
    const Motion ending = make_move(world, move);
    if (ending == Motion::settled) {
      states.emplace_back(world.state());
      // What is certain must come true.
      if (certain) {
        EXPECT_EQ(*certain, world.state());
      }
      continue;
    }
    states.emplace_back();
    world.reset();
    EXPECT_EQ(settle(world), Motion::settled);
  }
  return states;
}

/// The contract of maze/world.h, for any World.
inline void check_world_contract(World& world, int moves) {
  const Traits traits = world.traits();
  EXPECT_FALSE(traits.name.empty());
  EXPECT_GT(traits.state_bound, 0);
  EXPECT_EQ(traits.posed, world.scene() != nullptr);

  world.reset();
  ASSERT_EQ(settle(world), Motion::settled);
  const StateId first = world.state();
  EXPECT_EQ(traits.cloneable, world.clone() != nullptr);
  const auto states = wander(world, moves, 17);
  for (const auto& state : states) {
    if (!state) continue;
    EXPECT_GE(state->index, 0);
    EXPECT_LT(state->index, traits.state_bound);
    EXPECT_FALSE(world.describe(*state).empty());
    for (MoveId move : world.moves(*state)) EXPECT_FALSE(world.describe(*state, move).empty());
  }
  if (traits.resettable) {
    world.reset();
    ASSERT_EQ(settle(world), Motion::settled);
    EXPECT_EQ(world.state(), first);
    if (traits.deterministic) {
      EXPECT_EQ(wander(world, moves, 17), states) << "the same moves end the same again";
    }
  }
  if (!traits.cloneable) return;
  world.reset();
  ASSERT_EQ(settle(world), Motion::settled);
  const auto copy = world.clone();
  ASSERT_NE(copy, nullptr);
  EXPECT_EQ(copy->state(), world.state());
  EXPECT_EQ(copy->tick(), world.tick()) << "a copy rests as the original does";
  Rng rng(5);
  for (int i = 0; i < moves; ++i) {
    const auto choices = world.moves(world.state());
    if (choices.empty()) break;
    const MoveId move = choices[rng.below(choices.size())];
    const Motion ending = make_move(world, move);
    ASSERT_EQ(make_move(*copy, move), ending) << "move " << i << " of a copy";
    if (ending != Motion::settled) break;
    ASSERT_EQ(copy->state(), world.state()) << "move " << i << " of a copy";
  }
}

}  // namespace marblemaze::testing
