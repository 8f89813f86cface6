// Tests live and recorded runs under continuous control.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "engine/recording/verification.h"
#include "maze/base/file_io.h"
#include "render/session/run_text.h"
#include "tests/render/session/runs.h"
#include "tests/support/environment_variable.h"

namespace marblemaze {
namespace {

using marblemaze::testing::cube;
using marblemaze::testing::OwnSettings;
using marblemaze::testing::TemporaryFolder;
using ::testing::HasSubstr;

constexpr TiltLimits kLimits{1.2, 1.5};
const glm::dquat kUpright(1, 0, 0, 0);

RunSpec turned_by(const std::string& policy, bool rest = false) {
  return {.setup = cube().setup, .tilt = TiltSpec{.policy = policy, .rest = rest}};
}

Recording played(const std::string& policy, bool rest = false) {
  Episode episode(turned_by(policy, rest));
  Recording made;
  record(episode, made);
  static_cast<void>(episode.run());
  return made;
}

struct Turning : Session {
  Turning() : Session(cube(5, true)) { static_cast<void>(set_tilt(true)); }
  void play(double seconds) {
    for (int frame = 0; frame < 60 * seconds; ++frame) this->update(1.0 / 60, 0);
  }
};

double degrees_between(const glm::dquat& a, const glm::dquat& b) {
  return glm::degrees(2 * std::acos(std::min(1.0, std::abs(glm::dot(a, b)))));
}

TEST(TiltInput, UsesMazeAxesInEveryAttitude) {
  TiltInput hand;
  const glm::dquat quarter = glm::angleAxis(glm::half_pi<double>(), glm::dvec3(0, 0, 1));
  hand.push({1, 0, 0});  // the world x axis is the -y axis of the maze in this orientation
  EXPECT_NEAR(glm::distance(hand.command(quarter, kLimits), glm::dvec3(0, -1, 0)), 0, 1e-12);
}

TEST(TiltInput, LimitsHowFarTheCommandLeadsTheMaze) {
  TiltInput hand;
  for (int i = 0; i < 100; ++i) hand.drag({0.1, 0, 0}, kUpright);
  const glm::dquat behind = glm::angleAxis(1.0, glm::dvec3(1, 0, 0));
  EXPECT_LT(glm::length(hand.command(behind, kLimits)), 0.2)
      << "the command is limited to a radian ahead of the maze";
}

TEST(TiltRunByHand, MazeReachesTheDraggedAttitudeAndStops) {
  Turning session;
  const glm::dquat before = session.run().attitude();
  session.marble().drag({0, 0, 0.6});
  session.play(3);
  const glm::dquat there = session.run().attitude();
  EXPECT_NEAR(degrees_between(before, there), glm::degrees(0.6), 3);
  EXPECT_FALSE(session.run().hand.idle());
  session.run().hand.release();
  EXPECT_TRUE(session.run().hand.idle());
  session.play(1);
  EXPECT_NEAR(degrees_between(there, session.run().attitude()), 0, 1);
}

TEST(TiltRunByHand, ClockStartsWithTheFirstCommand) {
  Turning session;
  session.play(2);
  EXPECT_EQ(session.run().ticks(), 0);
  session.marble().push({0, 0.5, 0});
  session.marble().push({0, 0, 0});
  session.play(1);
  EXPECT_EQ(session.run().ticks(), 0) << "the command was zero when it was read";
  session.marble().push({0, 0.5, 0});
  session.play(1);
  EXPECT_NEAR(session.run().seconds(), 1, 0.05);
  session.marble().push({0, 0, 0});
  session.play(1);
  EXPECT_NEAR(session.run().seconds(), 2, 0.05) << "the clock continues once it has started";
}

TEST(TiltRunByHand, CommandsApplyAtTheLatestTickAtDefaultSpeed) {
  Turning session;
  session.marble().push({0, 0.5, 0});
  session.play(2);
  session.marble().go_to(60);
  session.marble().set_speed(0.1);
  session.marble().push({0, -0.5, 0});
  EXPECT_EQ(session.marble().done(), session.marble().length());
  EXPECT_TRUE(session.marble().playing());
  EXPECT_EQ(session.marble().speed(), 1) << "slow motion must not improve the time";
}

TEST(TiltRunByHand, SavedRunReplaysIdentically) {
  const TemporaryFolder folder;
  Turning session;
  for (const glm::dvec3 push : {glm::dvec3(1, 0, 0), glm::dvec3(0, 1, 0), glm::dvec3(-1, 0.3, 0)}) {
    session.marble().push(push);
    session.play(1);
  }
  const auto path = folder.path() / "own.rec";
  static_cast<void>(save_run_as(session, path));
  const Verification found = verify_recording(read_text_file(path), "own.rec");
  EXPECT_TRUE(found.same()) << found.difference;
  EXPECT_FALSE(found.verified()) << "manual commands cannot be verified";
  Session again(load_recording(path));
  EXPECT_EQ(again.played().agent(), kManualPlayer);
  again.restart();
  EXPECT_TRUE(again.run().is_manual_tilt()) << "a manual run restarts as a manual run";
}

TEST(TiltRunByHand, BestTimeOfASolvedMazePersists) {
  const OwnSettings settings;
  const Recording made = played("floor");
  ASSERT_EQ(made.outcome, Outcome::solved);
  Turning session;
  load_progress(session);
  const std::string key = time_key(session.run());
  for (const RecordedCommand& command : made.commands) {
    if (session.run().ended()) break;
    session.marble().push(session.run().attitude() * fractions_of(command.steps));
    session.update(kCommandTicks / 120.0, 0);
  }
  ASSERT_EQ(session.run().outcome(), Outcome::solved);
  session.update(0.1, 0);
  EXPECT_TRUE(session.shows_result_card());
  EXPECT_EQ(session.run().ticks(), static_cast<long>(made.ticks.size()))
      << "the same number of ticks as the policy";
  Progress progress(Progress::default_file());
  for (const double slower : {0.0, 1000.0}) {
    if (slower > 0) progress.add_time(key, slower);
    EXPECT_EQ(progress.time(key), session.run().seconds());
  }
  const Session friends(session.run().recording());
  EXPECT_EQ(time_key(friends.run()), "") << "a recording may be another player's run";
}

TEST(TiltRunByHand, MovesAgentsAndOtherPhysicsSetNoBestTime) {
  Session session(cube(5, true));
  EXPECT_EQ(time_key(session.run()), "") << "no best time under discrete moves";
  static_cast<void>(session.set_tilt(true));
  EXPECT_NE(time_key(session.run()), "");
  static_cast<void>(session.use_agent("floor"));
  EXPECT_EQ(time_key(session.run()), "");
  RunSpec easy = cube(5, true);
  easy.setup.settings.nature.gravity *= 0.5;
  easy.tilt = TiltSpec{};
  session.start(easy);
  ASSERT_TRUE(session.run().is_manual_tilt());
  EXPECT_EQ(time_key(session.run()), "");
}

TEST(TiltLevels, EachIsSolvable) {
  ASSERT_GE(tilt_levels().size(), 6u);
  for (const Level& level : tilt_levels()) {
    Episode episode(
        {.setup = setup_in(level.maze, std::nullopt), .tilt = TiltSpec{.policy = "cem"}});
    EXPECT_EQ(episode.run().outcome, Outcome::solved) << level.name;
  }
}

TEST(TiltLevels, NextMazeCyclesThroughTheLevels) {
  Session session(cube());
  session.act(&Session::start_tilt_level, 0);
  EXPECT_TRUE(session.user_tilts());
  for (std::size_t i = 1; i <= tilt_levels().size(); ++i) {
    session.act(&Session::next_maze);
    EXPECT_EQ(tilt_level_of(session.run()), i % tilt_levels().size());
  }
  session.act(&Session::new_maze);
  EXPECT_EQ(tilt_level_of(session.run()), std::nullopt);
}

TEST(TiltRun, RecordingShowsItsPolicyAndTargetCells) {
  Session session(played("cem"));
  EXPECT_EQ(session.played().agent(), "cem");
  session.marble().jump(1e9);
  const auto marks = move_marks(session.run());
  ASSERT_FALSE(marks.empty());
  EXPECT_THAT(marks.front().words, HasSubstr("cell"));
  EXPECT_EQ(marks.front().begin, 0);
  EXPECT_EQ(marks.back().end, session.run().ticks());
  EXPECT_FALSE(session.marble().graph()) << "tilt runs have no graph of states";
}

TEST(TiltRun, OutcomeMessageContainsTimeAndGoal) {
  for (const bool rest : {false, true}) {
    const MarbleRun run(played("cem", rest));
    ASSERT_EQ(run.outcome(), Outcome::solved);
    const RunResultText news = run_result_text(run);
    EXPECT_EQ(news.headline, fmt::format("Solved in {:.1f} s", run.seconds()));
    EXPECT_THAT(news.detail, HasSubstr(rest ? "rests in the target" : "reached the target"));
  }
  Recording failed = played("floor");
  failed.outcome = Outcome::timed_out;
  const RunResultText news = run_result_text(MarbleRun(failed));
  EXPECT_THAT(news.headline, HasSubstr("The policy failed after"));
  EXPECT_EQ(news.detail, "timed-out");
}

TEST(TiltRun, RestartAndNextSeedKeepContinuousControl) {
  Session session(played("floor", true));
  const auto expect_policy = [&](const char* policy) {
    EXPECT_TRUE(session.run().is_tilt());
    EXPECT_EQ(session.played().agent(), policy);
    EXPECT_TRUE(session.run().recording().spec.tilt->rest);
  };
  session.restart();
  EXPECT_FALSE(session.run().is_recording());
  expect_policy("floor");
  session.make_seed(6);
  EXPECT_EQ(session.played().seed(), 6u);
  expect_policy("floor");
  static_cast<void>(session.use_agent("cem"));
  expect_policy("cem");
}

TEST(TiltRun, StepsOneCommandAtATime) {
  Session session(played("floor"));
  for (const auto& [direction, commands] : {std::pair(1, 1), {1, 2}, {-1, 1}}) {
    session.marble().step_moves(direction);
    EXPECT_EQ(session.marble().done(), commands * kCommandTicks);
  }
}

TEST(TiltRun, SwitchingToMovesRestoresThePreviousPlayer) {
  Session session(cube());
  for (const bool by_hand : {false, true}) {
    session.act(&Session::play_by_hand, by_hand);
    session.act(&Session::set_tilt, true);
    EXPECT_TRUE(session.played().by_hand());
    session.act(&Session::set_tilt, false);
    EXPECT_EQ(session.played().by_hand(), by_hand);
    EXPECT_TRUE(session.run().live());
  }
  session.act(&Session::set_tilt, true);
  session.act(&Session::start_level, 0);
  EXPECT_FALSE(session.run().is_tilt()) << "levels use moves";
}

TEST(TiltRun, MoveActionsAreRejectedWithAMessage) {
  Turning session;
  session.act(&Session::choose, MoveId(0));
  EXPECT_THAT(session.message(), HasSubstr("turn this maze freely"));
  EXPECT_FALSE(session.act(&set_scheme, ControlScheme::cube_24));
  EXPECT_FALSE(session.act(&Session::give_hint));
  EXPECT_THAT(session.message(), HasSubstr("no hints while you turn the maze freely"));
}

TEST(TiltRun, TurnIsDescribedAsSeenFromTheCamera) {
  const Camera camera{.yaw_rad = 0, .pitch_rad = 0};  // view from +x, with +y on the right
  const std::pair<glm::dvec3, const char*> turns[] = {{{0, 0, 0}, "still"},
                                                      {{-0.5, 0, 0}, "tips right, at 50 %"},
                                                      {{0, -1, 0}, "tips away"},
                                                      {{0, 0, 1}, "vertical axis"}};
  for (const auto& [turn, words] : turns) EXPECT_THAT(turn_text(turn, camera), HasSubstr(words));
}

}  // namespace
}  // namespace marblemaze
