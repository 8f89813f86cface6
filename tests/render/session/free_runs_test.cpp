// Tests runs under continuous control, live and recorded.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/recording/recording.h"
#include "maze/base/errors.h"
#include "maze/grid/generator.h"
#include "render/session/run_words.h"
#include "render/session/session.h"
#include "render/session/timeline_marks.h"

namespace marblemaze {
namespace {

using ::testing::HasSubstr;

RunSpec any_maze() {
  RunSpec spec;
  spec.setup.maze = std::make_shared<const Maze>(generate_kruskal({3, 3, 3}, Layers::all, 5));
  return spec;
}

RunSpec turned_by(const std::string& policy, bool rest = false) {
  return {.setup = any_maze().setup, .tilt = TiltSpec{.policy = policy, .rest = rest}};
}

Recording played(const std::string& controller, bool rest = false) {
  Episode episode(turned_by(controller, rest));
  Recording made;
  record(episode, made);
  static_cast<void>(episode.run());
  return made;
}

TEST(FreeRun, ARecordingNamesItsControllerAndWhatItHeadedFor) {
  Session runs(played("cem"));
  EXPECT_EQ(runs.agent(), "cem");
  runs.marble().jump(1e9);
  const auto marks = move_marks(runs.run());
  ASSERT_FALSE(marks.empty());
  EXPECT_THAT(marks.front().words, HasSubstr("cell"));
  EXPECT_EQ(marks.front().begin, 0);
  EXPECT_EQ(marks.back().end, runs.run().ticks());
  EXPECT_FALSE(runs.marble().graph()) << "no states are explored";
}

TEST(FreeRun, AnEndIsToldInSecondsAndSaysWhichGoalItHad) {
  for (const bool rest : {false, true}) {
    const MarbleRun run(played("cem", rest));
    ASSERT_EQ(run.outcome(), Outcome::solved);
    const RunNews news = news_of(run);
    EXPECT_EQ(news.headline, fmt::format("Solved in {:.1f} s", run.seconds()));
    EXPECT_THAT(news.detail, HasSubstr(rest ? "rests in the target" : "reached the target"));
  }
}

TEST(FreeRun, AFailureOfAControllerIsNotToldAsTheLimitOfTime) {
  Recording failed = played("floor");
  failed.outcome = Outcome::timed_out;
  const RunNews news = news_of(MarbleRun(failed));
  EXPECT_THAT(news.headline, HasSubstr("The controller failed after"));
  EXPECT_EQ(news.detail, "timed-out");
}

TEST(FreeRun, AWatchedRunIsTheRunThatTablesHave) {
  const Recording alone = played("floor");
  Session runs(any_maze());
  runs.start(turned_by("floor"));
  while (!runs.marble().over()) runs.frame(1.0 / 60, 0);
  EXPECT_EQ(recording_bytes(runs.run().recording()), recording_bytes(alone));
}

TEST(FreeRun, TheNextMazeAndTheSameAgainAreTurnedFreelyToo) {
  Session runs(any_maze());
  runs.start(turned_by("floor", true));
  runs.make_seed(6);
  EXPECT_EQ(runs.seed(), 6u);
  EXPECT_TRUE(runs.run().turns_freely());
  EXPECT_EQ(runs.agent(), "floor");
  runs.restart();
  EXPECT_TRUE(runs.run().recording().spec.tilt->rest);
  static_cast<void>(runs.use_agent("cem"));
  EXPECT_EQ(runs.agent(), "cem");
  EXPECT_THROW(static_cast<void>(runs.use_agent("bfs")), BadInput);
  EXPECT_EQ(runs.agent(), "cem") << "what cannot be changes nothing";
}

TEST(FreeRun, ARecordingStartsAgainAsARunOfItsController) {
  Session runs(played("floor", true));
  runs.restart();
  EXPECT_FALSE(runs.run().is_recording());
  EXPECT_EQ(runs.agent(), "floor");
  EXPECT_TRUE(runs.run().recording().spec.tilt->rest);
}

TEST(FreeRun, StepsFromCommandToCommand) {
  Session runs(played("floor"));
  runs.marble().step_moves(1);
  runs.marble().step_moves(1);
  EXPECT_EQ(runs.marble().done(), 2 * kCommandTicks);
  runs.marble().step_moves(-1);
  EXPECT_EQ(runs.marble().done(), kCommandTicks);
}

TEST(FreeRun, LessonsAndLevelsAreMadeOfMoves) {
  Session session(any_maze());
  session.act(&Session::turn_freely, true);
  EXPECT_TRUE(session.run().turns_freely());
  session.act(&Session::start_level, 0);
  EXPECT_FALSE(session.run().turns_freely());
}

TEST(FreeRun, BackInMovesItIsPlayedByWhomItWasBefore) {
  Session session(any_maze());
  for (const bool by_hand : {false, true}) {
    session.act(&Session::play_by_hand, by_hand);
    session.act(&Session::turn_freely, true);
    EXPECT_TRUE(session.by_hand());
    session.act(&Session::turn_freely, false);
    EXPECT_EQ(session.by_hand(), by_hand);
    EXPECT_TRUE(session.run().live());
  }
}

TEST(FreeRun, WhatIsOfMovesIsRefusedInWords) {
  Session session(any_maze());
  session.start(turned_by("floor"));
  session.act(&Session::choose, MoveId(0));
  EXPECT_THAT(session.message(), HasSubstr("turned freely"));
  EXPECT_FALSE(session.act(&Session::set_scheme, ControlScheme::cube_24));
}

TEST(FreeRun, ATurnIsSaidAsItIsSeen) {
  const Camera camera{.yaw_rad = 0, .pitch_rad = 0};  // looks from +x, with +y to the right
  EXPECT_THAT(turn_words({0, 0, 0}, camera), HasSubstr("still"));
  EXPECT_THAT(turn_words({-0.5, 0, 0}, camera), HasSubstr("tips right, at 50 %"));
  EXPECT_THAT(turn_words({0, -1, 0}, camera), HasSubstr("tips away"));
  EXPECT_THAT(turn_words({0, 0, 1}, camera), HasSubstr("upright"));
}

}  // namespace
}  // namespace marblemaze
