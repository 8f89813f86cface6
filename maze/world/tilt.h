#pragma once

#include <cmath>

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

namespace marblemaze {

/// Limits of the platform that turns a maze under continuous control.
struct TiltLimits {
  double rate;          ///< rad/s
  double acceleration;  ///< rad/s²
};

/// Everything except noise that decides how marble and maze continue, along the present axes of the
/// maze. The yaw of the maze and the attitude of the marble have no influence.
struct TiltState {
  glm::dvec3 marble{0};       ///< centre of the marble, maze coordinates (0 to dims), cells
  glm::dvec3 velocity{0};     ///< of the marble relative to the turning maze, cells/s
  glm::dvec3 spin{0};         ///< angular velocity of the marble relative to the maze, rad/s
  glm::dvec3 down{0, 0, -1};  ///< direction of gravity, unit
  glm::dvec3 rate{0};         ///< angular velocity of the maze, rad/s
};

/// Steps from 0 to the limit along each axis. Commands are rounded to these steps, so that a
/// recording contains them exactly.
inline constexpr int kCommandSteps = 4096;
/// Returns a command in steps as shares of the limit.
[[nodiscard]] inline glm::dvec3 shares_of(glm::ivec3 steps) {
  return glm::dvec3(steps) / double{kCommandSteps};
}
/// Largest length of a command; longer ones would overflow.
inline constexpr double kLargestCommand = 1e100;

/// Returns the command that turns the maze until gravity pulls along `down` (unit, maze's axes): at
/// full rate if the angle is `full` radians or more, and proportionally slower below. The result is
/// in shares of the limit, as MarbleWorld::command() takes them.
[[nodiscard]] inline glm::dvec3 command_for_down(const TiltState& state, glm::dvec3 down,
                                                 double full) {
  const glm::dvec3 axis = glm::cross(down, state.down);
  const double sine = glm::length(axis);
  if (sine < 1e-9) return {0, 0, 0};
  // Beyond a right angle the sine shrinks again, although the angle grows.
  const double way = glm::dot(down, state.down) > 0 ? sine : 1;
  return axis / sine * std::fmin(way / full, 1.0);
}

}  // namespace marblemaze
