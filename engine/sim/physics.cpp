#include "engine/sim/physics.h"

#include <algorithm>
#include <array>

#include "maze/base/hash.h"

namespace marblemaze {

// Bound for all state values, in cells, cells/s or rad/s. No simulation comes close to it.
static constexpr double kMaxValue = 1000;

template <class State>
using Numbers = std::array<double, sizeof(State) / sizeof(double)>;

Hash hash_of(const PhysicsState& state) {
  Hash hash;
  for (const double number : bit_cast_to<Numbers<PhysicsState>>(state)) hash.add_number(number);
  return hash;
}

TiltState Physics::tilt_state(const Bodies& bodies) const {
  const PhysicsState now = state(bodies);
  const glm::dmat3 into_maze = glm::transpose(now.maze.rotation);
  const glm::dvec3 rate = into_maze * now.maze.angular_velocity,
                   from_centre = into_maze * (now.marble.position - now.maze.position);
  return {marble_in_maze(bodies), into_maze * now.marble.velocity - glm::cross(rate, from_centre),
          into_maze * now.marble.angular_velocity - rate, into_maze * glm::dvec3(0, 0, -1), rate};
}

bool Physics::valid(const Bodies& bodies, double reach) const {
  const auto turning = static_cast<std::int64_t>(bodies.turning);
  const auto numbers = bit_cast_to<Numbers<BulletState>>(bodies.bullet);
  return turning >= 0 && turning <= static_cast<std::int64_t>(Turning::tilt) &&
         std::all_of(numbers.begin(), numbers.end(),
                     [](double number) { return std::abs(number) <= kMaxValue; }) &&
         has_valid_bodies(bodies, reach);
}

}  // namespace marblemaze
