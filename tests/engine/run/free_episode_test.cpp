#include "engine/run/free_episode.h"

#include <cmath>

#include <gmock/gmock.h>

#include "agent/control/free_controller.h"
#include "maze/base/errors.h"
#include "maze/base/hash.h"
#include "support/mazes.h"

namespace marblemaze {
namespace {

using ::testing::HasSubstr;

EpisodeSpec spec_of(int side, Layers layers, std::uint64_t seed, const char* controller = "cem") {
  return {.setup = setup_in(testing::random_maze(glm::ivec3(side), layers, seed)),
          .player = {.agent = controller},
          .free = FreeGoal{}};
}

int solved(const char* controller, int side, Layers layers, bool rest, int mazes) {
  int solved = 0;
  for (int seed = 1; seed <= mazes; ++seed) {
    EpisodeSpec spec = spec_of(side, layers, static_cast<std::uint64_t>(seed), controller);
    spec.free->rest = rest;
    solved += FreeEpisode(spec).run().outcome == Outcome::solved;
  }
  return solved;
}

// Planned in imagination, played in Bullet, the mount with noise.
TEST(FreeEpisode, TheSearchSolvesNearlyAll5x5x5MazesWithinAMinute) {
  EXPECT_GE(solved("cem", 5, Layers::outer, false, 20), 19);
}

TEST(FreeEpisode, TheSearchBringsTheMarbleToRestInNearlyAllTargets) {
  EXPECT_GE(solved("cem", 3, Layers::all, true, 20), 18);
}

TEST(FreeEpisode, TheFloorControllerSolvesMostSmallMazes) {
  EXPECT_GE(solved("floor", 3, Layers::outer, false, 20), 10);
}

/// Of all states on the way.
std::uint64_t played(FreeEpisode& episode) {
  Hash hash;
  while (episode.tick()) hash.add(episode.world().state_hash());
  return hash.value();
}

TEST(FreeEpisode, TheSameSpecificationGivesTheSameRunAndAnotherRunHasOtherNoise) {
  FreeEpisode one(spec_of(3, Layers::all, 5)), same(spec_of(3, Layers::all, 5));
  EpisodeSpec other_spec = spec_of(3, Layers::all, 5);
  other_spec.run = 2;
  FreeEpisode other(other_spec);
  const std::uint64_t hash = played(one);
  EXPECT_EQ(played(same), hash);
  EXPECT_NE(played(other), hash);
  EXPECT_EQ(one.result().ticks, same.result().ticks);
  EXPECT_EQ(one.result().effort_s, same.result().effort_s);
}

TEST(FreeEpisode, EndsWhereItIsSolvedOrItsTimeIsUpAndCountsWishes) {
  EpisodeSpec spec = spec_of(5, Layers::outer, 1);
  spec.free->limit_s = 0.5;
  FreeEpisode capped(spec);
  EXPECT_EQ(capped.run().outcome, Outcome::capped);
  EXPECT_EQ(capped.result().ticks, 60);
  EXPECT_EQ(capped.result().counters.moves, 8);  // at ticks 0, 8, ..., 56
  EXPECT_LE(capped.result().effort_s, 0.5 + 1e-9);
  EXPECT_FALSE(capped.tick());

  FreeEpisode touching(spec_of(3, Layers::all, 3));
  EXPECT_EQ(touching.run().outcome, Outcome::solved);
  EXPECT_TRUE(touching.world().reached());
  EpisodeSpec to_rest = spec_of(3, Layers::all, 3);
  to_rest.free->rest = true;
  FreeEpisode resting(to_rest);
  EXPECT_EQ(resting.run().outcome, Outcome::solved);
  EXPECT_TRUE(resting.world().rests());
  EXPECT_GT(resting.result().ticks, touching.result().ticks);
}

TEST(FreeEpisode, EveryWishComesWithAReason) {
  for (const FreeControllerEntry& controller : free_controllers().built_in()) {
    FreeEpisode episode(spec_of(3, Layers::outer, 2, controller.name.data()));
    int told = 0;
    episode.watch({.on_wish = [&](const FreeChoice& choice) {
      ++told;
      EXPECT_FALSE(choice.reason.empty());
    }});
    EXPECT_EQ(episode.run().counters.moves, told);
  }
}

TEST(FreeEpisode, AMarbleOutsideTheMazeIsToldAsAFault) {
  EpisodeSpec spec = spec_of(3, Layers::all, 1);
  // Walls so thin and a mount so fast that the marble gets through them: only here.
  spec.setup.settings.mount = {1e7, 1e9};
  FreeEpisode episode(spec);
  const EpisodeResult result = episode.run();
  EXPECT_EQ(to_string(result.outcome), "escaped");
  EXPECT_TRUE(is_fault(result.outcome));
  EXPECT_EQ(result.fault, "the marble is outside the maze");
}

/// Wishes for no number, after so many wishes that are.
class GoesAstray final : public FreeController {
 public:
  explicit GoesAstray(int good) : good_(good) {}
  FreeChoice decide(const FreeState&) override {
    return {{0, good_-- > 0 ? 1.0 : std::nan(""), 0}, "turns on"};
  }

 private:
  int good_;
};

TEST(FreeEpisode, AWishThatIsNoNumberEndsTheRunAndIsToldAsTheControllersFault) {
  EpisodeSpec spec = spec_of(3, Layers::all, 1, "astray");
  FreeEpisode episode(spec, [](const FreeTask&) { return std::make_unique<GoesAstray>(3); });
  int ends = 0;
  episode.watch({.on_end = [&] { ++ends; }});
  const EpisodeResult result = episode.run();
  EXPECT_EQ(result.outcome, Outcome::nonsense);
  EXPECT_EQ(result.fault, "its wish is no number");
  EXPECT_EQ(result.counters.moves, 3);
  EXPECT_EQ(result.ticks, 3 * kWishTicks);
  EXPECT_EQ(ends, 1);
}

TEST(FreeEpisode, AWorldThatCannotTurnFreelyIsRefused) {
  EpisodeSpec spec = spec_of(3, Layers::all, 1);
  spec.setup.kind = "predicted";
  try {
    FreeEpisode episode(spec);
    FAIL();
  } catch (const BadInput& error) {
    EXPECT_THAT(error.what(), HasSubstr("'predicted'"));
    EXPECT_THAT(error.what(), HasSubstr("bullet or imagined"));
  }
}

}  // namespace
}  // namespace marblemaze
