#pragma once

#include <optional>

#include <glm/gtc/quaternion.hpp>

#include "maze/world/world.h"

namespace marblemaze {

/// Returns the shorter rotation between two attitudes as a rotation vector, in radians.
[[nodiscard]] glm::dvec3 turn_between(const glm::dquat& from, const glm::dquat& to);

/// Converts user input to commands under continuous control. A drag sets a target attitude. Keys
/// and sticks set an angular velocity. Input vectors are in the world frame.
class TiltInput {
 public:
  /// Rotates the target attitude by the rotation vector `turn`, in radians. Ignores the rotation if
  /// the target would be too far from the current attitude `now`.
  void drag(const glm::dvec3& turn, const glm::dquat& now);
  /// Sets the angular velocity as fractions of the rate limit.
  void push(const glm::dvec3& shares) { push_ = shares; }
  /// Clears the target attitude, which stops the maze.
  void release() { wanted_.reset(); }
  [[nodiscard]] bool idle() const { return !wanted_ && push_ == glm::dvec3(0); }
  /// Returns the command for MarbleWorld::set_command(), in the maze frame. `now` is the current
  /// attitude of the maze.
  [[nodiscard]] glm::dvec3 command(const glm::dquat& now, const TiltLimits& limits) const;

 private:
  std::optional<glm::dquat> wanted_;
  glm::dvec3 push_{0};
};

}  // namespace marblemaze
