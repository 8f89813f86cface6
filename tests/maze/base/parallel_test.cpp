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

TEST(StopPoint, ThrowsOnlyInTheThreadAndScopeOfItsToken) {
  const StopSource source;
  source.request_stop();
  EXPECT_NO_THROW(check_stop());
  {
    const StopScope stopped(source.token());
    EXPECT_THROW(check_stop(), Interrupted);
    std::thread([] { EXPECT_NO_THROW(check_stop()); }).join();
    const StopScope unstopped{StopToken()};
    EXPECT_NO_THROW(check_stop());
  }
  EXPECT_NO_THROW(check_stop());
}

}  // namespace
}  // namespace marblemaze
