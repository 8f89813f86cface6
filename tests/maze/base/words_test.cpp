#include "maze/base/words.h"

#include <gtest/gtest.h>

namespace marblemaze {
namespace {

TEST(Words, OneMoveIsNoMoves) {
  EXPECT_EQ(counted(1, "move"), "1 move");
  EXPECT_EQ(counted(0, "move"), "0 moves");
  EXPECT_EQ(counted(12, "move"), "12 moves");
}

}  // namespace
}  // namespace marblemaze
