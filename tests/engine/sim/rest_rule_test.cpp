#include <gtest/gtest.h>

#include "engine/sim/marble_model.h"

namespace marblemaze {
namespace {

constexpr RestRule kRest{1e-3, 1.0 / 120};

TEST(RestRule, RequiresUninterruptedStillness) {
  std::int64_t still = 0;
  for (int tick = 1; tick <= 29; ++tick) {
    still = kRest.count(still, 1e-4);
    EXPECT_FALSE(kRest.still_for(still, 0.25)) << tick;
  }
  EXPECT_TRUE(kRest.still_for(kRest.count(still, 1e-4), 0.25)) << "30 ticks of 1/120 s";
}

TEST(RestRule, ATurningPointIsNoRest) {
  EXPECT_EQ(kRest.count(20, 0.2), 0) << "one lively tick begins the wait again";
}

TEST(RestRule, EnergyAtTheLimitIsNotStill) { EXPECT_EQ(kRest.count(5, 1e-3), 0); }

TEST(RestRule, DoesNotDependOnTheTimeStep) {
  for (const double step : {1.0 / 60, 1.0 / 120, 1.0 / 240, 0.003}) {
    int ticks = 0;
    while (!RestRule{1e-3, step}.still_for(ticks, 0.25)) ++ticks;
    EXPECT_NEAR(ticks * step, 0.25, 0.51 * step);
  }
}

TEST(RestRule, NamesTheFirstTickInWhichItIsStillForLongEnough) {
  for (const double step : {1.0 / 60, 1.0 / 120, 1.0 / 240, 0.003, 0.01})
    for (const double seconds : {0.0, 0.003, 0.1426, 0.25, 0.6052, 3.0}) {
      const RestRule rest{1e-3, step};
      int ticks = 0;
      while (!rest.still_for(ticks, seconds)) ++ticks;
      EXPECT_EQ(rest.ticks_for(seconds), ticks) << step << ", " << seconds;
    }
}

}  // namespace
}  // namespace marblemaze
