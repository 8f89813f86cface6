#include "render/gl/quality.h"

#include <gtest/gtest.h>

namespace marblemaze {
namespace {

TEST(Quality, IsTheHighestThatTheMachineCanAfford) {
  const auto machine = [](double fine_ms, double balanced_ms) {
    return affordable_quality(false, [=](const Quality& quality) {
      return quality == quality_of(QualityLevel::fine) ? fine_ms : balanced_ms;
    });
  };
  EXPECT_EQ(machine(2, 1), QualityLevel::fine);
  EXPECT_EQ(machine(20, 4), QualityLevel::balanced);
  EXPECT_EQ(machine(200, 40), QualityLevel::fast);
}

TEST(Quality, SoftwareRendererIsNotMeasured) {
  const auto never = [](const Quality&) -> double {
    ADD_FAILURE() << "a frame of the finest quality takes seconds on a software renderer";
    return 0;
  };
  EXPECT_EQ(affordable_quality(true, never), QualityLevel::fast);
}

}  // namespace
}  // namespace marblemaze
