#include "engine/run/episode.h"

#include <gtest/gtest.h>

#include "engine/recording/recording.h"
#include "engine/recording/verification.h"
#include "engine/run/families/world_registry.h"
#include "engine/sim/marble_world.h"
#include "support/mazes.h"

namespace marblemaze {
namespace {

RunSpec spec_of(std::uint64_t seed, const std::string& agent = "complete-solution-prediction",
                ControlScheme control = ControlScheme::cube_8) {
  RunSpec spec;
  spec.setup.maze = testing::random_maze(glm::ivec3(3), Layers::all, seed);
  spec.player.agent = agent;
  spec.setup.control = control;
  return spec;
}

bool same(const MoveRecord& a, const MoveRecord& b) {
  return a.number == b.number && a.from == b.from && a.move == b.move && a.to == b.to &&
         a.ending == b.ending && a.accelerating_ticks == b.accelerating_ticks &&
         a.decelerating_ticks == b.decelerating_ticks && a.waiting_ticks == b.waiting_ticks;
}

void expect_same_moves(const EpisodeResult& a, const EpisodeResult& b) {
  EXPECT_EQ(a.outcome, b.outcome);
  EXPECT_EQ(a.ticks, b.ticks);
  ASSERT_EQ(a.played.size(), b.played.size());
  for (std::size_t i = 0; i < a.played.size(); ++i)
    EXPECT_TRUE(same(a.played[i], b.played[i])) << i;
}

TEST(Recovery, HasNoEffectUntilTheMarbleFreezesAndCanBeRequestedLater) {
  int froze = 0, recovered = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    RunSpec spec = spec_of(seed, "breadth-first");
    Episode late(spec);
    Recording recording;
    record(late, recording);
    const EpisodeResult without = late.run();
    spec.player.recovery = true;
    const EpisodeResult with = Episode(spec).run();
    EXPECT_NE(with.outcome, Outcome::frozen) << "seed " << seed;
    if (without.outcome != Outcome::frozen) {
      expect_same_moves(without, with);
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
    expect_same_moves(with, late.result());
    EXPECT_TRUE(recording.spec.player.recovery);
    EXPECT_TRUE(verify_recording(recording_bytes(recording), "late").same()) << "seed " << seed;
    ++recovered;
  }
  EXPECT_GT(froze, 0);
  EXPECT_GT(recovered, 0);
}

TEST(Episode, DoesNotDependOnHowItsTicksAreGrouped) {
  Episode whole(spec_of(3, "breadth-first")), pieces(spec_of(3, "breadth-first"));
  std::vector<std::uint64_t> at_moves[2];
  const auto watch = [](Episode& episode, std::vector<std::uint64_t>& hashes) {
    const auto* world = dynamic_cast<const MarbleWorld*>(&episode.world());
    episode.watch({.on_move = [world, &hashes](const MoveRecord&) {
      hashes.push_back(world->state_hash());
    }});
  };
  watch(whole, at_moves[0]);
  watch(pieces, at_moves[1]);
  const EpisodeResult result = whole.run();
  // Ticks like a viewer, with zero to six ticks per frame, and interleaves another episode.
  Episode other(spec_of(4, "depth-first"));
  for (int frame = 0; pieces.outcome() == Outcome::running; ++frame)
    for (int i = 0; i < frame % 7; ++i) {
      pieces.tick();
      other.tick();
    }
  EXPECT_EQ(pieces.outcome(), result.outcome);
  EXPECT_EQ(pieces.ticks(), result.ticks);
  EXPECT_EQ(pieces.counters(), result.counters);
  EXPECT_EQ(at_moves[0], at_moves[1]);
}

TEST(Episode, CompletePredictionIsExactInThePredictedWorld) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    RunSpec spec = spec_of(seed);
    spec.setup.kind = "predicted";
    const EpisodeResult result = Episode(spec).run();
    EXPECT_TRUE(result.outcome == Outcome::solved || result.outcome == Outcome::unsolvable);
    EXPECT_EQ(result.counters.predicted_right, result.counters.predicted_total);
    EXPECT_EQ(result.counters.unrepeatable, 0);
  }
}

TEST(Episode, CountsSwitchesOfTheSchemeSeparately) {
  int switched = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    RunSpec spec = spec_of(seed, "breadth-first");
    spec.scheme_switch = SchemeSwitch{ControlScheme::cube_24, 3};
    Episode episode(spec);
    const EpisodeResult result = episode.run();
    if (result.switches == 0) continue;  // the run ended before its third move
    ++switched;
    EXPECT_EQ(episode.control(), ControlScheme::cube_24);
    ASSERT_GE(result.played.size(), 3u);
    EXPECT_EQ(result.played[2].number, 0) << "the switch follows two moves and is not a move";
    EXPECT_EQ(result.counters.moves + result.switches, static_cast<int>(result.played.size()));
  }
  EXPECT_GT(switched, 0);
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
  Episode episode(spec_of(1, "breadth-first"));
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

TEST(Episode, AgentLearnsFromTheUsersMoves) {
  RunSpec spec = spec_of(1, "breadth-first");
  spec.player.by_hand = true;
  Episode episode(spec);
  std::vector<std::string> rules;
  episode.watch({.on_decision = [&](const Decision& d) { rules.push_back(d.rule); }});
  while (episode.tick()) {
  }
  ASSERT_TRUE(episode.waits_for_user());
  EXPECT_FALSE(episode.choose(MoveId(3))) << "not a move with 8 orientations";
  ASSERT_TRUE(episode.choose(MoveId(1)));
  EXPECT_FALSE(episode.waits_for_user());
  while (episode.tick()) {
  }
  EXPECT_EQ(episode.counters().moves, 1);
  ASSERT_EQ(episode.result().played.size(), 1u);
  EXPECT_EQ(episode.result().played[0].move, MoveId(1));
  episode.set_by_hand(false);
  EXPECT_GE(episode.run().counters.moves, 1);
  EXPECT_EQ(rules.front(), "chosen by hand");
}

}  // namespace
}  // namespace marblemaze
