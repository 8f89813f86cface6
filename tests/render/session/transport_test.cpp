#include <algorithm>

#include <gtest/gtest.h>

#include "render/session/shown.h"

namespace marblemaze {
namespace {

struct TenSteps : Track {
  [[nodiscard]] long length() const override { return made; }
  bool extend(long wanted) override { return made < std::min(wanted, 10L) && ++made; }
  long made = 0;
};

TEST(Transport, PassesTwiceAsManyStepsASecondAtTwiceTheSpeed) {
  TenSteps track;
  Transport time(track);
  time.set_speed(2);
  time.play();
  for (int frame = 0; frame < 30; ++frame) time.frame(1.0 / 30);
  EXPECT_NEAR(time.position(), 4, 1e-9);
}

TEST(Transport, StopsWhereThereAreNoMoreSteps) {
  TenSteps track;
  Transport time(track);
  time.jump(1000);
  EXPECT_EQ(time.position(), 10);
  time.step(1);
  EXPECT_EQ(time.position(), 10);
  time.jump(-3);
  EXPECT_EQ(time.position(), 0);
}

TEST(Transport, StepsToWholeStepsInBothDirectionsAndPauses) {
  TenSteps track;
  Transport time(track);
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
  TenSteps track;
  Transport time(track);
  time.jump(1);
  time.set_backward(true);
  time.play();
  for (int frame = 0; frame < 60; ++frame) time.frame(1.0 / 30);
  EXPECT_EQ(time.position(), 0);
  EXPECT_FALSE(time.playing());
}

TEST(Transport, MakesOnlyTheStepsThatAreToBeSeen) {
  TenSteps track;
  Transport time(track);
  time.jump(2.5);
  EXPECT_EQ(track.made, 3);
  time.jump(1);
  EXPECT_EQ(track.made, 3);
}

}  // namespace
}  // namespace marblemaze
