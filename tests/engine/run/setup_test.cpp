#include "engine/run/setup.h"

#include <gtest/gtest.h>

#include "engine/run/families/world_registry.h"
#include "tests/support/mazes.h"

namespace marblemaze {
namespace {

TEST(Setup, HasTheDefaultSchemeOfItsMaze) {
  EXPECT_EQ(setup_in(testing::random_maze(glm::ivec3(3), Layers::all, 1)).control,
            ControlScheme::cube_8);
  EXPECT_EQ(setup_in(testing::random_maze(glm::ivec3(4, 4, 1), Layers::flat, 1)).control,
            ControlScheme::flat_4);
  EXPECT_EQ(
      setup_in(testing::random_maze(glm::ivec3(3), Layers::all, 1), ControlScheme::cube_24).control,
      ControlScheme::cube_24);
}

TEST(Setup, UnderAnotherSchemeHasOtherMoves) {
  const auto eight = setup_in(testing::random_maze(glm::ivec3(3), Layers::all, 1));
  const auto other = eight.with(ControlScheme::cube_24);
  EXPECT_EQ(other.maze, eight.maze);
  EXPECT_EQ(other.scheme()->orientations(), 24);
  EXPECT_EQ(other.advice().control, ControlScheme::cube_24);
  EXPECT_NE(other.identity(), eight.identity());
}

TEST(Setup, OfALogicMazeFollowsItsText) {
  for (const WorldEntry& entry : world_registry()) {
    if (entry.marble) continue;
    const auto from_seed = entry.setup(3).world();
    const auto from_text =
        entry.board ? board_environment(parse_jump_maze(entry.text(3)), entry.board->u_turns).world
                    : lamps_environment(parse_four_bit_maze(entry.text(3))).world;
    for (World* world : {from_seed.get(), from_text.get()}) static_cast<void>(tick_to_rest(*world));
    EXPECT_EQ(from_text->state_hash(), from_seed->state_hash()) << entry.name;
    EXPECT_EQ(from_text->moves(from_text->state()).size(),
              from_seed->moves(from_seed->state()).size())
        << entry.name;
    EXPECT_NE(entry.setup(3).identity(), entry.setup(0).identity()) << entry.name;
    EXPECT_EQ(entry.setup(3).advice().seed, 3u);
  }
}

#ifndef NDEBUG
TEST(SetupDeathTest, NeedsAMazeOrAFamily) {
  EXPECT_DEATH(static_cast<void>(marblemaze::Setup{}.world()), "maze");
  EXPECT_DEATH(static_cast<void>(world_entry("jump").setup(1).scheme()), "maze");
}
#endif

}  // namespace
}  // namespace marblemaze
