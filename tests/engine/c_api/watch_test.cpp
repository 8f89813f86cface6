#include <functional>

#include <gmock/gmock.h>

#include "tests/support/c_calls.h"

namespace marblemaze::testing {
namespace {

/// Watcher that counts its calls and cancels the watched call.
std::int32_t cancel_call(const mm_progress* progress) {
  EXPECT_GE(progress->done, 0);
  EXPECT_TRUE(progress->total == 0 || progress->done <= progress->total);
  ++*static_cast<int*>(progress->data);
  return 1;
}

class CWatch : public ::testing::Test {
 protected:
  CWatch() { EXPECT_OK(mm_watch(cancel_call, &calls_)); }
  ~CWatch() override { EXPECT_OK(mm_watch(nullptr, nullptr)); }

  int calls_ = 0;
  const mm_maze maze_ = make_maze(3, 7);
};

TEST_F(CWatch, EveryLongCallCanBeCancelledAtItsBeginning) {
  EXPECT_OK(mm_watch(nullptr, nullptr));
  const mm_setup imagined = setup_of("imagined", maze_, 8);
  const mm_world world = new_world(setup_of("bullet", maze_, 8));
  const mm_episode episode = make_episode(setup_of("bullet", maze_, 8), "heuristic");
  mm_model model = 0;
  EXPECT_OK(mm_model_create(&imagined, 50, 0.01, &model));
  mm_batch batch = 0;
  EXPECT_OK(mm_batch_create(&imagined, &maze_, 1, 1, &batch));
  auto truth = sized<mm_truth>();
  const mm_guess* guesses = nullptr;
  std::size_t length = 0;
  std::uint64_t made = 0;
  const std::vector<std::function<mm_status()>> long_calls{
      [&] { return mm_world_truth(world, 0, 0, &truth); },
      [&] { return mm_model_predict(model, 0, 0, &guesses, &length); },
      [&] { return mm_map_create(model, 2, &made); },
      [&] { return mm_episode_run(episode, -1, -1, nullptr); },
      [&] { return mm_batch_create(&imagined, &maze_, 1, 1, &made); },
      [&] { return mm_batch_reset(batch, nullptr, nullptr, nullptr, nullptr, 1); }};
  for (const auto& call : long_calls) {
    EXPECT_OK(mm_watch(cancel_call, &calls_));
    EXPECT_EQ(call(), MM_CANCELLED);
    EXPECT_STREQ(mm_last_error(), "the call was cancelled");
  }
  EXPECT_EQ(calls_, static_cast<int>(long_calls.size()));
  EXPECT_EQ(made, 0u);
}

TEST_F(CWatch, AnEpisodeCancelledBetweenTicksContinues) {
  const mm_setup setup = setup_of("bullet", maze_, 8);
  const mm_episode cancelled = make_episode(setup, "heuristic"),
                   whole = make_episode(setup, "heuristic");
  EXPECT_EQ(mm_episode_run(cancelled, -1, -1, nullptr), MM_CANCELLED);
  EXPECT_OK(mm_watch(nullptr, nullptr));
  EXPECT_OK(mm_episode_run(cancelled, -1, -1, nullptr));
  EXPECT_OK(mm_episode_run(whole, -1, -1, nullptr));
  EXPECT_EQ(info_of_episode(cancelled).ticks, info_of_episode(whole).ticks);
}

TEST_F(CWatch, AnEpisodeReportsACancelledDecision) {
  const mm_episode episode = make_episode(setup_of("bullet", maze_, 8), "simulation-search");
  mm_status status = MM_OK;
  std::int64_t made = 0;
  do {
    // The watcher is called every 64 ticks, and also between them while the agent is choosing a
    // move.
    EXPECT_OK(mm_watch(info_of_episode(episode).ticks % 64 == 0 ? nullptr : cancel_call, &calls_));
    status = mm_episode_run(episode, -1, 1, &made);
  } while (status == MM_OK && made == 1);
  EXPECT_EQ(status, MM_CANCELLED);
  EXPECT_OK(mm_watch(nullptr, nullptr));
  EXPECT_EQ(mm_episode_run(episode, -1, 1, &made), MM_NOT_NOW);
  EXPECT_THAT(mm_last_error(),
              ::testing::HasSubstr("cancelled while its agent was choosing a move"));
}

TEST_F(CWatch, ACancelledBatchContinuesAfterAReset) {
  const std::vector<mm_maze> mazes(100, maze_);
  mm_batch batch = 0;
  std::vector<std::int64_t> states(100);
  const std::vector<std::int32_t> moves(100, 1);
  auto view = sized<mm_view>();
  view.states = states.data();
  EXPECT_OK(mm_watch(nullptr, nullptr));
  const mm_setup setup = setup_of("imagined", 0, 8);
  EXPECT_OK(mm_batch_create(&setup, mazes.data(), mazes.size(), 2, &batch));
  EXPECT_OK(mm_batch_reset(batch, nullptr, nullptr, nullptr, &view, 100));
  const auto first = states;
  EXPECT_OK(mm_watch(cancel_call, &calls_));
  EXPECT_EQ(mm_batch_step(batch, moves.data(), &view, 100), MM_CANCELLED);
  EXPECT_EQ(states, first);
  EXPECT_OK(mm_watch(nullptr, nullptr));
  EXPECT_OK(mm_batch_reset(batch, nullptr, nullptr, nullptr, &view, 100));
  EXPECT_EQ(states, first);
  EXPECT_OK(mm_batch_step(batch, moves.data(), &view, 100));
}

}  // namespace
}  // namespace marblemaze::testing
