#include <gmock/gmock.h>

#include "engine/bench/results_store.h"
#include "maze/base/parallel.h"
#include "support/temporary_folder.h"

namespace marblemaze {
namespace {

using ::testing::ElementsAre;

JobList list(const std::vector<JobBlock>& blocks) { return JobList(blocks); }

std::vector<Job> each(const JobList& jobs) {
  std::vector<Job> all;
  for (std::uint64_t i = 0; i < jobs.size(); ++i) all.push_back(jobs[i]);
  return all;
}

TEST(RunJobs, ShardsContainEachJobOnceAndResumeWhereTheyStopped) {
  const testing::TemporaryFolder folder;
  const Source source = generated_mazes("predicted", {});
  std::vector<JobBlock> blocks = source.jobs({{"breadth-first", ControlScheme::cube_8}}, {5, 8}, 3);
  blocks.push_back({source.job({"heuristic", ControlScheme::cube_8}, 1)});
  std::vector<Job> dealt(JobList(blocks).size());
  ResultsStore store(folder / "a.db", ResultsStore::Mode::create_or_append);
  for (std::uint64_t number = 1; number <= 4; ++number) {
    const JobList shard(blocks, {number, 4});
    for (std::uint64_t i = 0; i < shard.size(); ++i) dealt.at(4 * i + number - 1) = shard[i];
    run_jobs(store, source, list({{shard[1]}}), 1, [](const ResultRow&) {});
    std::vector<Job> left = each(shard);
    left.erase(left.begin() + 1);
    EXPECT_EQ(each(store.missing_jobs(shard)), left);
  }
  EXPECT_EQ(dealt, each(JobList(blocks)));
}

TEST(RunJobs, JobsOfAMillionMazesAreListedImmediately) {
  const testing::TemporaryFolder folder;
  const Source source = generated_mazes("bullet", {});
  const ResultsStore store(folder / "a.db", ResultsStore::Mode::create_or_append);
  const double began = thread_cpu_s();
  const JobList left = store.missing_jobs(JobList(source.jobs(thesis_suite(), {1, 1'000'000})));
  ASSERT_EQ(left.size(), 14'000'000u);
  EXPECT_EQ(left[13'999'999].seed, 1'000'000u);
  EXPECT_LT(thread_cpu_s() - began, 1);
}

TEST(RunJobs, TheMostExpensiveJobsRunFirst) {
  const Source source = generated_mazes("bullet", {});
  const Job small = source.job({"heuristic", ControlScheme::cube_8, Layers::all, 3}, 1),
            large = source.job({"heuristic", ControlScheme::cube_8, Layers::all, 4}, 1),
            blind = source.job({"depth-first", ControlScheme::cube_8, Layers::all, 4}, 1);
  const testing::TemporaryFolder folder;
  const ResultsStore store(folder / "a.db", ResultsStore::Mode::create_or_append);
  EXPECT_THAT(each(store.missing_jobs(list({{small}, {large}, {blind}, {small.truth()}}))),
              ElementsAre(blind, large, small, small.truth()));
}

}  // namespace
}  // namespace marblemaze
