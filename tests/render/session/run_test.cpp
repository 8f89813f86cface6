#include <sstream>

#include <gtest/gtest.h>

#include "maze/base/errors.h"
#include "maze/grid/generator.h"
#include "render/session/session.h"

namespace marblemaze {
namespace {

RunSpec one_run() {
  RunSpec spec;
  spec.setup.maze = std::make_shared<const Maze>(generate_kruskal({3, 3, 3}, Layers::all, 1));
  return spec;
}

TEST(Session, SimulatesAsManyStepsAsTimePasses) {
  Session runs(one_run());
  for (int frame = 0; frame < 30; ++frame) runs.frame(1.0 / 60, 0);
  EXPECT_NEAR(runs.marble().position(), 60, 1e-6);
  EXPECT_EQ(runs.run().ticks(), 60);
}

TEST(Session, ShowsEachMoveOfAWorldWithoutPhysicsForAMoment) {
  RunSpec spec = one_run();
  spec.setup.kind = "predicted";
  Session runs(spec);
  for (int frame = 0; frame < 60; ++frame) runs.frame(1.0 / 60, 0);
  EXPECT_NEAR(runs.marble().position(), 1 / runs.run().seconds_per_tick(), 1e-6);
}

TEST(Session, RunsAHundredTimesAsFastWhenAsked) {
  Session runs(one_run());
  runs.marble().set_speed(1000);
  EXPECT_EQ(runs.marble().speed(), 100);
  runs.frame(0.01, 0);
  EXPECT_NEAR(runs.marble().position(), 120, 1e-6);
}

TEST(Session, ShowsTheMomentBetweenTwoSteps) {
  Session runs(one_run());
  runs.marble().step(200);
  runs.marble().jump(150.5);
  const Scene a = runs.run().recording().scene(149), b = runs.run().recording().scene(150),
              between = runs.run().scene();
  EXPECT_NEAR(between.time_s, (a.time_s + b.time_s) / 2, 1e-9);
  EXPECT_NEAR(glm::length(between.marble.position - (a.marble.position + b.marble.position) * 0.5),
              0, 1e-9);
}

TEST(Session, SlowsDownAndSaysSoWhenTheSimulationCannotKeepUp) {
  Session runs(one_run());
  runs.marble().set_speed(100);
  runs.frame(0.1, 1e-9);
  EXPECT_TRUE(runs.marble().lagging());
  EXPECT_LT(runs.marble().position(), 100 * 0.1 * 120);
}

TEST(Session, ForgetsAPauseOfTheProgramInsteadOfCatchingUp) {
  Session runs(one_run());
  runs.frame(3600, 0);
  EXPECT_LE(runs.marble().position(), 12.0 + 1e-9);
}

TEST(Session, PlaysBackwardToTheBeginningAndStops) {
  Session runs(one_run());
  runs.marble().step(50);
  runs.marble().set_backward(true);
  runs.marble().play();
  for (int frame = 0; frame < 60; ++frame) runs.frame(1.0 / 60, 0);
  EXPECT_EQ(runs.marble().position(), 0);
  EXPECT_FALSE(runs.marble().playing());
}

TEST(Session, StepsFromMoveToMove) {
  Session runs(one_run());
  runs.marble().step_moves(1);
  ASSERT_FALSE(runs.run().recording().moves.empty());
  EXPECT_EQ(static_cast<long>(runs.marble().position()), runs.run().recording().moves[0].end);
  runs.marble().step_moves(-1);
  EXPECT_EQ(static_cast<long>(runs.marble().position()), runs.run().recording().moves[0].begin);
}

TEST(Run, KeepsKnowledgeOfEachControlSchemeApart) {
  Session runs(one_run());
  runs.marble().step_moves(1);
  runs.run().episode().switch_scheme(ControlScheme::cube_24);
  runs.marble().step_moves(1);
  ASSERT_GE(runs.run().recording().moves.size(), 2u);
  EXPECT_EQ(runs.run().recording().moves[1].number, 0);
  EXPECT_EQ(runs.run().recording().moves[1].control, ControlScheme::cube_24);
  const HumanOrAgent& player = runs.run().episode().player();
  EXPECT_NE(player.knowledge(ControlScheme::cube_24), player.knowledge(ControlScheme::cube_8));
}

TEST(Run, WaitsForAPersonWhoPlaysByHand) {
  RunSpec spec = one_run();
  spec.player.by_hand = true;
  MarbleRun run(spec);
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

TEST(Session, TwoSideBySideOfWhichOneEndsFirstNeverShowAMomentPastTheEnd) {
  Session runs(one_run());
  runs.compare_with("breadth-first", ControlScheme::cube_8);
  runs.marble().jump(1e6);
  ASSERT_TRUE(runs.marble().complete());
  ASSERT_NE(runs.marble().ticks(), runs.marble().beside->ticks());
  for (const std::size_t side : {0u, 1u}) {
    runs.marble().about_beside = side;
    double shown = 0, all = 0;
    std::string unit, of;
    ASSERT_TRUE(std::istringstream(runs.marble().transport_words().facts) >> shown >> unit >> of >>
                all);
    EXPECT_EQ(unit, "s");
    EXPECT_EQ(of, "of");
    EXPECT_EQ(shown, all);
    EXPECT_EQ(runs.marble().position(), static_cast<double>(runs.marble().length()));
    runs.marble().step_moves(-1);
    runs.marble().step_moves(1);
    EXPECT_EQ(static_cast<long>(runs.marble().position()), runs.run().ticks());
    runs.marble().jump(1e6);
  }
}

TEST(Session, PlaysFromTheBeginningAgainAtTheEnd) {
  Session runs(one_run());
  runs.marble().jump(1e6);
  ASSERT_TRUE(runs.marble().complete());
  EXPECT_FALSE(runs.marble().plays());
  runs.marble().play_or_pause();
  EXPECT_EQ(runs.marble().position(), 0);
  EXPECT_TRUE(runs.marble().plays());
  runs.marble().play_or_pause();
  EXPECT_FALSE(runs.marble().plays());
}

TEST(Session, ASwitchOnTheBarSaysToWhichScheme) {
  Session runs(one_run());
  runs.marble().step_moves(1);
  runs.run().episode().switch_scheme(ControlScheme::cube_24);
  EXPECT_NE(runs.marble().transport_words().facts.find("then to 24 orientations"),
            std::string::npos);
  runs.marble().step_moves(1);
  const auto marks = runs.marble().transport_words().marks;
  ASSERT_GE(marks.size(), 2u);
  EXPECT_EQ(marks[0].label, "1");
  EXPECT_EQ(marks[1].label, "to 24");
}

// In this orientation the single-precision quaternion does not have exactly the length 1.
TEST(Run, AStandingMazeDoesNotTurn) {
  RunSpec spec = one_run();
  spec.setup.control = ControlScheme::cube_24;
  MarbleRun run(spec);
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

TEST(Run, TellsOfEachMoveWhichStepOfThePlanItIs) {
  RunSpec spec = one_run();
  int steps = 0, weighed = 0;
  for (const char* agent : {"complete-solution-prediction", "heuristic"}) {
    spec.player.agent = agent;
    MarbleRun run(spec);
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

TEST(Run, ARecordingShowsThePredictionsAndPlansOfItsRun) {
  MarbleRun run(one_run());
  while (run.advance()) {
  }
  const MarbleRun again(run.recording());
  ASSERT_FALSE(run.notes().empty());
  for (std::size_t i = 0; i < run.notes().size(); ++i)
    EXPECT_EQ(again.notes()[i].predicted_path, run.notes()[i].predicted_path);
  for (std::size_t i = 0; i < run.notes().size(); ++i)
    EXPECT_EQ(again.notes()[i].guessed_path, run.notes()[i].guessed_path);
  EXPECT_EQ(again.recording().moves[0].plan.size(), run.notes()[0].planned);
}

TEST(Run, ARecordingOfAnAgentThatWasRemovedIsShownUnderItsName) {
  Session runs(one_run());
  runs.show_recording(load_recording(MARBLEMAZE_SOURCE_DIR "/tests/data/mapping_0_4.rec"));
  EXPECT_EQ(runs.agent(), "mapping");
  EXPECT_EQ(runs.run().outcome(), Outcome::solved);
  ASSERT_EQ(runs.run().notes().size(), 3u);
  EXPECT_NE(runs.run().notes()[0].rule.find("fewest expected moves"), std::string::npos);
  EXPECT_FALSE(runs.run().notes()[0].predicted_path.empty());
  EXPECT_EQ(runs.marble().frames().size(), 1u);
}

TEST(Run, WhatItDoesNotHaveIsAnErrorThatSaysSoInEveryBuild) {
  MarbleRun run(one_run());
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
}

#ifndef NDEBUG

TEST(RunDeathTest, HasAnEpisodeOnlyWhereItIsMadeHere) {
  MarbleRun made(one_run());
  made.advance();
  const MarbleRun read(made.recording());
  EXPECT_DEATH((void)read.episode(), "live");
}

#endif

TEST(Session, ABranchRepeatsTheRunUpToTheMomentAndTakesAnotherMoveThere) {
  Session runs(one_run());
  EXPECT_FALSE(runs.run().choice_now()) << "nothing was chosen yet";
  EXPECT_THROW(runs.branch(MoveId(0)), BadInput);
  while (!runs.run().ended()) runs.marble().step_moves(1);
  const std::vector<RecordedMove> made = runs.run().recording().moves;
  ASSERT_GE(made.size(), 2u);
  EXPECT_EQ(runs.run().choice_now(), made.size() - 1) << "at the end the last move is in question";
  runs.marble().jump(static_cast<double>(made[1].begin));
  EXPECT_EQ(runs.run().choice_now(), 1u);
  const MoveId other(made[1].move.index == 0 ? 1 : 0);
  EXPECT_NE(runs.branch(other), "");
  ASSERT_EQ(runs.marble().runs().size(), 2u);
  runs.marble().step_moves(1);
  EXPECT_EQ(runs.marble().recording().moves.size(), made.size()) << "the run itself stays";
  const auto& branch = runs.marble().beside->recording().moves;
  ASSERT_EQ(branch.size(), 2u);
  EXPECT_EQ(branch[0].to, made[0].to);
  EXPECT_EQ(branch[0].end, made[0].end) << "tick by tick the same";
  EXPECT_EQ(branch[1].from, made[1].from);
  EXPECT_EQ(branch[1].move, other);
  EXPECT_TRUE(runs.by_hand()) << "a person goes on from there";
  for (const std::size_t shown : {0u, 1u}) {
    runs.marble().about_beside = shown;
    EXPECT_EQ(runs.marble().graph()->parts_in, 1u) << "the graph marks where they part";
  }
  runs.start(runs.spec());
  EXPECT_FALSE(runs.marble().graph()->parts_in);
}

}  // namespace
}  // namespace marblemaze
