#include "render/session/shown.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace marblemaze {
namespace {

struct TenSteps : Shown {
  [[nodiscard]] std::string title() const override { return ""; }
  [[nodiscard]] TransportWords transport_words() const override { return step_words("step"); }
  [[nodiscard]] bool complete() const override { return made == 10; }
  [[nodiscard]] long length() const override { return made; }
  bool extend(long wanted) override { return made < std::min(wanted, 10L) && ++made; }
  long made = 0;
};

TEST(Shown, PassesTwiceAsManyStepsASecondAtTwiceTheSpeed) {
  TenSteps steps;
  steps.set_speed(2);
  steps.play();
  for (int i = 0; i < 30; ++i) steps.frame(1.0 / 30, 0);
  EXPECT_NEAR(steps.position(), 4, 1e-9);
}

TEST(Shown, StopsWhereThereAreNoMoreSteps) {
  TenSteps steps;
  steps.jump(1000);
  EXPECT_EQ(steps.position(), 10);
  steps.step(1);
  EXPECT_EQ(steps.position(), 10);
  steps.jump(-3);
  EXPECT_EQ(steps.position(), 0);
}

TEST(Shown, StepsToWholeStepsInBothDirectionsAndPauses) {
  TenSteps steps;
  steps.play();
  steps.jump(2.5);
  steps.step(1);
  EXPECT_EQ(steps.position(), 3);
  EXPECT_FALSE(steps.playing());
  steps.jump(2.5);
  steps.step(-1);
  EXPECT_EQ(steps.position(), 2);
}

TEST(Shown, PlaysBackwardToTheBeginningAndStops) {
  TenSteps steps;
  steps.jump(1);
  steps.set_backward(true);
  steps.play();
  for (int i = 0; i < 60; ++i) steps.frame(1.0 / 30, 0);
  EXPECT_EQ(steps.position(), 0);
  EXPECT_FALSE(steps.playing());
}

TEST(Shown, MakesOnlyTheStepsThatAreToBeSeen) {
  TenSteps steps;
  steps.jump(2.5);
  EXPECT_EQ(steps.made, 3);
  steps.jump(1);
  EXPECT_EQ(steps.made, 3);
}

}  // namespace
}  // namespace marblemaze
