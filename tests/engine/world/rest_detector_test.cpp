#include "engine/world/rest_detector.h"

#include <gtest/gtest.h>

namespace marblemaze {
namespace {

constexpr double kStep = 1.0 / 120;

TEST(RestDetector, WantsTheWholeTimeWithoutABreak) {
  RestDetector rest(1e-3, kStep);
  for (int tick = 1; tick <= 29; ++tick) {
    rest.observe(1e-4);
    EXPECT_FALSE(rest.still_for(0.25)) << tick;
  }
  rest.observe(1e-4);
  EXPECT_TRUE(rest.still_for(0.25)) << "30 ticks of 1/120 s";
}

TEST(RestDetector, ATurningPointIsNoRest) {
  RestDetector rest(1e-3, kStep);
  for (int swing = 0; swing < 100; ++swing) {
    for (int tick = 0; tick < 20; ++tick) rest.observe(1e-5);
    EXPECT_FALSE(rest.still_for(0.25));
    rest.observe(0.2);
    EXPECT_EQ(rest.still_ticks(), 0) << "one lively tick begins the wait again";
  }
}

TEST(RestDetector, EnergyAtTheLimitIsNotStill) {
  RestDetector rest(1e-3, kStep);
  rest.observe(1e-3);
  EXPECT_EQ(rest.still_ticks(), 0);
}

TEST(RestDetector, WantsTheSameTimeWhateverTheStep) {
  for (const double step : {1.0 / 60, 1.0 / 120, 1.0 / 240, 0.003}) {
    RestDetector rest(1e-3, step);
    int ticks = 0;
    while (!rest.still_for(0.25)) {
      rest.observe(0);
      ++ticks;
    }
    EXPECT_NEAR(ticks * step, 0.25, 0.51 * step);
  }
}

TEST(RestDetector, StartsAnewAfterReset) {
  RestDetector rest(1e-3, kStep);
  for (int tick = 0; tick < 100; ++tick) rest.observe(0);
  rest.reset();
  EXPECT_FALSE(rest.still_for(0.25));
}

TEST(RestDetector, NamesTheFirstTickInWhichItIsStillForLongEnough) {
  for (const double step : {1.0 / 60, 1.0 / 120, 1.0 / 240, 0.003, 0.01})
    for (const double seconds : {0.0, 0.003, 0.1426, 0.25, 0.6052, 3.0}) {
      RestDetector rest(1e-3, step);
      int ticks = 0;
      while (!rest.still_for(seconds)) rest.resume(++ticks);
      EXPECT_EQ(rest.ticks_for(seconds), ticks) << step << ", " << seconds;
    }
}

}  // namespace
}  // namespace marblemaze
