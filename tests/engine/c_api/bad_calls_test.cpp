#include <array>
#include <atomic>
#include <thread>

#include "engine/sim/marble_world_kinds.h"
#include "tests/support/c_calls.h"

namespace marblemaze::testing {
namespace {

TEST(CBadCalls, InvalidHandlesAreRejected) {
  const mm_maze maze = make_maze(3, 1);
  const mm_world world = make_world("predicted", maze);
  auto info = sized<mm_maze_info>();
  for (std::uint64_t handle : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}, world}) {
    EXPECT_EQ(mm_maze_get_info(handle, &info), MM_BAD_HANDLE);
    EXPECT_STRNE(mm_last_error(), "");
  }
  mm_text bytes{};
  EXPECT_EQ(mm_save(maze, &bytes), MM_BAD_HANDLE);
  EXPECT_OK(mm_free(maze));
  EXPECT_EQ(mm_maze_get_info(maze, &info), MM_BAD_HANDLE);
  EXPECT_EQ(mm_free(maze), MM_BAD_HANDLE);
  const mm_maze next = make_maze(3, 2);
  EXPECT_NE(next, maze) << "a handle is never used again";
  EXPECT_EQ(mm_maze_get_info(maze, &info), MM_BAD_HANDLE);
  EXPECT_EQ(walk(world, 1).size(), 2u) << "what a world needs outlives its handle";
}

TEST(CBadCalls, NullPointersAndWrongSizesChangeNothing) {
  const mm_maze maze = make_maze(3, 1);
  const mm_world world = make_world("imagined", maze);
  const auto before = seen(world).hash;
  EXPECT_EQ(mm_maze_generate(3, 3, 3, nullptr, 1, nullptr), MM_NULL);
  EXPECT_EQ(mm_maze_get_info(maze, nullptr), MM_NULL);
  EXPECT_EQ(mm_maze_to_text(maze, "json", nullptr), MM_NULL);
  EXPECT_EQ(mm_maze_from_json(nullptr, 5, nullptr), MM_NULL);
  EXPECT_EQ(mm_load(world, nullptr, 80), MM_NULL);
  EXPECT_EQ(mm_world_create(nullptr, nullptr), MM_NULL);
  mm_world made = 0;
  mm_setup setup = setup_of("imagined", maze);
  setup.size = sizeof setup + 8;
  EXPECT_EQ(mm_world_create(&setup, &made), MM_BAD_INPUT);
  setup = setup_of(nullptr, maze);
  EXPECT_EQ(mm_world_create(&setup, &made), MM_NULL);
  EXPECT_EQ(made, 0u);
  EXPECT_EQ(seen(world).hash, before);
}

TEST(CBadCalls, AWorldRejectsCallsThatItsStateForbids) {
  const mm_world world = new_world(setup_of("imagined", make_maze(3, 1), 8));
  mm_world copy = 0;
  auto rule = sized<mm_rule>();
  const auto begin = [&](int move) { return mm_world_step(world, move, 0, nullptr, nullptr); };
  EXPECT_EQ(begin(0), MM_NOT_NOW);
  EXPECT_EQ(mm_world_copy_for_agent(world, 1, &copy), MM_NOT_NOW);
  EXPECT_EQ(seen(world).state, -1);
  move(world);
  EXPECT_EQ(begin(3), MM_BAD_INPUT);
  EXPECT_EQ(mm_world_begin_switch(world, 4), MM_BAD_INPUT);
  EXPECT_EQ(mm_world_begin_switch(world, 8), MM_BAD_INPUT);
  EXPECT_EQ(mm_world_rule(world, 27 * 8, -1, &rule), MM_BAD_INPUT);
  EXPECT_EQ(mm_world_rule(world, -1, -1, &rule), MM_BAD_INPUT);
  EXPECT_EQ(mm_world_step(world, -1, -2, nullptr, nullptr), MM_BAD_INPUT);
  EXPECT_EQ(mm_world_turn(world, nullptr, 1), MM_UNSUPPORTED);
  EXPECT_OK(begin(0));
  EXPECT_EQ(seen(world).moves_made, 1);
  EXPECT_EQ(begin(0), MM_NOT_NOW);
  EXPECT_EQ(mm_world_begin_switch(world, 24), MM_NOT_NOW);
}

TEST(CBadCalls, AnErrorNamesTheValueAndBelongsToItsThread) {
  mm_world world = 0;
  const mm_setup setup = setup_of("wooden", make_maze(3, 1), 8);
  EXPECT_EQ(mm_world_create(&setup, &world), MM_BAD_INPUT);
  EXPECT_EQ(mm_last_error(), "world 'wooden': expected " + marble_world_names());
  std::string elsewhere = "not asked";
  std::thread([&] { elsewhere = mm_last_error(); }).join();
  EXPECT_EQ(elsewhere, "");
}

struct Gate {
  std::atomic<bool> entered = false, open = false;
};
/// Watcher that blocks its call until the gate opens.
std::int32_t wait_in_the_call(const mm_progress* progress) {
  auto& gate = *static_cast<Gate*>(progress->data);
  gate.entered = true;
  while (!gate.open) std::this_thread::yield();
  return 0;
}

TEST(CBadCalls, WorldInUseIsBusyForAnotherThread) {
  const mm_world world = make_world("predicted", make_maze(3, 1));
  Gate gate;
  mm_status of_the_call = MM_MACHINE;
  std::thread other([&] {
    EXPECT_OK(mm_watch(wait_in_the_call, &gate));
    auto truth = sized<mm_truth>();
    of_the_call = mm_world_truth(world, 0, 0, &truth);
  });
  while (!gate.entered) std::this_thread::yield();
  auto observation = sized<mm_observation>();
  EXPECT_EQ(mm_world_observe(world, &observation), MM_BUSY);
  gate.open = true;
  other.join();
  EXPECT_EQ(of_the_call, MM_OK);
  EXPECT_OK(mm_world_observe(world, &observation));
}

TEST(CBadCalls, FreedHandleFailsInOtherThreads) {
  for (int round = 0; round < 20; ++round) {
    const mm_world world = make_world("imagined", make_maze(3, 1));
    std::atomic<bool> at_work = false;
    mm_status last = MM_OK;
    std::thread other([&] {
      while (last == MM_OK) {
        last = mm_world_reset(world);
        if (last == MM_OK) last = mm_world_step(world, -1, -1, nullptr, nullptr);
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

TEST(CRunCommand, ReportsBadInputByStatusOrToAWatcher) {
  const std::array<const char*, 4> words{"marblemaze", "generate", "--size", "x"};
  std::int32_t status = -7;
  EXPECT_EQ(mm_run_command(0, words.data(), &status), MM_BAD_INPUT);
  EXPECT_STREQ(mm_last_error(), "argc 0: expected 1 or more");
  EXPECT_OK(mm_watch([](const mm_progress*) { return 0; }, nullptr));
  EXPECT_EQ(mm_run_command(4, words.data(), &status), MM_BAD_INPUT);
  EXPECT_NE(std::string(mm_last_error()).find("--size 'x'"), std::string::npos);
  EXPECT_EQ(status, -7) << "a failed call leaves its outputs unchanged";
  EXPECT_OK(mm_watch(nullptr, nullptr));
  ::testing::internal::CaptureStderr();
  EXPECT_OK(mm_run_command(4, words.data(), &status));
  EXPECT_NE(::testing::internal::GetCapturedStderr().find("--size 'x'"), std::string::npos);
  EXPECT_EQ(status, 2);
}

}  // namespace
}  // namespace marblemaze::testing
