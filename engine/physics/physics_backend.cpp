#include "engine/physics/physics_backend.h"

#include <algorithm>

namespace marblemaze {
namespace {

constexpr double kFastest = 1000;  // cells/s and rad/s: far above what a resting marble has

constexpr std::size_t kNumbersOfBody = 18;

void append(std::vector<double>& numbers, const glm::dvec3& v) {
  for (int i = 0; i < 3; ++i) numbers.push_back(v[i]);
}

glm::dvec3 vector_at(std::span<const double> numbers, std::size_t at) {
  return {numbers[at], numbers[at + 1], numbers[at + 2]};
}

BodyState body_at(std::span<const double> numbers) {
  BodyState body;
  for (int column = 0; column < 3; ++column)
    body.rotation[column] = vector_at(numbers, 3 * static_cast<std::size_t>(column));
  body.position = vector_at(numbers, 9);
  body.velocity = vector_at(numbers, 12);
  body.angular_velocity = vector_at(numbers, 15);
  return body;
}

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
  const PhysicsState bodies = state();
  std::vector<double> all;
  for (const BodyState* body : {&bodies.maze, &bodies.marble}) {
    for (int column = 0; column < 3; ++column) append(all, body->rotation[column]);
    append(all, body->position);
    append(all, body->velocity);
    append(all, body->angular_velocity);
  }
  return all;
}

bool PhysicsBackend::take_over(std::span<const double> numbers, double reach) {
  if (numbers.size() != 2 * kNumbersOfBody) return false;
  const PhysicsState bodies{body_at(numbers.first(kNumbersOfBody)),
                            body_at(numbers.last(kNumbersOfBody))};
  if (!can_stand(bodies, reach)) return false;
  restore(bodies);
  return true;
}

}  // namespace marblemaze
