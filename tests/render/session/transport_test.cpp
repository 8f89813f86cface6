#include "render/session/transport.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace marblemaze {
namespace {

Transport of_ten_steps() {
  return Transport([](long wanted) { return std::min(wanted, 10L); });
}

TEST(Transport, PassesAsManyStepsASecondAsItsPace) {
  Transport time = of_ten_steps();
  time.set_pace(4);
  time.play();
  for (int frame = 0; frame < 30; ++frame) time.frame(1.0 / 30);
  EXPECT_NEAR(time.position(), 4, 1e-9);
}

TEST(Transport, StopsWhereThereAreNoMoreSteps) {
  Transport time = of_ten_steps();
  time.jump(1000);
  EXPECT_EQ(time.position(), 10);
  time.step(1);
  EXPECT_EQ(time.position(), 10);
  time.jump(-3);
  EXPECT_EQ(time.position(), 0);
}

TEST(Transport, StepsToWholeStepsInBothDirectionsAndPauses) {
  Transport time = of_ten_steps();
  time.play();
  time.jump(2.5);
  time.step(1);
  EXPECT_EQ(time.position(), 3);
  EXPECT_FALSE(time.playing());
  time.jump(2.5);
  time.step(-1);
  EXPECT_EQ(time.position(), 2);
}

TEST(Transport, PlaysBackwardToTheBeginningAndStops) {
  Transport time = of_ten_steps();
  time.jump(1);
  time.set_backward(true);
  time.play();
  for (int frame = 0; frame < 60; ++frame) time.frame(1.0 / 30);
  EXPECT_EQ(time.position(), 0);
  EXPECT_FALSE(time.playing());
}

}  // namespace
}  // namespace marblemaze
