#include "engine/experiments/shake.h"

#include <gtest/gtest.h>

namespace marblemaze {
namespace {

TEST(Shake, TwoThousandRandomMovesKeepTheMarbleInsideAndTheMazeUpright) {
  ShakeSpec spec;
  spec.moves = 2000;
  spec.mazes = 8;
  const ShakeResult result = shake(spec);
  EXPECT_EQ(result.moves, 2000);
  EXPECT_EQ(result.settled + result.frozen + result.overdue, 2000);
  EXPECT_EQ(result.escapes, 0);
  EXPECT_EQ(result.tunnelled, 0);
  EXPECT_EQ(result.not_a_number, 0);
  EXPECT_EQ(result.overdue, 0);
  EXPECT_LE(result.worst_tilt_rad, spec.settings.drive.brake_tolerance * (1 + 1e-9));
}

TEST(Shake, ErrorsOfTheOrientationDoNotAddUpOverMoves) {
  ShakeSpec spec;
  spec.moves = 1000;
  spec.mazes = 4;
  spec.settings = exact_machine();
  EXPECT_LT(shake(spec).worst_tilt_rad, 1e-12);
}

TEST(Shake, IsTheSameForTheSameSeed) {
  ShakeSpec spec;
  spec.moves = 60;
  spec.mazes = 4;
  EXPECT_EQ(shake(spec).ticks, shake(spec).ticks);
}

}  // namespace
}  // namespace marblemaze
