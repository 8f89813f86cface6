// Tests continuous control by hand: commands, clock, best times and levels.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/recording/recording.h"
#include "engine/recording/verification.h"
#include "maze/base/file_io.h"
#include "maze/grid/generator.h"
#include "render/session/session.h"
#include "tests/support/own_settings.h"
#include "tests/support/temporary_folder.h"

namespace marblemaze {
namespace {

using marblemaze::testing::OwnSettings;
using marblemaze::testing::TemporaryFolder;
using ::testing::HasSubstr;

constexpr TiltLimits kLimits{1.2, 1.5};

RunSpec by_hand() {
  RunSpec spec;
  spec.setup.maze = std::make_shared<const Maze>(generate_kruskal({3, 3, 3}, Layers::all, 5));
  spec.player.by_hand = true;
  return spec;
}

void play(Session& runs, double seconds) {
  for (int frame = 0; frame < 60 * seconds; ++frame) runs.frame(1.0 / 60, 0);
}

double degrees_between(const glm::dquat& a, const glm::dquat& b) {
  return glm::degrees(2 * std::acos(std::min(1.0, std::abs(glm::dot(a, b)))));
}

TEST(FreeHand, AsksForNothingUntilItActsAndWhenItHasLetGo) {
  FreeHand hand;
  const glm::dquat now(1, 0, 0, 0);
  EXPECT_TRUE(hand.idle());
  hand.drag({0.3, 0, 0}, now);
  EXPECT_FALSE(hand.idle());
  EXPECT_GT(hand.command(now, kLimits).x, 0.2);
  hand.let_go();
  EXPECT_TRUE(hand.idle());
  EXPECT_EQ(hand.command(now, kLimits), glm::dvec3(0));
}

TEST(FreeHand, SpeaksOfTheMazesAxesWhereverItIsTurned) {
  FreeHand hand;
  const glm::dquat quarter = glm::angleAxis(glm::half_pi<double>(), glm::dvec3(0, 0, 1));
  hand.push({1, 0, 0});  // x of the world is -y of the maze in this orientation
  EXPECT_NEAR(glm::distance(hand.command(quarter, kLimits), glm::dvec3(0, -1, 0)), 0, 1e-12);
}

TEST(FreeHand, SlipsWhereTheMazeCannotFollow) {
  FreeHand hand;
  const glm::dquat now(1, 0, 0, 0);
  for (int i = 0; i < 100; ++i) hand.drag({0.1, 0, 0}, now);
  const glm::dquat behind = glm::angleAxis(1.0, glm::dvec3(1, 0, 0));
  EXPECT_LT(glm::length(hand.command(behind, kLimits)), 0.2) << "a radian ahead at most";
}

TEST(FreeRunByHand, TheMazeComesToWhereItIsDraggedAndStandsThere) {
  Session runs(by_hand());
  static_cast<void>(runs.turn_freely(true));
  const glm::dquat before = runs.run().attitude();
  runs.marble().drag({0, 0, 0.6});
  play(runs, 3);
  EXPECT_NEAR(degrees_between(before, runs.run().attitude()), glm::degrees(0.6), 3);
  const glm::dquat there = runs.run().attitude();
  runs.run().hand.let_go();
  play(runs, 1);
  EXPECT_NEAR(degrees_between(there, runs.run().attitude()), 0, 1);
}

TEST(FreeRunByHand, TheClockStartsWithTheHandAndNotBefore) {
  Session runs(by_hand());
  static_cast<void>(runs.turn_freely(true));
  play(runs, 2);
  EXPECT_EQ(runs.run().ticks(), 0);
  runs.marble().push({0, 0.5, 0});
  runs.marble().push({0, 0, 0});
  play(runs, 1);
  EXPECT_EQ(runs.run().ticks(), 0) << "nothing was asked for when a command was due";
  runs.marble().push({0, 0.5, 0});
  play(runs, 1);
  EXPECT_NEAR(runs.run().seconds(), 1, 0.05);
  runs.marble().push({0, 0, 0});
  play(runs, 1);
  EXPECT_NEAR(runs.run().seconds(), 2, 0.05) << "once begun it goes on";
}

TEST(FreeRunByHand, TheHandActsInTheNewestMomentAtTheUsualSpeed) {
  Session runs(by_hand());
  static_cast<void>(runs.turn_freely(true));
  runs.marble().push({0, 0.5, 0});
  play(runs, 2);
  runs.marble().jump(60);
  runs.marble().pause();
  runs.marble().set_speed(0.1);
  runs.marble().push({0, -0.5, 0});
  EXPECT_EQ(runs.marble().done(), runs.marble().length());
  EXPECT_TRUE(runs.marble().playing());
  EXPECT_EQ(runs.marble().speed(), 1) << "no time is won in slow motion";
}

TEST(FreeRunByHand, ARunByHandIsSavedAndPassesVerification) {
  const TemporaryFolder folder;
  Session runs(by_hand());
  static_cast<void>(runs.turn_freely(true));
  for (const glm::dvec3 push : {glm::dvec3(1, 0, 0), glm::dvec3(0, 1, 0), glm::dvec3(-1, 0.3, 0)}) {
    runs.marble().push(push);
    play(runs, 1);
  }
  const auto path = folder.path() / "own.rec";
  static_cast<void>(runs.save_run(path));
  const Recording kept = load_recording(path);
  EXPECT_EQ(kept.spec.agent(), kByHand);
  const Verification found = verify_recording(read_text_file(path), "own.rec");
  EXPECT_TRUE(found.same()) << found.difference;
  EXPECT_FALSE(found.verified()) << "nobody knows whose hand it was, and that is said";
  Session again(kept);
  EXPECT_EQ(again.run().player(), kByHand);
  again.restart();
  EXPECT_TRUE(again.run().is_steered()) << "who played by hand plays again";
}

// Repeats by hand the commands of a tilt policy in the same maze.
void follow(Session& session, const std::vector<RecordedCommand>& commands) {
  for (const RecordedCommand& command : commands) {
    session.marble().push(session.run().attitude() * shares_of(command.steps));
    session.frame(kCommandTicks / 120.0, 0);
    if (session.run().ended()) return;
  }
}

TEST(FreeRunByHand, TheBestTimeOfAMazeThatWasSolvedIsKeptFromOneStartToTheNext) {
  const OwnSettings settings;
  Episode episode({.setup = by_hand().setup, .tilt = TiltSpec{.policy = "floor"}});
  Recording made;
  record(episode, made);
  ASSERT_EQ(episode.run().outcome, Outcome::solved);
  Session session(by_hand());
  session.load_progress();
  session.act(&Session::turn_freely, true);
  const std::string key = time_key(session.run());
  follow(session, made.commands);
  ASSERT_EQ(session.run().outcome(), Outcome::solved);
  session.frame(0.1, 0);
  EXPECT_TRUE(session.shows_end());
  EXPECT_EQ(session.run().seconds(), episode.seconds()) << "as the controller: the same bits";
  EXPECT_EQ(Progress(Progress::usual_file()).time(key), episode.seconds());
  Progress progress(Progress::usual_file());
  progress.add_time(key, 1000);
  EXPECT_EQ(progress.time(key), episode.seconds()) << "a slower one changes nothing";
}

TEST(FreeRunByHand, NoTimeCountsOfARecordingAnAgentOrOtherPhysics) {
  Session runs(by_hand());
  EXPECT_EQ(time_key(runs.run()), "") << "in moves";
  static_cast<void>(runs.turn_freely(true));
  EXPECT_NE(time_key(runs.run()), "");
  static_cast<void>(runs.use_agent("floor"));
  EXPECT_EQ(time_key(runs.run()), "");
  RunSpec easy = by_hand();
  easy.setup.settings.nature.gravity *= 0.5;
  easy.tilt = TiltSpec{};
  runs.start(easy);
  ASSERT_TRUE(runs.run().is_steered());
  EXPECT_EQ(time_key(runs.run()), "");
}

TEST(FreeLevels, EachCanBeSolved) {
  ASSERT_GE(free_levels().size(), 6u);
  for (const FreeLevel& level : free_levels()) {
    Episode episode(
        {.setup = setup_in(level.maze, std::nullopt), .tilt = TiltSpec{.policy = "cem"}});
    EXPECT_EQ(episode.run().outcome, Outcome::solved) << level.name;
  }
}

TEST(FreeLevels, OneFollowsTheOtherAndTheLastIsFollowedByTheFirst) {
  Session session(by_hand());
  session.act(&Session::start_free_level, 0);
  EXPECT_TRUE(session.steers());
  for (std::size_t i = 1; i <= free_levels().size(); ++i) {
    session.act(&Session::next_maze);
    EXPECT_EQ(free_level_of(session.run()), i % free_levels().size());
  }
  session.act(&Session::new_maze);
  EXPECT_EQ(free_level_of(session.run()), std::nullopt);
}

TEST(FreeRunByHand, AHintSaysWhyThereIsNone) {
  Session session(by_hand());
  session.act(&Session::turn_freely, true);
  EXPECT_FALSE(session.act(&Session::give_hint));
  EXPECT_THAT(session.message(), HasSubstr("turned freely"));
}

}  // namespace
}  // namespace marblemaze
