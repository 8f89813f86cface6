#include "maze/base/stop_token.h"

#include <thread>

#include <gtest/gtest.h>

namespace marblemaze {
namespace {

TEST(StopToken, NeverSaysStopWithoutASource) { EXPECT_FALSE(StopToken().stop_requested()); }

TEST(StopToken, HearsItsSourceInAnotherThreadAndOutlivesIt) {
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

}  // namespace
}  // namespace marblemaze
