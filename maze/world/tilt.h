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

/// All that decides how marble and maze go on, but for noise, along the maze's axes as it stands.
/// The yaw of the maze and the attitude of the marble move nothing.
struct TiltState {
  glm::dvec3 marble{0};       ///< its centre, maze coordinates (0 to dims), cells
  glm::dvec3 velocity{0};     ///< of the marble, as seen in the turning maze, cells/s
  glm::dvec3 spin{0};         ///< the same of its rotation, rad/s
  glm::dvec3 down{0, 0, -1};  ///< where gravity pulls, unit
  glm::dvec3 rate{0};         ///< angular velocity of the maze, rad/s
};

/// A command is a multiple of this share of the limit along each axis, so that a recording holds it
/// exactly.
inline constexpr int kCommandSteps = 4096;
/// Shares beyond this are no commands: they would overflow.
inline constexpr double kLargestCommand = 1e100;

/// The command that turns the maze so that gravity comes to pull along `down` (unit, maze's axes):
/// at full rate from `full` radians away on, slower nearer by. Needs the limits only for people who
/// know them: shares as MarbleWorld::command() takes them.
[[nodiscard]] inline glm::dvec3 command_for_down(const TiltState& state, glm::dvec3 down,
                                                 double full) {
  const glm::dvec3 axis = glm::cross(down, state.down);
  const double sine = glm::length(axis);
  if (sine < 1e-9) return {0, 0, 0};
  // Beyond a right angle the sine shrinks again, but the way does not.
  const double way = glm::dot(down, state.down) > 0 ? sine : 1;
  return axis / sine * std::fmin(way / full, 1.0);
}

}  // namespace marblemaze
