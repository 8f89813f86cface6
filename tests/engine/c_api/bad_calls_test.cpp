#include <algorithm>
#include <atomic>
#include <thread>

#include "engine/sim/marble_worlds.h"
#include "tests/support/c_calls.h"

namespace marblemaze::testing {
namespace {

TEST(CBadCalls, HandlesThatAreNoneFreedOrOfAnotherKindAreRefused) {
  const mm_maze maze = a_maze(3, 1);
  const mm_world world = a_world("predicted", maze);
  mm_maze_info info{};
  info.size = sizeof info;
  for (std::uint64_t handle : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}, world}) {
    EXPECT_EQ(mm_maze_get_info(handle, &info), MM_BAD_HANDLE);
    EXPECT_STRNE(mm_last_error(), "");
  }
  EXPECT_OK(mm_free(maze));
  EXPECT_EQ(mm_maze_get_info(maze, &info), MM_BAD_HANDLE);
  EXPECT_EQ(mm_free(maze), MM_BAD_HANDLE);
  const mm_maze next = a_maze(3, 2);
  EXPECT_NE(next, maze) << "a handle is never used again";
  EXPECT_EQ(mm_maze_get_info(maze, &info), MM_BAD_HANDLE);
  EXPECT_EQ(walk(world, 1).size(), 2u) << "what a world needs outlives its handle";
}

TEST(CBadCalls, NullPointersAndTooLittleRoomAreErrorsThatChangeNothing) {
  const mm_maze maze = a_maze(3, 1);
  const mm_world world = a_world("imagined", maze);
  const auto before = hash_of(world);
  EXPECT_EQ(mm_maze_generate(3, 3, 3, nullptr, 1, nullptr), MM_NULL);
  EXPECT_EQ(mm_maze_get_info(maze, nullptr), MM_NULL);
  EXPECT_EQ(mm_world_move(world, 0, nullptr), MM_NULL);
  EXPECT_EQ(mm_world_settle(world, nullptr), MM_NULL);
  EXPECT_EQ(mm_maze_from_json(nullptr, 5, nullptr), MM_NULL);
  EXPECT_EQ(mm_world_restore(world, nullptr, 80), MM_NULL);
  char text[4] = "abc";
  std::size_t needed = 0;
  EXPECT_EQ(mm_maze_hash(maze, text, sizeof text, &needed), MM_TOO_SMALL);
  EXPECT_EQ(needed, 17u);
  EXPECT_STREQ(text, "abc");
  EXPECT_EQ(mm_last_text(text, sizeof text, &needed), MM_TOO_SMALL);
  EXPECT_EQ(mm_last_text(text, sizeof text, nullptr), MM_NULL);
  std::uint8_t walls[5];
  EXPECT_EQ(mm_maze_walls(maze, walls, 5), MM_TOO_SMALL);
  EXPECT_EQ(hash_of(world), before);
}

TEST(CBadCalls, AWorldRefusesWhatItCannotDoNow) {
  mm_world world = 0, copy = 0;
  std::int32_t ending = 0, count = 0;
  EXPECT_OK(mm_world_create("imagined", a_maze(3, 1), 8, 0, &world));
  EXPECT_EQ(mm_world_begin(world, 0), MM_NOT_NOW);
  EXPECT_EQ(mm_world_copy_for_agent(world, 1, &copy), MM_NOT_NOW);
  EXPECT_EQ(info_of(world).state, -1);
  EXPECT_OK(mm_world_settle(world, &ending));
  EXPECT_EQ(mm_world_begin(world, 3), MM_BAD_INPUT);
  EXPECT_EQ(mm_world_begin_switch(world, 4), MM_BAD_INPUT);
  EXPECT_EQ(mm_world_begin_switch(world, 8), MM_BAD_INPUT);
  EXPECT_EQ(mm_world_move_count(world, 27 * 8, &count), MM_BAD_INPUT);
  EXPECT_EQ(mm_world_move_count(world, -1, &count), MM_BAD_INPUT);
  EXPECT_EQ(mm_world_tick(world, 0, nullptr, nullptr), MM_BAD_INPUT);
  EXPECT_OK(mm_world_begin(world, 0));
  EXPECT_EQ(mm_world_begin(world, 0), MM_NOT_NOW);
  EXPECT_EQ(mm_world_begin_switch(world, 24), MM_NOT_NOW);
}

TEST(CBadCalls, RunsOfAnotherSizeOrWithoutMemoryAreRefusedBeforeAnythingMoves) {
  const mm_maze maze = a_maze(3, 7);
  mm_batch batch = 0;
  std::int32_t move = 0, ending = 0, before = 0, after = 0;
  EXPECT_OK(mm_batch_create("imagined", &maze, 1, 8, 0, 1, &batch));
  EXPECT_OK(mm_batch_reset(batch, nullptr, &before, &ending, 1));
  mm_batch_runs runs{};
  EXPECT_EQ(mm_batch_play(batch, &move, nullptr, 1), MM_NULL);
  EXPECT_EQ(mm_batch_play(batch, &move, &runs, 1), MM_BAD_INPUT);
  runs.size = sizeof runs;
  EXPECT_EQ(mm_batch_play(batch, &move, &runs, 1), MM_NULL);
  runs.move_cap = 1;
  std::vector<std::int64_t> numbers(6, -1);
  std::vector<std::int8_t> visited(27 * 8);
  runs.states = &numbers[0], runs.moves = &numbers[1], runs.outcomes = &numbers[2];
  runs.cells = &numbers[3], runs.orientations = &numbers[4], runs.visited = visited.data();
  EXPECT_EQ(mm_batch_play(batch, &move, &runs, 1), MM_BAD_INPUT) << "state -1";
  const std::uint64_t stream = 0;
  EXPECT_EQ(mm_batch_begin(batch, nullptr, nullptr, nullptr, &runs, 1), MM_NULL);
  EXPECT_EQ(mm_batch_begin(batch, nullptr, nullptr, &stream, nullptr, 1), MM_NULL);
  EXPECT_EQ(mm_batch_begin(batch, nullptr, nullptr, &stream, &runs, 2), MM_BAD_INPUT);
  numbers[0] = std::int64_t{1} << 32;
  EXPECT_EQ(mm_batch_play(batch, &move, &runs, 1), MM_BAD_INPUT) << "state 2^32";
  EXPECT_OK(mm_batch_begin(batch, nullptr, nullptr, &stream, &runs, 1));
  EXPECT_EQ(numbers, (std::vector<std::int64_t>{before, 0, 0, before / 8, before % 8, -1}));
  EXPECT_EQ(std::count(visited.begin(), visited.end(), 1), 1);
  EXPECT_OK(mm_batch_states(batch, &after, 1));
  EXPECT_EQ(after, before);
  EXPECT_OK(mm_batch_play(batch, &move, &runs, 1));
  EXPECT_OK(mm_batch_states(batch, &after, 1));
  EXPECT_EQ(numbers[0], after);
  EXPECT_EQ(numbers[1], 1);
  EXPECT_EQ(numbers[2], MM_OUTCOME_CAPPED);
}

TEST(CBadCalls, AnErrorNamesTheValueAndBelongsToItsThread) {
  mm_world world = 0;
  EXPECT_EQ(mm_world_create("wooden", a_maze(3, 1), 8, 0, &world), MM_BAD_INPUT);
  EXPECT_EQ(mm_last_error(), "world 'wooden': expected " + marble_world_names());
  std::string elsewhere = "not asked";
  std::thread([&] { elsewhere = mm_last_error(); }).join();
  EXPECT_EQ(elsewhere, "");
}

struct Gate {
  std::atomic<bool> entered = false, open = false;
};
/// A watcher that holds the call in which it is asked until the gate opens.
std::int32_t wait_in_the_call(const mm_progress* progress) {
  auto& gate = *static_cast<Gate*>(progress->data);
  gate.entered = true;
  while (!gate.open) std::this_thread::yield();
  return 0;
}

TEST(CBadCalls, AWorldInUseByOneThreadIsBusyForAnother) {
  const mm_world world = a_world("predicted", a_maze(3, 1));
  Gate gate;
  mm_status of_the_call = MM_MACHINE;
  std::thread other([&] {
    EXPECT_OK(mm_watch(wait_in_the_call, &gate));
    std::int32_t solvable = 0, complete = 0, moves[100];
    std::int64_t tried = 0;
    double chance = 0;
    std::size_t length = 0;
    of_the_call =
        mm_world_truth(world, 0, 0, &solvable, &complete, &tried, &chance, moves, 100, &length);
  });
  while (!gate.entered) std::this_thread::yield();
  std::uint64_t hash = 0;
  EXPECT_EQ(mm_world_state_hash(world, &hash), MM_BUSY);
  gate.open = true;
  other.join();
  EXPECT_EQ(of_the_call, MM_OK);
  EXPECT_OK(mm_world_state_hash(world, &hash));
}

TEST(CBadCalls, AHandleFreedWhileAnotherThreadUsesItEndsThatThreadsCallsWithAnError) {
  for (int round = 0; round < 20; ++round) {
    const mm_world world = a_world("imagined", a_maze(3, 1));
    std::atomic<bool> at_work = false;
    mm_status last = MM_OK;
    std::thread other([&] {
      std::int32_t ending = 0;
      while (last == MM_OK) {
        last = mm_world_reset(world);
        if (last == MM_OK) last = mm_world_settle(world, &ending);
        at_work = true;
        at_work.notify_one();
      }
    });
    at_work.wait(false);
    EXPECT_OK(mm_free(world));
    other.join();
    EXPECT_EQ(last, MM_BAD_HANDLE);
    EXPECT_EQ(mm_free(world), MM_BAD_HANDLE);
  }
}

}  // namespace
}  // namespace marblemaze::testing
