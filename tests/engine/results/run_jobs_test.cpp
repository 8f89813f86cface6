#include <map>
#include <stdexcept>

#include <gmock/gmock.h>

#include "engine/results/results_store.h"
#include "maze/base/stop.h"
#include "support/temporary_folder.h"

namespace marblemaze {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<Job> some_jobs(const Source& source, int mazes) {
  std::vector<Job> jobs;
  for (const char* agent : {"breadth-first", "complete-solution-prediction"})
    for (int seed = 1; seed <= mazes; ++seed)
      jobs.push_back(source.job({agent, ControlScheme::cube_8, Layers::all, 3},
                                static_cast<std::uint64_t>(seed)));
  return jobs;
}

using Key = std::pair<std::string, std::uint64_t>;
using Ending = std::tuple<Outcome, int, int, long>;

std::map<Key, Ending> endings(int mazes, const std::string& world, int threads) {
  const Source source = seeded(world, {});
  std::map<Key, Ending> all;
  const testing::TemporaryFolder folder;
  ResultsStore store(folder / "a.db", ResultsStore::Mode::create_or_append);
  run_jobs(store, source, some_jobs(source, mazes), threads, [&](const ResultRow& row) {
    const Ending ending{row.outcome, row.counters.moves, row.counters.repeated, row.ticks};
    const bool is_new = all.emplace(Key{row.job.row.agent, row.job.seed}, ending).second;
    EXPECT_TRUE(is_new) << row.job.row.agent << " seed " << row.job.seed << " reported twice";
  });
  return all;
}

TEST(RunJobs, OneThreadAndSeveralGiveTheSameEpisodesInBullet) {
  const auto alone = endings(6, "bullet", 1);
  EXPECT_EQ(alone.size(), 12u);
  EXPECT_EQ(endings(6, "bullet", 2), alone);
  EXPECT_EQ(endings(6, "bullet", 7), alone);
}

TEST(RunJobs, MoreThreadsThanJobsAndNoJobsAtAllAreFine) {
  EXPECT_EQ(endings(1, "predicted", 50).size(), 2u);
  EXPECT_TRUE(endings(0, "predicted", 3).empty());
}

TEST(RunJobs, AFullDiskEndsTheRunWithItsError) {
  const Source source = seeded("predicted", {});
  int stored = 0;
  const auto keep = [&](const ResultRow&) {
    if (++stored == 3) throw std::runtime_error("disk full");
  };
  const testing::TemporaryFolder folder;
  ResultsStore store(folder / "a.db", ResultsStore::Mode::create_or_append);
  EXPECT_THROW(run_jobs(store, source, some_jobs(source, 200), 2, keep), std::runtime_error);
  EXPECT_EQ(stored, 3);
}

TEST(RunJobs, AJobThatCannotBeDoneEndsTheRunWithItsError) {
  const Source source = seeded("predicted", {});
  auto jobs = some_jobs(source, 5);
  jobs[4].row.control = ControlScheme{7};
  const testing::TemporaryFolder folder;
  ResultsStore store(folder / "a.db", ResultsStore::Mode::create_or_append);
  EXPECT_ANY_THROW(run_jobs(store, source, jobs, 2, [](const ResultRow&) {}));
}

TEST(RunJobs, FinishedRowsAreDeliveredAfterAStop) {
  const Source source = seeded("bullet", {});
  const StopSource stop;
  const StopScope scope(stop.token());
  std::size_t stored = 0;
  const auto jobs = some_jobs(source, 200);
  const testing::TemporaryFolder folder;
  ResultsStore store(folder / "a.db", ResultsStore::Mode::create_or_append);
  const auto run = [&] {
    run_jobs(store, source, jobs, 2, [&](const ResultRow&) {
      if (++stored == 5) stop.request_stop();
    });
  };
  EXPECT_THROW(run(), Interrupted);
  EXPECT_GE(stored, 5u);
  EXPECT_LT(stored, jobs.size());
}

TEST(RunJobs, OnlyMissingRowsAreRun) {
  const testing::TemporaryFolder folder;
  const Source source = seeded("predicted", {});
  std::vector<Job> jobs = some_jobs(source, 2);
  jobs.push_back(jobs[0].truth());
  const std::vector<Job> first{jobs[1], jobs[4]};
  {
    ResultsStore store(folder / "a.db", ResultsStore::Mode::create_or_append);
    EXPECT_THAT(store.found(jobs), IsEmpty());
    run_jobs(store, source, first, 2, [](const ResultRow&) {});
    store.finish();
  }
  const ResultsStore again(folder / "a.db", ResultsStore::Mode::create_or_append);
  const std::vector<ResultRow> rows = again.found(jobs);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].job, jobs[1]);
  EXPECT_EQ(rows[1].job, jobs[4]);
  EXPECT_THAT(again.left_of(jobs), ElementsAre(jobs[0], jobs[2], jobs[3]));
}

TEST(RunJobs, TheMostExpensiveJobsRunFirst) {
  const Source source = seeded("bullet", {});
  const Job small = source.job({"heuristic", ControlScheme::cube_8, Layers::all, 3}, 1),
            large = source.job({"heuristic", ControlScheme::cube_8, Layers::all, 4}, 1),
            blind = source.job({"depth-first", ControlScheme::cube_8, Layers::all, 4}, 1);
  const testing::TemporaryFolder folder;
  const ResultsStore store(folder / "a.db", ResultsStore::Mode::create_or_append);
  EXPECT_THAT(store.left_of({small, large, blind, small.truth()}),
              ElementsAre(blind, large, small, small.truth()));
}

}  // namespace
}  // namespace marblemaze
