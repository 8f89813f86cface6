#include "render/session/marble_runs.h"

#include <sstream>

#include <gtest/gtest.h>

#include "maze/base/errors.h"
#include "maze/grid/generator.h"

namespace marblemaze {
namespace {

RunSpec one_run() {
  RunSpec spec;
  spec.setup.maze = std::make_shared<const Maze>(generate_kruskal({3, 3, 3}, Layers::all, 1));
  return spec;
}

TEST(MarbleRuns, SimulatesAsManyStepsAsTimePasses) {
  MarbleRuns runs(one_run());
  for (int frame = 0; frame < 30; ++frame) runs.frame(1.0 / 60, 0);
  EXPECT_NEAR(runs.time.position(), 60, 1e-6);
  EXPECT_EQ(runs.run().ticks(), 60);
}

TEST(MarbleRuns, RunsAHundredTimesAsFastWhenAsked) {
  MarbleRuns runs(one_run());
  runs.time.set_speed(1000);
  EXPECT_EQ(runs.time.speed(), 100);
  runs.frame(0.01, 0);
  EXPECT_NEAR(runs.time.position(), 120, 1e-6);
}

TEST(MarbleRuns, ShowsTheMomentBetweenTwoSteps) {
  MarbleRuns runs(one_run());
  runs.time.step(200);
  runs.time.jump(150.5);
  const Scene a = runs.run().recording().scene(149), b = runs.run().recording().scene(150),
              between = runs.scene();
  EXPECT_NEAR(between.time_s, (a.time_s + b.time_s) / 2, 1e-9);
  EXPECT_NEAR(glm::length(between.marble.position - (a.marble.position + b.marble.position) * 0.5),
              0, 1e-9);
}

TEST(MarbleRuns, SlowsDownAndSaysSoWhenTheSimulationCannotKeepUp) {
  MarbleRuns runs(one_run());
  runs.time.set_speed(100);
  runs.frame(0.1, 1e-9);
  EXPECT_TRUE(runs.time.lagging());
  EXPECT_LT(runs.time.position(), 100 * 0.1 * 120);
}

TEST(MarbleRuns, ForgetsAPauseOfTheProgramInsteadOfCatchingUp) {
  MarbleRuns runs(one_run());
  runs.frame(3600, 0);
  EXPECT_LE(runs.time.position(), 12.0 + 1e-9);
}

TEST(MarbleRuns, PlaysBackwardToTheBeginningAndStops) {
  MarbleRuns runs(one_run());
  runs.time.step(50);
  runs.time.set_backward(true);
  runs.time.play();
  for (int frame = 0; frame < 60; ++frame) runs.frame(1.0 / 60, 0);
  EXPECT_EQ(runs.time.position(), 0);
  EXPECT_FALSE(runs.time.playing());
}

TEST(MarbleRuns, StepsFromMoveToMove) {
  MarbleRuns runs(one_run());
  runs.step_moves(1);
  ASSERT_FALSE(runs.run().recording().moves.empty());
  EXPECT_EQ(static_cast<long>(runs.time.position()), runs.run().recording().moves[0].end);
  runs.step_moves(-1);
  EXPECT_EQ(static_cast<long>(runs.time.position()), runs.run().recording().moves[0].begin);
}

TEST(ShownRun, KeepsKnowledgeOfEachControlSchemeApart) {
  MarbleRuns runs(one_run());
  runs.step_moves(1);
  runs.run().episode().switch_scheme(ControlScheme::cube_24);
  runs.step_moves(1);
  ASSERT_GE(runs.run().recording().moves.size(), 2u);
  EXPECT_EQ(runs.run().recording().moves[1].number, 0);
  EXPECT_EQ(runs.run().recording().moves[1].control, ControlScheme::cube_24);
  const HumanOrAgent& player = runs.run().episode().player();
  EXPECT_NE(player.knowledge(ControlScheme::cube_24), player.knowledge(ControlScheme::cube_8));
}

TEST(ShownRun, WaitsForAPersonWhoPlaysByHand) {
  RunSpec spec = one_run();
  spec.player.by_hand = true;
  ShownRun run(spec);
  while (run.advance()) {
  }
  EXPECT_TRUE(run.waits_for_person());
  ASSERT_TRUE(run.episode().choose(MoveId(1)));
  EXPECT_TRUE(run.advance());
  while (run.advance()) {
  }
  ASSERT_EQ(run.recording().moves.size(), 1u);
  EXPECT_EQ(run.recording().moves[0].move, MoveId(1));
}

TEST(MarbleRuns, TwoSideBySideOfWhichOneEndsFirstNeverShowAMomentPastTheEnd) {
  MarbleRuns runs(one_run());
  runs.set_beside("breadth-first", ControlScheme::cube_8);
  runs.time.jump(1e6);
  ASSERT_TRUE(runs.complete());
  ASSERT_NE(runs.run(0).ticks(), runs.run(1).ticks());
  for (const std::size_t side : {0u, 1u}) {
    runs.select(side);
    double shown = 0, all = 0;
    std::string unit, of;
    ASSERT_TRUE(std::istringstream(runs.transport_words().facts) >> shown >> unit >> of >> all);
    EXPECT_EQ(unit, "s");
    EXPECT_EQ(of, "of");
    EXPECT_EQ(shown, all);
    EXPECT_EQ(runs.time.position(), static_cast<double>(runs.length()));
    runs.step_moves(-1);
    runs.step_moves(1);
    EXPECT_EQ(static_cast<long>(runs.time.position()), runs.run().ticks());
    runs.time.jump(1e6);
  }
}

TEST(MarbleRuns, PlaysFromTheBeginningAgainAtTheEnd) {
  MarbleRuns runs(one_run());
  runs.time.jump(1e6);
  ASSERT_TRUE(runs.complete());
  EXPECT_FALSE(runs.plays());
  runs.play_or_pause();
  EXPECT_EQ(runs.time.position(), 0);
  EXPECT_TRUE(runs.plays());
  runs.play_or_pause();
  EXPECT_FALSE(runs.plays());
}

TEST(MarbleRuns, ASwitchOnTheBarSaysToWhichScheme) {
  MarbleRuns runs(one_run());
  runs.step_moves(1);
  runs.run().episode().switch_scheme(ControlScheme::cube_24);
  EXPECT_NE(runs.transport_words().facts.find("then to 24 orientations"), std::string::npos);
  runs.step_moves(1);
  const auto marks = runs.transport_words().marks;
  ASSERT_GE(marks.size(), 2u);
  EXPECT_EQ(marks[0].label, "1");
  EXPECT_EQ(marks[1].label, "to 24");
}

// Turned, so that its quaternion in single precision has not exactly the length 1.
TEST(ShownRun, AStandingMazeDoesNotTurn) {
  RunSpec spec = one_run();
  spec.setup.control = ControlScheme::cube_24;
  ShownRun run(spec);
  while (run.advance()) {
  }
  const auto& ticks = run.recording().ticks;
  int standing = 0;
  double fastest = 0;
  for (std::size_t tick = 1; tick < ticks.size(); ++tick) {
    const double speed = run.turning_speed_at(static_cast<long>(tick));
    fastest = std::max(fastest, speed);
    if (ticks[tick].maze != ticks[tick - 1].maze) continue;
    ++standing;
    EXPECT_LT(speed, 1e-6);
  }
  EXPECT_GT(standing, 100);
  EXPECT_GT(fastest, 0.5);
}

TEST(ShownRun, TellsOfEachMoveWhichStepOfThePlanItIs) {
  RunSpec spec = one_run();
  int steps = 0, weighed = 0;
  for (const char* agent : {"complete-solution-prediction", "heuristic"}) {
    spec.player.agent = agent;
    ShownRun run(spec);
    while (run.advance()) {
    }
    for (std::size_t i = 0; i < run.notes().size(); ++i) {
      const MoveNote& note = run.notes()[i];
      if (note.why.empty()) continue;
      const Candidate& lit = note.why[note.why_row];
      if (note.why_is_plan) {
        ++steps;
        EXPECT_EQ(lit.move, run.recording().moves[i].move);
        EXPECT_EQ(lit.parent, run.recording().moves[i].from);
        EXPECT_EQ(lit.moves_away, static_cast<int>(note.why_row) + 1);
      } else {
        ++weighed;
        for (const Candidate& other : note.why) EXPECT_LE(lit.value, other.value);
      }
    }
  }
  EXPECT_GE(steps, 3);
  EXPECT_GE(weighed, 3);
}

TEST(ShownRun, ARecordingShowsThePredictionsAndPlansOfItsRun) {
  ShownRun run(one_run());
  while (run.advance()) {
  }
  const ShownRun again(run.recording());
  ASSERT_FALSE(run.notes().empty());
  for (std::size_t i = 0; i < run.notes().size(); ++i)
    EXPECT_EQ(again.notes()[i].predicted_path, run.notes()[i].predicted_path);
  for (std::size_t i = 0; i < run.notes().size(); ++i)
    EXPECT_EQ(again.notes()[i].guessed_path, run.notes()[i].guessed_path);
  EXPECT_EQ(again.recording().moves[0].plan.size(), run.notes()[0].planned);
}

TEST(ShownRun, ARecordingOfAnAgentThatWasRemovedIsShownUnderItsName) {
  MarbleRuns runs(one_run());
  runs.open(load_recording(MARBLEMAZE_SOURCE_DIR "/tests/data/mapping_0_4.rec"));
  EXPECT_EQ(runs.agent(), "mapping");
  EXPECT_EQ(runs.run().outcome(), Outcome::solved);
  ASSERT_EQ(runs.run().notes().size(), 3u);
  EXPECT_NE(runs.run().notes()[0].rule.find("fewest expected moves"), std::string::npos);
  EXPECT_FALSE(runs.run().notes()[0].predicted_path.empty());
  EXPECT_EQ(runs.frames().size(), 1u);
}

TEST(ShownRun, WhatItDoesNotHaveIsAnErrorThatSaysSoInEveryBuild) {
  ShownRun run(one_run());
  for (int i = 0; i < 10; ++i) run.advance();
  for (const long tick : {-1L, 10L, 1000000L}) {
    EXPECT_THROW(static_cast<void>(run.recording().scene(tick)), std::out_of_range);
    EXPECT_THROW(static_cast<void>(run.recording().tick(tick)), std::out_of_range);
  }
  EXPECT_THROW(static_cast<void>(run.recording().move(0)), std::out_of_range);
  EXPECT_THROW(static_cast<void>(run.note(0)), std::out_of_range);
  try {
    static_cast<void>(run.recording().scene(12));
  } catch (const std::out_of_range& error) {
    EXPECT_STREQ(error.what(), "tick 12 is out of range: there are 10");
  }
  const MarbleRuns runs(one_run());
  EXPECT_THROW(static_cast<void>(runs.run(1)), std::out_of_range);
}

#ifndef NDEBUG

TEST(ShownRunDeathTest, HasAnEpisodeOnlyWhereItIsMadeHere) {
  ShownRun made(one_run());
  made.advance();
  const ShownRun read(made.recording());
  EXPECT_DEATH((void)read.episode(), "live");
}

#endif

TEST(MarbleRuns, ABranchRepeatsTheRunUpToTheMomentAndTakesAnotherMoveThere) {
  MarbleRuns runs(one_run());
  EXPECT_FALSE(runs.choice_now()) << "nothing was chosen yet";
  EXPECT_THROW(runs.branch(MoveId(0)), BadInput);
  while (!runs.run().ended()) runs.step_moves(1);
  const std::vector<RecordedMove> made = runs.run().recording().moves;
  ASSERT_GE(made.size(), 2u);
  EXPECT_EQ(runs.choice_now(), made.size() - 1) << "at the end the last move is in question";
  runs.time.jump(static_cast<double>(made[1].begin));
  EXPECT_EQ(runs.choice_now(), 1u);
  const MoveId other(made[1].move.index == 0 ? 1 : 0);
  EXPECT_NE(runs.branch(other), "");
  ASSERT_EQ(runs.count(), 2u);
  runs.step_moves(1);
  EXPECT_EQ(runs.run(0).recording().moves.size(), made.size()) << "the run itself stays";
  const auto& branch = runs.run(1).recording().moves;
  ASSERT_EQ(branch.size(), 2u);
  EXPECT_EQ(branch[0].to, made[0].to);
  EXPECT_EQ(branch[0].end, made[0].end) << "tick by tick the same";
  EXPECT_EQ(branch[1].from, made[1].from);
  EXPECT_EQ(branch[1].move, other);
  EXPECT_TRUE(runs.by_hand()) << "a person goes on from there";
  for (const std::size_t shown : {0u, 1u}) {
    runs.select(shown);
    EXPECT_EQ(runs.graph()->parts_in, 1u) << "the graph marks where they part";
  }
  runs.start(runs.spec());
  EXPECT_FALSE(runs.graph()->parts_in);
}

}  // namespace
}  // namespace marblemaze
