#include "maze/base/for_all.h"

#include <stdexcept>

#include <gtest/gtest.h>

namespace marblemaze {
namespace {

TEST(ForAll, CallsEachOnceOnAnyNumberOfThreads) {
  for (const int jobs : {1, 2, 7}) {
    std::vector<int> calls(100, 0);
    for_all(calls.size(), jobs, [&](std::size_t i) { ++calls[i]; });
    EXPECT_EQ(calls, std::vector<int>(100, 1)) << jobs;
  }
}

TEST(ForAll, ThrowsInTheCallingThreadWhatWasThrownInAHelper) {
  for (const int jobs : {1, 4})
    EXPECT_THROW(for_all(1000, jobs,
                         [](std::size_t i) {
                           if (i == 500) throw std::runtime_error("the 500th");
                         }),
                 std::runtime_error)
        << jobs;
}

}  // namespace
}  // namespace marblemaze
