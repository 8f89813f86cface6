#include "engine/run/episode.h"

#include <cmath>

#include <gtest/gtest.h>

#include "agent/tilt/tilt_policy.h"
#include "engine/recording/recording.h"
#include "engine/recording/verification.h"
#include "support/mazes.h"

namespace marblemaze {
namespace {

RunSpec breadth_first_run(std::uint64_t seed) {
  RunSpec spec;
  spec.setup.maze = testing::random_maze(glm::ivec3(3), Layers::all, seed);
  spec.player.agent = "breadth-first";
  return spec;
}

bool same(const MoveRecord& a, const MoveRecord& b) {
  return a.number == b.number && a.from == b.from && a.move == b.move && a.to == b.to &&
         a.ending == b.ending && a.accelerating_ticks == b.accelerating_ticks &&
         a.decelerating_ticks == b.decelerating_ticks && a.waiting_ticks == b.waiting_ticks;
}

TEST(Recovery, HasNoEffectUntilTheMarbleFreezesAndCanBeRequestedLater) {
  int froze = 0, recovered = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    RunSpec spec = breadth_first_run(seed);
    Episode late(spec);
    Recording recording;
    record(late, recording);
    const EpisodeResult without = late.run();
    spec.player.recovery = true;
    const EpisodeResult with = Episode(spec).run();
    EXPECT_NE(with.outcome, Outcome::frozen) << "seed " << seed;
    if (without.outcome != Outcome::frozen) {
      EXPECT_EQ(without.ticks, with.ticks) << "seed " << seed;
      EXPECT_EQ(without.counters, with.counters);
      continue;
    }
    ++froze;
    ASSERT_GE(with.played.size(), without.played.size());
    for (std::size_t i = 0; i + 1 < without.played.size(); ++i)
      EXPECT_TRUE(same(without.played[i], with.played[i])) << "seed " << seed << " move " << i;
    if (!late.can_recover()) continue;
    late.recover();
    EXPECT_EQ(recording.outcome, Outcome::running);
    late.run();
    EXPECT_EQ(with.ticks, late.result().ticks) << "seed " << seed;
    EXPECT_EQ(with.counters.moves, late.result().counters.moves);
    EXPECT_TRUE(recording.spec.player.recovery);
    EXPECT_TRUE(verify_recording(recording_bytes(recording), "late").same()) << "seed " << seed;
    ++recovered;
  }
  EXPECT_GT(froze, 0);
  EXPECT_GT(recovered, 0);
}

/// Ticks until the episode is in the phase STABLE after at least this number of moves. Returns
/// false if the run ends first.
bool tick_to_stable(Episode& episode, int moves) {
  do episode.tick();
  while (episode.outcome() == Outcome::running &&
         !(episode.phase() == Phase::stable && episode.moves() >= moves));
  return episode.outcome() == Outcome::running;
}

TEST(Episode, ASecondSwitchDuringATurnFollowsTheFirst) {
  Episode episode(breadth_first_run(1));
  ASSERT_TRUE(tick_to_stable(episode, 0));
  episode.switch_scheme(ControlScheme::cube_24);
  while (episode.phase() != Phase::decelerating) episode.tick();
  episode.switch_scheme(ControlScheme::cube_8);
  ASSERT_TRUE(tick_to_stable(episode, 0));
  EXPECT_EQ(episode.control(), ControlScheme::cube_24);
  EXPECT_TRUE(episode.knowledge().graph().knows(episode.world().state()));
  ASSERT_TRUE(tick_to_stable(episode, 0));
  EXPECT_EQ(episode.control(), ControlScheme::cube_8);
  EXPECT_EQ(episode.result().switches, 2);
  EXPECT_TRUE(episode.knowledge().graph().knows(episode.world().state()));
}

// ---- continuous control

RunSpec tilt_run(int side, Layers layers, std::uint64_t seed, const char* policy = "cem") {
  return {.setup = setup_in(testing::random_maze(glm::ivec3(side), layers, seed)),
          .tilt = TiltSpec{.policy = policy}};
}

// The policies plan with the fast physics, but their commands are executed in Bullet with platform
// noise.
TEST(TiltEpisode, PoliciesSolveMostMazesWithinAMinute) {
  struct Case {
    const char* policy;
    int side;
    Layers layers;
    bool rest;
    int solved;  // minimum number of 20 mazes
  };
  for (const Case& c :
       {Case{"cem", 5, Layers::outer, false, 19}, Case{"cem", 3, Layers::all, true, 18},
        Case{"floor", 3, Layers::outer, false, 10}}) {
    int solved = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      RunSpec spec = tilt_run(c.side, c.layers, seed, c.policy);
      spec.tilt->rest = c.rest;
      solved += Episode(spec).run().outcome == Outcome::solved;
    }
    EXPECT_GE(solved, c.solved) << c.policy << " " << c.side;
  }
}

TEST(TiltEpisode, EndsWhenSolvedOrTruncatedAndCountsCommands) {
  RunSpec spec = tilt_run(5, Layers::outer, 1);
  spec.tilt->limit_s = 0.5;
  Episode capped(spec);
  EXPECT_EQ(capped.run().outcome, Outcome::capped);
  EXPECT_EQ(capped.result().ticks, 60);
  EXPECT_EQ(capped.result().counters.moves, 8);  // at ticks 0, 8, ..., 56
  EXPECT_LE(capped.result().effort_s, 0.5 + 1e-9);
  EXPECT_FALSE(capped.tick());

  Episode touching(tilt_run(3, Layers::all, 3));
  EXPECT_EQ(touching.run().outcome, Outcome::solved);
  EXPECT_TRUE(touching.tilt_world().reached());
  RunSpec to_rest = tilt_run(3, Layers::all, 3);
  to_rest.tilt->rest = true;
  Episode resting(to_rest);
  EXPECT_EQ(resting.run().outcome, Outcome::solved);
  EXPECT_TRUE(resting.tilt_world().is_at_rest_in_target());
  EXPECT_GT(resting.result().ticks, touching.result().ticks);
}

TEST(TiltEpisode, MarbleOutsideTheMazeIsAFault) {
  RunSpec spec = tilt_run(3, Layers::all, 1);
  // The platform is so fast that the marble passes through a wall.
  spec.setup.settings.platform = {1e7, 1e9};
  Episode episode(spec);
  const EpisodeResult result = episode.run();
  EXPECT_EQ(to_string(result.outcome), "escaped");
  EXPECT_TRUE(is_fault(result.outcome));
  EXPECT_EQ(result.fault, "the marble is outside the maze");
}

/// Tilt policy that returns NaN after a number of valid commands.
class GoesAstray final : public TiltPolicy {
 public:
  explicit GoesAstray(int good) : good_(good) {}
  TiltChoice decide(const TiltState&) override {
    return {{0, good_-- > 0 ? 1.0 : std::nan(""), 0}, "turns on"};
  }

 private:
  int good_;
};

TEST(TiltEpisode, NanCommandIsAFaultOfThePolicy) {
  RunSpec spec = tilt_run(3, Layers::all, 1, "astray");
  Episode episode(spec, [](const TiltTask&) { return std::make_unique<GoesAstray>(3); });
  int ends = 0;
  episode.watch({.on_end = [&] { ++ends; }});
  const EpisodeResult result = episode.run();
  EXPECT_EQ(result.outcome, Outcome::nonsense);
  EXPECT_EQ(result.fault, "its command is not a number");
  EXPECT_EQ(result.counters.moves, 3);
  EXPECT_EQ(result.ticks, 3 * kCommandTicks);
  EXPECT_EQ(ends, 1);
}

}  // namespace
}  // namespace marblemaze
