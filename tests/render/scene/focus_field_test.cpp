#include <gtest/gtest.h>

#include "render/scene/glass_painter.h"

namespace marblemaze {
namespace {

TEST(FocusField, WithoutCellsThatMatterEverythingIsInFocus) {
  EXPECT_EQ(FocusField().at({7, 1, 3}), 1);
}

TEST(FocusField, IsSharpAroundACellAndGoneTwoCellsAway) {
  const glm::ivec3 cell(4, 4, 4);
  const FocusField field(glm::ivec3(10), {&cell, 1});
  EXPECT_GT(field.at({4, 5, 4}), 0.95f) << "a corner of the cell";
  EXPECT_GT(field.at({3, 4, 4}), 0.1f);
  EXPECT_LT(field.at({3, 4, 4}), 0.9f);
  EXPECT_EQ(field.at({1, 4, 4}), 0);
  EXPECT_EQ(field.at({4, 4, 7}), 0);
}

TEST(FocusField, TakesCellsInTheCornersOfTheGrid) {
  const glm::ivec3 cells[] = {{0, 0, 0}, {2, 1, 0}};
  const FocusField field({3, 2, 1}, cells);
  EXPECT_GT(field.at({0, 0, 0}), 0.95f);
  EXPECT_GT(field.at({3, 2, 1}), 0.95f);
}

}  // namespace
}  // namespace marblemaze
