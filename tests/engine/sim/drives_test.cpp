#include "engine/sim/drives.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "engine/sim/marble_model.h"

namespace marblemaze {
namespace {

const HingeDrive kDrive{1.2, 2.0, 0.4, 1500, 1.0 / 120};

struct Arrival {
  double time, angle, rate, time_to_half;
};

/// Simulates the drive on a free rotor, integrated as in Bullet: first the rate, then the angle.
Arrival turn(const HingeDrive& drive) {
  Arrival arrival{0, 0, 0, 0};
  for (int tick = 0; tick < 100000; ++tick) {
    arrival.rate += drive.torque(arrival.angle, arrival.rate) / drive.inertia * drive.step;
    arrival.angle += arrival.rate * drive.step;
    arrival.time += drive.step;
    if (!drive.past_half(arrival.angle)) arrival.time_to_half = arrival.time;
    if (drive.past_half(arrival.angle) && drive.arrived(arrival.angle, arrival.rate)) break;
  }
  return arrival;
}

TEST(HingeDrive, ReachesHalfTheSweepInHalfTheTurnTime) {
  // Constant acceleration a = 4 sweep / T²: half the sweep after a t²/2 = sweep/2, so t = T/2.
  EXPECT_NEAR(turn(kDrive).time_to_half, kDrive.turn_time / 2, 2 * kDrive.step);
}

TEST(HingeDrive, ArrivesAtTheBrakesSpeedWithinATickOfTheTarget) {
  for (const double sweep : {0.2, 0.7, 1.23, 1.57})
    for (const double turn_time : {0.5, 0.98, 1.8, 6.0}) {
      const HingeDrive drive{sweep, turn_time, 0.42, 1500, 1.0 / 120};
      const Arrival arrival = turn(drive);
      EXPECT_NEAR(arrival.angle, sweep, std::max(0.42, arrival.rate) * drive.step) << sweep;
      // A turn that is too slow to reach the brake's speed even with full acceleration over the
      // whole sweep arrives with v² = 2 (4 sweep / T²) sweep.
      const double fastest = std::sqrt(8.0) * sweep / turn_time;
      EXPECT_NEAR(arrival.rate, std::min(0.42, fastest), 0.05) << sweep << " in " << turn_time;
    }
}

TEST(HingeDrive, TakesAboutTheNominalTime) {
  // Decelerating to the brake's speed instead of 0 shortens the second half.
  const double time = turn(kDrive).time;
  EXPECT_LT(time, kDrive.turn_time);
  EXPECT_GT(time, 0.75 * kDrive.turn_time);
}

TEST(HingeDrive, PushesForwardFirstAndBackAfterHalf) {
  EXPECT_GT(kDrive.torque(0, 0), 0);
  EXPECT_LT(kDrive.torque(0.61, 1.1), 0);
  EXPECT_DOUBLE_EQ(kDrive.torque(0, 0), 1500 * 4 * 1.2 / 4) << "inertia times 4 sweep / T²";
}

TEST(TurnTime, GrowsWithTheLongestSideToItsPower) {
  EXPECT_DOUBLE_EQ(grown(0.983, 1.2, 3), 0.983);
  EXPECT_NEAR(grown(0.983, 1.2, 5), 1.814, 0.001) << "the calibrated pair of the two sizes";
  EXPECT_DOUBLE_EQ(grown(2, 1, 6), 4);
  EXPECT_DOUBLE_EQ(grown(2, 0, 64), 2);
}

}  // namespace
}  // namespace marblemaze
