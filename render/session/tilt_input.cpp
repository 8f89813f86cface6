#include "render/session/tilt_input.h"

#include <cmath>

namespace marblemaze {
namespace {

constexpr double kMaxLead_rad = 1;    // maximum angle between the target and current attitudes
constexpr double kResponse_s = 0.25;  // response time to a drag, within the platform limits

}  // namespace

// Avoids acos(), which amplifies rounding errors at small angles.
glm::dvec3 turn_between(const glm::dquat& from, const glm::dquat& to) {
  const glm::dquat turn = to * glm::conjugate(from);
  const glm::dvec3 axis(turn.x, turn.y, turn.z);
  const double sine = glm::length(axis);
  if (sine < 1e-9) return glm::dvec3(0);
  const double half = std::atan2(sine, std::abs(turn.w));
  return axis / sine * std::copysign(2 * half, turn.w);
}

void TiltInput::drag(const glm::dvec3& turn, const glm::dquat& now) {
  const glm::dquat before = wanted_.value_or(now);
  const double angle = glm::length(turn);
  const glm::dquat further =
      angle > 0 ? glm::normalize(glm::angleAxis(angle, turn / angle) * before) : before;
  const bool slips = glm::length(turn_between(now, further)) > kMaxLead_rad;
  wanted_ = slips ? before : further;
}

glm::dvec3 TiltInput::command(const glm::dquat& now, const TiltLimits& limits) const {
  glm::dvec3 shares = push_;
  if (wanted_) {
    const glm::dvec3 left = turn_between(now, *wanted_);
    const double angle = glm::length(left);
    // Limits the angular velocity so that the maze can stop at the target attitude.
    const double rate = std::fmin(angle / kResponse_s, std::sqrt(limits.acceleration * angle));
    if (angle > 0) shares += left / angle * std::fmin(rate / limits.rate, 1.0);
  }
  return glm::conjugate(now) * shares;
}

}  // namespace marblemaze
