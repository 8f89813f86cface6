#include "render/session/levels.h"

#include <set>

#include <gmock/gmock.h>

#include "agent/analysis/ground_truth.h"
#include "maze/base/errors.h"
#include "maze/files/maze_file.h"
#include "render/session/workbench.h"

namespace marblemaze {
namespace {

using ::testing::HasSubstr;

std::unique_ptr<Workbench> player_of(std::size_t number) {
  auto bench = std::make_unique<Workbench>(level_spec(levels()[0]));
  bench->ask({Act::start_level, static_cast<int>(number)});
  return bench;
}

void wait_for_turn(Workbench& bench) {
  bench.marble().time.set_speed(100);
  bench.marble().time.play();
  const auto at_end = [&] {
    return bench.marble().time.position() >= static_cast<double>(bench.run().ticks());
  };
  for (int i = 0; i < 1000; ++i) {
    bench.frame(0.1, 0);
    if ((bench.run().waits_for_person() || bench.run().ended()) && at_end()) return;
  }
  FAIL() << "the marble never rests";
}

void make(Workbench& bench, MoveId move) {
  wait_for_turn(bench);
  bench.ask({Act::choose_move, move.index});
  wait_for_turn(bench);
}

TEST(Levels, AreTwelveFromEasyToHardWithDifferentMazes) {
  ASSERT_EQ(levels().size(), 12u);
  std::set<std::string> keys, names;
  for (const Level& level : levels()) keys.insert(level.key), names.insert(level.name);
  EXPECT_EQ(keys.size(), levels().size());
  EXPECT_EQ(names.size(), levels().size());
  EXPECT_LE(levels().front().best(), 4);
  EXPECT_GE(levels().back().best(), 25);
}

TEST(Levels, EachIsSolvedByTheMovesOfItsCertificateAndByThemOnlyAtTheirEnd) {
  for (const Level& level : levels()) {
    Episode episode(level_spec(level));
    for (const MoveId move : level.solution) {
      while (!episode.waits_for_person()) ASSERT_TRUE(episode.tick()) << level.name;
      ASSERT_TRUE(episode.choose(move)) << level.name;
    }
    while (episode.tick()) {
    }
    EXPECT_EQ(episode.outcome(), Outcome::solved) << level.name;
    EXPECT_EQ(episode.moves(), level.best()) << level.name;
  }
}

// By trying every move in exact copies of the world, which is no part of what made the levels.
TEST(Levels, NoSolutionOfTheEasyOnesIsShorterThanTheirBest) {
  for (const Level& level : levels().first(6)) {
    const GroundTruth truth = find_ground_truth(*level_spec(level).setup.world());
    EXPECT_TRUE(truth.complete) << level.name;
    EXPECT_EQ(static_cast<int>(truth.solution.size()), level.best()) << level.name;
  }
}

TEST(Levels, GiveThreeStarsForTheBestTwoForHalfMoreAndAtMostTwoWithAHint) {
  Level level;
  level.solution.assign(5, MoveId(0));
  EXPECT_EQ(stars_for(level, 5, false), 3);
  EXPECT_EQ(stars_for(level, 5, true), 2);
  EXPECT_EQ(stars_for(level, 6, false), 2);
  EXPECT_EQ(stars_for(level, 7, false), 2);
  EXPECT_EQ(stars_for(level, 8, false), 1);
  EXPECT_EQ(stars_for(level, 8, true), 1);
}

TEST(Levels, AMazeWithoutACertificateIsNone) {
  EXPECT_THROW(static_cast<void>(level_from_json(to_json(*levels()[0].maze))), BadInput);
}

TEST(LevelGame, ThreeStarsComeWithTheBestSolutionAndAreKept) {
  const auto bench = player_of(1);
  for (const MoveId move : levels()[1].solution) {
    EXPECT_FALSE(bench->guides().level().result());
    make(*bench, move);
  }
  ASSERT_TRUE(bench->guides().level().result());
  EXPECT_EQ(bench->guides().level().result()->stars, 3);
  EXPECT_TRUE(bench->guides().level().result()->record);
  EXPECT_EQ(bench->guides().progress().best(levels()[1]), (Progress::Best{3, levels()[1].best()}));
  bench->ask({Act::restart});
  EXPECT_FALSE(bench->guides().level().result());
  bench->ask({Act::next_maze});
  EXPECT_EQ(bench->guides().level().number(), 2u);
}

TEST(LevelGame, HintsLeadToTheTargetAndCostTheThirdStar) {
  const auto bench = player_of(3);
  for (int i = 0; i < levels()[3].best(); ++i) {
    wait_for_turn(*bench);
    bench->ask({Act::hint});
    ASSERT_TRUE(bench->hint()) << bench->message();
    EXPECT_THAT(bench->message(), HasSubstr("tried in this very maze"));
    make(*bench, *bench->hint());
    EXPECT_FALSE(bench->hint()) << "it was about the move before";
    EXPECT_FALSE(bench->message().starts_with("Hint:")) << "so were its words";
  }
  ASSERT_TRUE(bench->guides().level().result());
  EXPECT_EQ(bench->guides().level().result()->stars, 2);
  EXPECT_EQ(bench->guides().level().hints(), levels()[3].best());
}

TEST(LevelGame, AHintKnowsAWayOffTheSolutionToo) {
  const auto bench = player_of(3);
  const Level& level = levels()[3];
  make(*bench, MoveId(level.solution[0].index == 0 ? 1 : 0));
  for (int i = 0; i < 3 * level.best() && !bench->guides().level().result(); ++i) {
    wait_for_turn(*bench);
    bench->ask({Act::hint});
    ASSERT_TRUE(bench->hint()) << bench->message();
    make(*bench, *bench->hint());
  }
  ASSERT_TRUE(bench->guides().level().result()) << "hints lead to the target from there, too";
  EXPECT_LT(bench->guides().level().result()->stars, 3);
}

TEST(LevelGame, AnAgentThatHelpsBringsNoStars) {
  const auto bench = player_of(0);
  wait_for_turn(*bench);
  bench->ask({Act::play_by_hand, 0});
  wait_for_turn(*bench);
  EXPECT_EQ(bench->run().outcome(), Outcome::solved);
  EXPECT_FALSE(bench->guides().level().result());
}

TEST(LevelGame, AnotherMazeEndsTheLevelAndBringsTheUsualPhysicsBack) {
  RunSpec usual = level_spec(levels()[0]);
  usual.setup.settings = PhysicsSettings();
  usual.player.by_hand = false;
  Workbench bench(usual);
  bench.ask({Act::start_level, 0});
  bench.ask({Act::start_level, 1});
  EXPECT_EQ(bench.run().spec().setup.settings, exact_machine());
  bench.panels.request = {3, Layers::all, 5};
  bench.ask({Act::new_maze});
  EXPECT_FALSE(bench.guides().level().open());
  EXPECT_EQ(bench.run().spec().setup.settings, PhysicsSettings());
  EXPECT_FALSE(bench.run().spec().player.by_hand);
}

TEST(Hints, OutsideOfLevelsAreWhatThePathPredictorBelieves) {
  RunSpec spec = level_spec(levels()[3]);
  Workbench bench(spec);
  wait_for_turn(bench);
  bench.ask({Act::hint});
  ASSERT_TRUE(bench.hint());
  EXPECT_THAT(bench.message(), HasSubstr("predictor believes"));
  EXPECT_THAT(bench.message(),
              ::testing::MatchesRegex(".*the target is ([0-9]+ moves|1 move) away.*"));
}

TEST(Hints, AreRefusedWhileTheMarbleRollsOrAnAgentPlays) {
  const auto bench = player_of(0);
  bench->ask({Act::hint});
  EXPECT_THAT(bench->message(), HasSubstr("still rolls"));
  bench->ask({Act::play_by_hand, 0});
  bench->ask({Act::hint});
  EXPECT_THAT(bench->message(), HasSubstr("agent is playing"));
  EXPECT_EQ(bench->guides().level().hints(), 0);
}

TEST(Hints, OfALogicMazeAreOnAShortestWay) {
  Workbench bench(level_spec(levels()[0]));
  for (const char* family : {"four-bit", "jump"}) {
    LogicSpec spec;
    spec.family = family;
    spec.seed = 3;
    bench.play_logic(spec);
    const int best = *bench.game()->fewest_moves(bench.game()->first_state());
    for (int i = 0; i < best; ++i) {
      bench.shown().to_newest();
      bench.ask({Act::hint});
      ASSERT_TRUE(bench.hint()) << family << ": " << bench.message();
      bench.ask({Act::choose_move, bench.hint()->index});
    }
    EXPECT_EQ(bench.game()->outcome(), Outcome::solved) << family;
  }
}

TEST(MovePreview, ShowsTheWayTheEndAndTheTurnWhereTheMarbleRests) {
  const auto bench = player_of(3);
  wait_for_turn(*bench);
  const Frame before = bench->shown().frames().front();
  EXPECT_TRUE(before.guessed_path.empty());
  EXPECT_FALSE(before.turned_from);
  EXPECT_FALSE(before.ghost);
  bench->ask({Act::preview_move, 1});
  const Frame shown = bench->shown().frames().front();
  // The ghost stands as the maze will: the next up vector is vertical.
  ASSERT_TRUE(shown.ghost);
  const glm::dvec3 up = *shown.ghost * shown.scheme->up(*shown.orientation);
  EXPECT_LT(glm::length(glm::normalize(up) - glm::dvec3(0, 0, 1)), 0.01);
  EXPECT_FALSE(shown.guessed_path.empty());
  EXPECT_EQ(shown.turned_from, before.orientation);
  EXPECT_NE(shown.orientation, before.orientation);
  EXPECT_TRUE(bench->look_now().turn_vectors);
  bench->frame(0.03, 0);
  EXPECT_TRUE(bench->shown().frames().front().guessed_path.empty()) << "only while it is hovered";
  EXPECT_FALSE(bench->look_now().turn_vectors);
}

}  // namespace
}  // namespace marblemaze
