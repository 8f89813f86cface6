#include "engine/report/pairs.h"

#include <gtest/gtest.h>

namespace marblemaze {
namespace {

// A. Agresti and Y. Min: of 1600 people asked twice, 150 approved only the first time and 86 only
// the second (Agresti, Categorical Data Analysis, table of performance of a prime minister: -0.04,
// 95 % interval -0.06 to -0.02).
TEST(PairedShares, TheIntervalIsAgrestisOfApprovalAskedTwice) {
  const Estimate e = PairedCounts{1600, 150, 86}.share_difference();
  EXPECT_DOUBLE_EQ(e.value, -4);
  EXPECT_NEAR(e.low, -5.87, 0.005);  // 100 (-64 - 1.96 sqrt(237 - 64²/1602)) / 1602
  EXPECT_NEAR(e.high, -2.12, 0.005);
}

TEST(PairedShares, MazesThatNeverDifferStillLeaveRoomForADifference) {
  const Estimate e = PairedCounts{100}.share_difference();
  EXPECT_DOUBLE_EQ(e.value, 0);
  EXPECT_NEAR(e.high, 196.0 / 102, 1e-9);  // half a case on each side
  EXPECT_NEAR(e.low, -196.0 / 102, 1e-9);
}

}  // namespace
}  // namespace marblemaze
