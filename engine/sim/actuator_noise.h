#pragma once

#include <cstdint>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

namespace marblemaze {

/// Noise of the actuator in one move (thesis 3.6: "residual effects of prior events"; 6.5: the
/// brake grips "within an acceptable tolerance"). A setting scales each member.
struct MoveNoise {
  double turn_time = 0;  ///< 1: uniform in [-1, 1), relative delay of the drive
  glm::dvec2 tilt{0};    ///< 1: uniform in the unit disc, tilt that the brake leaves
};

/// Returns the noise of a move. It depends on the random stream and the number of moves before it,
/// and on nothing else. Different streams are independent.
[[nodiscard]] MoveNoise move_noise(std::uint64_t stream, std::uint64_t number);

/// Returns the noise of a command of continuous control: by which share, uniform in [-1, 1), each
/// axis is too fast.
[[nodiscard]] glm::dvec3 command_noise(std::uint64_t stream, std::uint64_t number);

}  // namespace marblemaze
