#pragma once

#include <optional>

#include <glm/gtc/quaternion.hpp>

#include "maze/world/free_world.h"

namespace marblemaze {

/// A person's hand on a maze that is turned freely. What is dragged is an attitude, which the maze
/// follows as fast as its mount can; keys and sticks ask for a rate. Axes are the world's.
class FreeHand {
 public:
  /// The maze, which stands in the attitude `now`, shall turn by so many radians more. What it
  /// cannot follow slips: it never has far to go.
  void drag(const glm::dvec3& turn, const glm::dquat& now);
  /// Shares of the limit; zero: no longer.
  void push(const glm::dvec3& shares) { push_ = shares; }
  /// Of what was dragged: the maze shall stand still.
  void let_go() { wanted_.reset(); }
  [[nodiscard]] bool idle() const { return !wanted_ && push_ == glm::dvec3(0); }
  /// What is asked of a maze in the attitude `now`, along its axes, as FreeWorld::wish() takes it.
  [[nodiscard]] glm::dvec3 command(const glm::dquat& now, const FreeLimits& limits) const;

 private:
  std::optional<glm::dquat> wanted_;
  glm::dvec3 push_{0};
};

}  // namespace marblemaze
