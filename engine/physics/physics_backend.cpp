#include "engine/physics/physics_backend.h"

#include <cassert>
#include <cstring>

#include "maze/base/hash.h"

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

FreeState PhysicsBackend::free_state() const {
  const PhysicsState now = state();
  const glm::dmat3 into_maze = glm::transpose(now.maze.rotation);
  const glm::dvec3 rate = into_maze * now.maze.angular_velocity,
                   from_centre = into_maze * (now.marble.position - now.maze.position);
  return {marble_in_maze(), into_maze * now.marble.velocity - glm::cross(rate, from_centre),
          into_maze * now.marble.angular_velocity - rate, into_maze * glm::dvec3(0, 0, -1), rate};
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
