#include "engine/cli/common/progress_line.h"

#include <gtest/gtest.h>

namespace marblemaze {
namespace {

TEST(Pace, TheRemainingTimeFollowsTheRecentSpeed) {
  Pace pace(1000);
  EXPECT_FALSE(pace.seconds_left()) << "nothing is known yet";
  for (int s = 1; s <= 100; ++s) pace.add(s, 1);
  EXPECT_NEAR(*pace.seconds_left(), 900, 1);
  for (int s = 101; s <= 140; ++s) pace.add(s, 10);  // ten times as fast from now on
  EXPECT_NEAR(*pace.seconds_left(), 50, 1);
  EXPECT_NEAR(pace.parts_per_second(), 1, 0.05);
}

}  // namespace
}  // namespace marblemaze
