#include "engine/physics/physics_backend.h"

#include <cstring>

#include "maze/base/bits.h"

namespace marblemaze {
namespace {

constexpr double kFastest = 1000;  // cells/s and rad/s: far above what a resting marble has

/// False for what is no number, too.
bool within(const glm::dvec3& v, double limit) {
  return std::abs(v.x) <= limit && std::abs(v.y) <= limit && std::abs(v.z) <= limit;
}

bool can_stand(const BodyState& body, double reach) {
  return is_rotation(body.rotation) && within(body.position, reach) &&
         within(body.velocity, kFastest) && within(body.angular_velocity, kFastest);
}

}  // namespace

bool can_stand(const PhysicsState& state, double reach) {
  return can_stand(state.maze, reach) && can_stand(state.marble, reach);
}

std::vector<double> PhysicsBackend::numbers() const {
  const auto all = same_bits<PhysicsNumbers>(state());
  return {all.begin(), all.end()};
}

bool PhysicsBackend::take_over(std::span<const double> numbers, double reach) {
  PhysicsState bodies;
  if (numbers.size() != PhysicsNumbers().size()) return false;
  std::memcpy(static_cast<void*>(&bodies), numbers.data(), sizeof bodies);
  if (!can_stand(bodies, reach)) return false;
  restore(bodies);
  return true;
}

}  // namespace marblemaze
