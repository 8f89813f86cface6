#include "render/session/marble_runs.h"

#include <gtest/gtest.h>

#include "maze/grid/kruskal_generator.h"

namespace marblemaze {
namespace {

EpisodeSpec one_run() {
  EpisodeSpec spec;
  spec.maze = std::make_shared<const Maze>(generate_kruskal({3, 3, 3}, Layers::all, 1));
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
  runs.run().episode().switch_scheme(24);
  runs.step_moves(1);
  ASSERT_GE(runs.run().recording().moves.size(), 2u);
  EXPECT_EQ(runs.run().recording().moves[1].number, 0);
  EXPECT_EQ(runs.run().recording().moves[1].orientations, 24);
  const HumanOrAgent& player = runs.run().episode().player();
  EXPECT_NE(player.knowledge(24), player.knowledge(8));
}

TEST(ShownRun, WaitsForAPersonWhoPlaysByHand) {
  EpisodeSpec spec = one_run();
  spec.by_hand = true;
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

#ifndef NDEBUG

TEST(ShownRunDeathTest, HasAnEpisodeOnlyWhereItIsMadeHere) {
  ShownRun made(one_run());
  made.advance();
  const ShownRun read(made.recording());
  EXPECT_DEATH((void)read.episode(), "live");
}

#endif

}  // namespace
}  // namespace marblemaze
