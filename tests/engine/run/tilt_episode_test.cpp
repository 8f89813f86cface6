#include <cmath>

#include <gmock/gmock.h>

#include "agent/tilt/tilt_policy.h"
#include "engine/run/episode.h"
#include "support/mazes.h"

namespace marblemaze {
namespace {

RunSpec spec_of(int side, Layers layers, std::uint64_t seed, const char* policy = "cem") {
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
      RunSpec spec = spec_of(c.side, c.layers, seed, c.policy);
      spec.tilt->rest = c.rest;
      solved += Episode(spec).run().outcome == Outcome::solved;
    }
    EXPECT_GE(solved, c.solved) << c.policy << " " << c.side;
  }
}

TEST(TiltEpisode, EndsWhenSolvedOrTruncatedAndCountsCommands) {
  RunSpec spec = spec_of(5, Layers::outer, 1);
  spec.tilt->limit_s = 0.5;
  Episode capped(spec);
  EXPECT_EQ(capped.run().outcome, Outcome::capped);
  EXPECT_EQ(capped.result().ticks, 60);
  EXPECT_EQ(capped.result().counters.moves, 8);  // at ticks 0, 8, ..., 56
  EXPECT_LE(capped.result().effort_s, 0.5 + 1e-9);
  EXPECT_FALSE(capped.tick());

  Episode touching(spec_of(3, Layers::all, 3));
  EXPECT_EQ(touching.run().outcome, Outcome::solved);
  EXPECT_TRUE(touching.tilted().reached());
  RunSpec to_rest = spec_of(3, Layers::all, 3);
  to_rest.tilt->rest = true;
  Episode resting(to_rest);
  EXPECT_EQ(resting.run().outcome, Outcome::solved);
  EXPECT_TRUE(resting.tilted().rests());
  EXPECT_GT(resting.result().ticks, touching.result().ticks);
}

TEST(TiltEpisode, MarbleOutsideTheMazeIsAFault) {
  RunSpec spec = spec_of(3, Layers::all, 1);
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
  RunSpec spec = spec_of(3, Layers::all, 1, "astray");
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
