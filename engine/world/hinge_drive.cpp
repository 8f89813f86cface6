#include "engine/world/hinge_drive.h"

#include <algorithm>

#include "maze/base/arithmetic/transcendental.h"

namespace marblemaze {

double HingeDrive::torque(double angle, double rate) const {
  const double full = 4.0 * sweep / (turn_time * turn_time);
  if (!past_half(angle)) return inertia * full;
  const double remaining = std::max(sweep - angle, 1e-9);
  const double needed = (brake_speed * brake_speed - rate * rate) / (2.0 * remaining);
  const double to_brake_speed = (brake_speed - rate) / step;
  // Never slower than the brake's speed: it would take for ever to arrive.
  const double acceleration =
      rate > brake_speed ? std::max(needed, to_brake_speed) : std::min(to_brake_speed, full);
  return inertia * acceleration;
}

double grown(double at_size_3, double growth, int longest_side) {
  return at_size_3 * power(longest_side / 3.0, growth);
}

}  // namespace marblemaze
