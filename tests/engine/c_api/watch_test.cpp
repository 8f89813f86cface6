#include <gmock/gmock.h>

#include "tests/support/c_calls.h"

namespace marblemaze::testing {
namespace {

/// Cancels at once, and counts how often.
std::int32_t ask(const mm_progress* progress) {
  EXPECT_GE(progress->done, 0);
  EXPECT_TRUE(progress->total == 0 || progress->done <= progress->total);
  ++*static_cast<int*>(progress->data);
  return 1;
}

class CWatch : public ::testing::Test {
 protected:
  CWatch() { EXPECT_OK(mm_watch(ask, &asked_)); }
  ~CWatch() override { EXPECT_OK(mm_watch(nullptr, nullptr)); }

  int asked_ = 0;
  const mm_maze maze_ = a_maze(3, 7);
};

TEST_F(CWatch, EveryLongCallIsAskedAtItsBeginningAndEndsCancelled) {
  mm_world world = 0;
  EXPECT_OK(mm_world_create("bullet", maze_, 8, 0, &world));
  std::int32_t solvable = 0, complete = 0, moves[100];
  std::int64_t tried = 0, made = 0;
  double chance = 0, probabilities[100];
  std::size_t length = 0;
  EXPECT_EQ(mm_world_truth(world, 0, 0, &solvable, &complete, &tried, &chance, moves, 100, &length),
            MM_CANCELLED);
  EXPECT_STREQ(mm_last_error(), "the call was cancelled");
  mm_model model = 0;
  EXPECT_OK(mm_model_create("imagined", maze_, 8, 0, 50, 0.01, &model));
  std::int32_t states[100], endings[100];
  const auto watch_again = [&] { EXPECT_OK(mm_watch(ask, &asked_)); };
  watch_again();
  EXPECT_EQ(mm_model_predict(model, 0, 0, states, endings, probabilities, 100, &length),
            MM_CANCELLED);
  watch_again();
  mm_map map = 0;
  EXPECT_EQ(mm_map_create(model, 2, &map), MM_CANCELLED);
  EXPECT_EQ(map, 0U);
  watch_again();
  mm_episode episode = 0;
  EXPECT_OK(mm_episode_create("bullet", maze_, 8, 0, "heuristic", 1, 0, 0, &episode));
  EXPECT_EQ(mm_episode_run(episode, -1, nullptr), MM_CANCELLED);
  watch_again();
  EXPECT_EQ(mm_episode_tick(episode, 10, &made), MM_CANCELLED);
  watch_again();
  mm_batch batch = 0;
  EXPECT_EQ(mm_batch_create("imagined", &maze_, 1, 8, 0, 1, &batch), MM_CANCELLED);
  EXPECT_OK(mm_watch(nullptr, nullptr));
  EXPECT_OK(mm_batch_create("imagined", &maze_, 1, 8, 0, 1, &batch));
  watch_again();
  EXPECT_EQ(mm_batch_reset(batch, nullptr, states, endings, 1), MM_CANCELLED);
  EXPECT_EQ(asked_, 7);
}

TEST_F(CWatch, AnEpisodeThatWasCancelledBetweenTicksGoesOnAsTheSameRun) {
  const auto episode = [&] {
    mm_episode made = 0;
    EXPECT_OK(mm_episode_create("bullet", maze_, 8, 0, "heuristic", 1, 0, 0, &made));
    return made;
  };
  const auto ticks = [](mm_episode of) {
    mm_episode_info info{};
    info.size = sizeof info;
    EXPECT_OK(mm_episode_get_info(of, &info));
    return info.ticks;
  };
  const mm_episode cancelled = episode(), whole = episode();
  EXPECT_EQ(mm_episode_run(cancelled, -1, nullptr), MM_CANCELLED);
  EXPECT_OK(mm_watch(nullptr, nullptr));
  EXPECT_OK(mm_episode_run(cancelled, -1, nullptr));
  EXPECT_OK(mm_episode_run(whole, -1, nullptr));
  EXPECT_EQ(ticks(cancelled), ticks(whole));
}

TEST_F(CWatch, AnEpisodeWhoseAgentWasCancelledAsItThoughtSaysSo) {
  mm_episode episode = 0;
  EXPECT_OK(mm_episode_create("bullet", maze_, 8, 0, "simulation-search", 1, 0, 0, &episode));
  mm_status status = MM_OK;
  mm_episode_info info{};
  info.size = sizeof info;
  std::int64_t made = 0;
  do {
    EXPECT_OK(mm_episode_get_info(episode, &info));
    // Between ticks each 64th is asked; the others only where the agent thinks.
    EXPECT_OK(mm_watch(info.ticks % 64 == 0 ? nullptr : ask, &asked_));
    status = mm_episode_tick(episode, 1, &made);
  } while (status == MM_OK && made == 1);
  EXPECT_EQ(status, MM_CANCELLED);
  EXPECT_OK(mm_watch(nullptr, nullptr));
  EXPECT_EQ(mm_episode_tick(episode, 1, &made), MM_NOT_NOW);
  EXPECT_THAT(mm_last_error(), ::testing::HasSubstr("cancelled as its agent thought"));
}

TEST_F(CWatch, ACancelledBatchGoesOnAfterAReset) {
  const std::vector<mm_maze> mazes(100, maze_);
  mm_batch batch = 0;
  std::vector<std::int32_t> states(100), endings(100), moves(100, 1);
  EXPECT_OK(mm_watch(nullptr, nullptr));
  EXPECT_OK(mm_batch_create("imagined", mazes.data(), mazes.size(), 8, 0, 2, &batch));
  EXPECT_OK(mm_batch_reset(batch, nullptr, states.data(), endings.data(), 100));
  const auto first = states;
  EXPECT_OK(mm_watch(ask, &asked_));
  EXPECT_EQ(mm_batch_step(batch, moves.data(), states.data(), endings.data(), 100), MM_CANCELLED);
  EXPECT_EQ(states, first);
  EXPECT_OK(mm_watch(nullptr, nullptr));
  EXPECT_OK(mm_batch_reset(batch, nullptr, states.data(), endings.data(), 100));
  EXPECT_EQ(states, first);
  EXPECT_OK(mm_batch_step(batch, moves.data(), states.data(), endings.data(), 100));
}

}  // namespace
}  // namespace marblemaze::testing
