#include "render/session/playback.h"

#include <gtest/gtest.h>

#include "maze/grid/kruskal_generator.h"

namespace marblemaze {
namespace {

std::vector<std::unique_ptr<ShownRun>> one_run() {
  EpisodeSpec spec;
  spec.maze = std::make_shared<const Maze>(generate_kruskal({3, 3, 3}, Layers::all, 1));
  std::vector<std::unique_ptr<ShownRun>> runs;
  runs.push_back(std::make_unique<ShownRun>(spec));
  return runs;
}

TEST(Playback, SimulatesAsManyStepsAsTimePasses) {
  const auto runs = one_run();
  Playback playback;
  for (int frame = 0; frame < 30; ++frame) playback.frame(runs, 1.0 / 60, 0);
  EXPECT_NEAR(playback.position(), 60, 1e-6);
  EXPECT_EQ(runs[0]->ticks(), 60);
}

TEST(Playback, RunsAHundredTimesAsFastWhenAsked) {
  const auto runs = one_run();
  Playback playback;
  playback.set_speed(1000);
  EXPECT_EQ(playback.speed(), kFastestSpeed);
  playback.frame(runs, 0.01, 0);
  EXPECT_NEAR(playback.position(), 120, 1e-6);
}

TEST(Playback, ShowsTheMomentBetweenTwoSteps) {
  const auto runs = one_run();
  Playback playback;
  playback.step_ticks(runs, 200);
  playback.jump(150.5);
  const Scene a = runs[0]->recording().scene(149), b = runs[0]->recording().scene(150),
              between = playback.scene(*runs[0]);
  EXPECT_NEAR(between.time_s, (a.time_s + b.time_s) / 2, 1e-9);
  EXPECT_NEAR(glm::length(between.marble.position - (a.marble.position + b.marble.position) * 0.5),
              0, 1e-9);
}

TEST(Playback, SlowsDownAndSaysSoWhenTheSimulationCannotKeepUp) {
  const auto runs = one_run();
  Playback playback;
  playback.set_speed(100);
  playback.frame(runs, 0.1, 1e-9);
  EXPECT_TRUE(playback.lagging());
  EXPECT_LT(playback.position(), 100 * 0.1 * 120);
}

TEST(Playback, ForgetsAPauseOfTheProgramInsteadOfCatchingUp) {
  const auto runs = one_run();
  Playback playback;
  playback.frame(runs, 3600, 0);
  EXPECT_LE(playback.position(), 12.0 + 1e-9);
}

TEST(Playback, PlaysBackwardToTheBeginningAndStops) {
  const auto runs = one_run();
  Playback playback;
  playback.step_ticks(runs, 50);
  playback.set_backward(true);
  playback.play();
  for (int frame = 0; frame < 60; ++frame) playback.frame(runs, 1.0 / 60, 0);
  EXPECT_EQ(playback.position(), 0);
  EXPECT_FALSE(playback.playing());
}

TEST(Playback, StepsFromMoveToMove) {
  const auto runs = one_run();
  Playback playback;
  playback.step_move(runs, 1);
  ASSERT_FALSE(runs[0]->recording().moves.empty());
  EXPECT_EQ(static_cast<long>(playback.position()), runs[0]->recording().moves[0].end);
  playback.step_move(runs, -1);
  EXPECT_EQ(static_cast<long>(playback.position()), runs[0]->recording().moves[0].begin);
}

TEST(ShownRun, KeepsKnowledgeOfEachControlSchemeApart) {
  const auto runs = one_run();
  Playback playback;
  playback.step_move(runs, 1);
  runs[0]->episode().switch_scheme(24);
  playback.step_move(runs, 1);
  ASSERT_GE(runs[0]->recording().moves.size(), 2u);
  EXPECT_EQ(runs[0]->recording().moves[1].number, 0);
  EXPECT_EQ(runs[0]->recording().moves[1].orientations, 24);
  const HumanOrAgent& player = runs[0]->episode().player();
  EXPECT_NE(player.knowledge(24), player.knowledge(8));
}

TEST(ShownRun, WaitsForAPersonWhoPlaysByHand) {
  EpisodeSpec spec;
  spec.maze = std::make_shared<const Maze>(generate_kruskal({3, 3, 3}, Layers::all, 1));
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

}  // namespace
}  // namespace marblemaze
