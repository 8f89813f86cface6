#include "engine/run/first_run.h"

#include <gtest/gtest.h>

#include "maze/grid/kruskal_generator.h"

namespace marblemaze {
namespace {

std::uint64_t seed_of(const FirstRun& run) { return run.spec.setup.maze->origin().seed; }

double plan_before_the_first_move(const EpisodeSpec& spec) {
  Episode episode(spec);
  while (episode.moves() == 0) episode.tick();
  return episode.knowledge().last_decision().expected_moves.value();
}

TEST(FirstRun, SkipsAMazeInWhichTheAgentWouldGoRoundInACircle) {
  const FirstRun run = first_run(23874);
  EXPECT_GT(run.skipped, 0);
  EXPECT_EQ(seed_of(run), 23874u + static_cast<std::uint64_t>(run.skipped));
  EXPECT_LE(plan_before_the_first_move(run.spec), kShortPlan);
  EpisodeSpec circle = run.spec;
  circle.setup.maze = std::make_shared<const Maze>(generate_kruskal(5, Layers::outer, 23874));
  EXPECT_NEAR(plan_before_the_first_move(circle), 124.6, 0.05);
}

TEST(FirstRun, TakesTheFirstMazeWithAShortPlanAndSaysHowManyItSkipped) {
  const FirstRun skipped = first_run(23874), same = first_run(seed_of(skipped));
  EXPECT_EQ(same.skipped, 0);
  EXPECT_EQ(describe(same), "chosen for a short plan, 0 mazes skipped (seed " +
                                std::to_string(seed_of(same)) + ")");
}

}  // namespace
}  // namespace marblemaze
