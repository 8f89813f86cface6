#include "maze/base/stop.h"

#include <thread>

#include <gtest/gtest.h>

namespace marblemaze {
namespace {

TEST(StopToken, WithoutASourceNeverStops) { EXPECT_FALSE(StopToken().stop_requested()); }

TEST(StopToken, SeesRequestsFromOtherThreads) {
  StopToken token;
  {
    const StopSource source;
    token = source.token();
    EXPECT_FALSE(token.stop_requested());
    std::thread asks([&] { source.request_stop(); });
    while (!token.stop_requested()) std::this_thread::yield();
    asks.join();
  }
  EXPECT_TRUE(token.stop_requested());
  EXPECT_FALSE(StopSource().token().stop_requested()) << "another source's";
}

TEST(StopPoint, ThrowsInTheThreadAndScopeOfTheTokenAlone) {
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
      EXPECT_EQ(this_work.total, 9);
      if (this_work.done == 3) source.request_stop();
    }
    StopSource source;
  } stopper;
  const StopScope scope(stopper.source.token());
  this_work.watcher = &stopper;
  std::int64_t done = 0;
  EXPECT_THROW(for (;; ++done) stop_point(done, 9), Interrupted);
  EXPECT_EQ(done, 3);
}

}  // namespace
}  // namespace marblemaze
