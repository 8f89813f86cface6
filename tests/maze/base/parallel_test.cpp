#include "maze/base/parallel.h"

#include <set>
#include <stdexcept>

#include <gtest/gtest.h>

namespace marblemaze {
namespace {

TEST(RunOnThreads, DeliversEveryRowOnceAndSequentially) {
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

TEST(RunOnThreads, RethrowsExceptionsAfterTheCompletedRows) {
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

TEST(StopPoint, ThrowsOnlyInTheThreadAndScopeOfItsToken) {
  const StopSource source;
  source.request_stop();
  EXPECT_NO_THROW(stop_point());
  {
    const StopScope stopped(source.token());
    EXPECT_THROW(stop_point(), Interrupted);
    std::thread([] { EXPECT_NO_THROW(stop_point()); }).join();
    const StopScope unstopped{StopToken()};
    EXPECT_NO_THROW(stop_point());
  }
  EXPECT_NO_THROW(stop_point());
}

TEST(StopPoint, ReportsProgressToItsWatcher) {
  struct Stopper : WorkWatcher {
    void look() override {
      EXPECT_EQ(current_work.total, 9);
      if (current_work.done == 3) source.request_stop();
    }
    StopSource source;
  } stopper;
  const StopScope scope(stopper.source.token());
  current_work.watcher = &stopper;
  std::int64_t done = 0;
  EXPECT_THROW(for (;; ++done) stop_point(done, 9), Interrupted);
  EXPECT_EQ(done, 3);
}

}  // namespace
}  // namespace marblemaze
