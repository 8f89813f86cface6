#include "maze/base/parallel.h"

#include <numeric>
#include <set>
#include <stdexcept>

#include <gtest/gtest.h>

namespace marblemaze {
namespace {

TEST(ParallelFor, CallsEachOnceOnAnyNumberOfThreads) {
  for (const int jobs : {1, 2, 7}) {
    std::vector<int> calls(100, 0);
    parallel_for(calls.size(), jobs, [&](std::size_t i) { ++calls[i]; });
    EXPECT_EQ(calls, std::vector<int>(100, 1)) << jobs;
  }
}

TEST(ParallelFor, RethrowsExceptionsInTheCallingThread) {
  for (const int jobs : {1, 4})
    EXPECT_THROW(parallel_for(1000, jobs,
                              [](std::size_t i) {
                                if (i == 500) throw std::runtime_error("the 500th");
                              }),
                 std::runtime_error)
        << jobs;
}

TEST(RunOnThreads, DeliversEveryRowOnceAndOneAtATime) {
  for (const int jobs : {1, 2, 7}) {
    std::multiset<std::size_t> rows;
    std::atomic<int> taken_now{0};
    run_on_threads<std::size_t>(
        200, jobs, [](std::size_t i) { return i; },
        [&](std::size_t row) {
          EXPECT_EQ(++taken_now, 1);
          rows.insert(row);
          --taken_now;
        });
    EXPECT_EQ(rows.size(), 200u) << jobs;
    EXPECT_EQ(std::set<std::size_t>(rows.begin(), rows.end()).size(), 200u) << jobs;
  }
}

TEST(RunOnThreads, RethrowsWhatAMakerThrowsAfterTheRowsBeforeIt) {
  std::vector<std::size_t> rows;
  const auto run = [&] {
    run_on_threads<std::size_t>(
        100, 1,
        [](std::size_t i) {
          if (i == 3) throw std::runtime_error("the third");
          return i;
        },
        [&](std::size_t row) { rows.push_back(row); });
  };
  EXPECT_THROW(run(), std::runtime_error);
  EXPECT_EQ(rows, (std::vector<std::size_t>{0, 1, 2}));
}

TEST(RunOnThreads, StopsTheMakersWhenTakingARowFails) {
  std::atomic<int> made{0};
  const auto run = [&] {
    run_on_threads<int>(
        1'000'000, 2, [&](std::size_t) { return ++made; },
        [](int) { throw std::runtime_error("the disk is full"); });
  };
  EXPECT_THROW(run(), std::runtime_error);
  EXPECT_LT(made, 1'000'000);
}

TEST(RunOnThreads, SkipsUnstartedRowsWhenStopped) {
  const StopSource stop;
  const StopScope scope(stop.token());
  int taken = 0;
  const auto run = [&] {
    run_on_threads<std::size_t>(
        1'000'000, 2,
        [&](std::size_t i) {
          if (i >= 10) stop.request_stop();
          return i;
        },
        [&](std::size_t) { ++taken; });
  };
  EXPECT_THROW(run(), Interrupted);
  EXPECT_GE(taken, 10);
  EXPECT_LT(taken, 1'000'000);
}

TEST(RunOnThreads, DeliversNoRowAfterAFailure) {
  for (int attempt = 0; attempt < 50; ++attempt) {
    int taken = 0;
    EXPECT_THROW(run_on_threads<int>(
                     100, 4, [](std::size_t i) { return static_cast<int>(i); },
                     [&](int) {
                       ++taken;
                       throw std::runtime_error("no room");
                     }),
                 std::runtime_error);
    EXPECT_EQ(taken, 1);
  }
}

}  // namespace
}  // namespace marblemaze
