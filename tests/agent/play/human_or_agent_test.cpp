#include "agent/play/human_or_agent.h"

#include <gtest/gtest.h>

#include "agent/belief/world_advice.h"
#include "maze/puzzles/four_bit_maze.h"

namespace marblemaze {
namespace {

const StateId kStart{FourBitMaze::kStart};

HumanOrAgent player_of_lamps() {
  HumanOrAgent player("breadth-first");
  player.add_scheme(ControlScheme::none, four_bit_advice());
  player.use_scheme(ControlScheme::none);
  player.start(kStart);
  return player;
}

TEST(HumanOrAgent, WaitsForAPersonAndTakesEachChoiceOnce) {
  HumanOrAgent player = player_of_lamps();
  player.by_hand = true;
  EXPECT_EQ(player.decide({kStart, nullptr}).answer, Answer::thinking);
  player.chosen = MoveId(2);
  const Decision decision = player.decide({kStart, nullptr});
  ASSERT_EQ(decision.moves.size(), 1u);
  EXPECT_EQ(decision.moves[0].move, MoveId(2));
  EXPECT_FALSE(player.chosen);
  EXPECT_EQ(player.decide({kStart, nullptr}).answer, Answer::thinking);
}

TEST(HumanOrAgent, KeepsKnowledgePerSchemeAndAddsUpTheCounters) {
  HumanOrAgent player = player_of_lamps();
  player.observe({kStart, MoveId(0), StateId(14), Motion::settled});
  player.add_scheme(ControlScheme::cube_8, four_bit_advice());
  player.use_scheme(ControlScheme::cube_8);
  player.start(StateId(14));
  EXPECT_FALSE(player.knowledge().graph().knows(kStart));
  player.observe({StateId(14), MoveId(1), StateId(12), Motion::settled});
  EXPECT_EQ(player.counters().moves, 2);
  player.use_scheme(ControlScheme::none);
  EXPECT_TRUE(player.knowledge().graph().knows(kStart));
  EXPECT_EQ(player.knowledge(ControlScheme::cube_24), nullptr);
}

}  // namespace
}  // namespace marblemaze
