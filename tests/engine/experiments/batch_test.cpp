#include "engine/experiments/batch.h"

#include <map>
#include <stdexcept>

#include <gmock/gmock.h>

#include "engine/report/table_report.h"

namespace marblemaze {
namespace {

using ::testing::ElementsAreArray;

const StopToken kNeverStop;

std::vector<Task> some_tasks(int mazes) {
  std::vector<Task> tasks;
  for (const char* agent : {"breadth-first", "complete-solution-prediction"})
    for (int seed = 1; seed <= mazes; ++seed)
      tasks.push_back({{agent, 8, Layers::all, 3}, static_cast<std::uint64_t>(seed)});
  return tasks;
}

using Key = std::pair<std::string, std::uint64_t>;
using Ending = std::tuple<Outcome, int, int, long>;

std::map<Key, Ending> endings(const std::vector<Task>& tasks, const std::string& world, int jobs) {
  std::map<Key, Ending> all;
  run_batch(
      tasks, world, {}, jobs,
      [&](const EpisodeRow& e) {
        const bool is_new =
            all.emplace(Key{e.row.agent, e.seed},
                        Ending{e.outcome, e.counters.moves, e.counters.repeated, e.ticks})
                .second;
        EXPECT_TRUE(is_new) << e.row.agent << " seed " << e.seed << " reported twice";
      },
      kNeverStop);
  return all;
}

TEST(Batch, TheThesisSuiteIsTheRowsOfTables7And8InTheirOrder) {
  std::vector<RowSpec> rows;
  for (const ThesisRow& thesis : thesis_rows()) rows.push_back(thesis.row);
  EXPECT_EQ(rows.size(), 14u);
  EXPECT_THAT(thesis_suite(), ElementsAreArray(rows));
}

TEST(Batch, LargerMazesMoreOrientationsAndBlinderSearchesAreExpectedToCostMore) {
  const auto cost = [](const char* agent, int orientations, Layers layers, int size) {
    return expected_cost(Task{{agent, orientations, layers, size}, 1});
  };
  EXPECT_GT(cost("heuristic", 8, Layers::all, 4), cost("heuristic", 8, Layers::all, 3));
  EXPECT_GT(cost("heuristic", 8, Layers::all, 5), cost("heuristic", 8, Layers::outer, 5));
  EXPECT_GT(cost("heuristic", 24, Layers::all, 3), cost("heuristic", 8, Layers::all, 3));
  EXPECT_GT(cost("depth-first", 8, Layers::all, 3), cost("heuristic", 8, Layers::all, 3));
  EXPECT_GT(cost("simulation-search", 8, Layers::all, 3), cost("depth-first", 8, Layers::all, 3));
}

TEST(Batch, OneThreadAndSeveralGiveTheSameEpisodesInBullet) {
  const auto tasks = some_tasks(6);
  const auto alone = endings(tasks, "bullet", 1);
  EXPECT_EQ(alone.size(), tasks.size());
  EXPECT_EQ(endings(tasks, "bullet", 2), alone);
  EXPECT_EQ(endings(tasks, "bullet", 7), alone);
}

TEST(Batch, MoreThreadsThanTasksAndNoTasksAtAllAreFine) {
  EXPECT_EQ(endings(some_tasks(1), "predicted", 50).size(), 2u);
  EXPECT_TRUE(endings({}, "predicted", 3).empty());
}

TEST(Batch, AFullDiskUnderOneResultEndsTheBatchWithThatError) {
  int stored = 0;
  const auto store = [&](const EpisodeRow&) {
    if (++stored == 3) throw std::runtime_error("disk full");
  };
  EXPECT_THROW(run_batch(some_tasks(200), "predicted", {}, 2, store, kNeverStop),
               std::runtime_error);
  EXPECT_EQ(stored, 3);
}

TEST(Batch, ATaskThatCannotBeRunEndsTheBatchWithItsError) {
  auto tasks = some_tasks(5);
  tasks[4].row.orientations = 7;
  EXPECT_ANY_THROW(run_batch(
      tasks, "predicted", {}, 2, [](const EpisodeRow&) {}, kNeverStop));
}

TEST(Batch, WhatWasFinishedWhenItIsStoppedIsStillHandedOver) {
  const StopSource stop;
  std::size_t stored = 0;
  const auto tasks = some_tasks(200);
  run_batch(
      tasks, "bullet", {}, 2,
      [&](const EpisodeRow&) {
        if (++stored == 5) stop.request_stop();
      },
      stop.token());
  EXPECT_GE(stored, 5u);
  EXPECT_LT(stored, tasks.size());
}

}  // namespace
}  // namespace marblemaze
