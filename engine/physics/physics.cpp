#include "engine/physics/physics.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "maze/base/hash.h"

namespace marblemaze {
namespace {

constexpr double kMost = 1000;  // cells, cells/s, rad/s: far above all that happens

template <class State>
using Numbers = std::array<double, sizeof(State) / sizeof(double)>;

template <class State>
std::vector<double> as_vector(const State& state) {
  const auto all = same_bits<Numbers<State>>(state);
  return {all.begin(), all.end()};
}

template <class State>
bool take(std::span<const double> numbers, State& state) {
  if (numbers.size() != Numbers<State>().size()) return false;
  std::memcpy(static_cast<void*>(&state), numbers.data(), sizeof state);
  return true;
}

}  // namespace

Hash hash_of(const PhysicsState& state) {
  Hash hash;
  for (const double number : same_bits<Numbers<PhysicsState>>(state)) hash.add_number(number);
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

std::vector<double> Physics::numbers(const Bodies& bodies) const {
  return lanes() ? as_vector(bodies.fast) : as_vector(bodies.bullet);
}

std::optional<Bodies> Physics::from_numbers(Turning turning, std::span<const double> numbers,
                                            double reach) const {
  const bool small = std::all_of(numbers.begin(), numbers.end(),
                                 [](double number) { return std::abs(number) <= kMost; });
  Bodies bodies;
  bodies.turning = turning;
  const bool taken = lanes() ? take(numbers, bodies.fast) : take(numbers, bodies.bullet);
  if (!small || !taken || !possible(bodies, reach)) return std::nullopt;
  return bodies;
}

}  // namespace marblemaze
