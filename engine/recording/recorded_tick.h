#pragma once

#include <array>
#include <cstdint>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "agent/play/controller.h"

namespace marblemaze {

/// What is kept of one fixed step. Poses rather than inputs, so that a
/// recording opens on any build.
struct RecordedTick {
  glm::quat maze{1, 0, 0, 0};  ///< rotation, world from maze
  glm::vec3 marble{0};         ///< centre, maze coordinates, cells
  glm::quat marble_rotation{1, 0, 0, 0};
  Phase phase = Phase::waiting;
  std::uint32_t hash = 0;  ///< of the mechanical state, for telling two runs apart

  bool operator==(const RecordedTick&) const = default;
};

/// All but the hash, in the order of files and frames: the maze's rotation (w, x, y, z), the
/// marble's place (x, y, z) and rotation (w, x, y, z), the phase.
using TickNumbers = std::array<float, 12>;
[[nodiscard]] inline TickNumbers numbers_of(const RecordedTick& tick) {
  const glm::quat &maze = tick.maze, &marble = tick.marble_rotation;
  return {maze.w,        maze.x,        maze.y,        maze.z,
          tick.marble.x, tick.marble.y, tick.marble.z, marble.w,
          marble.x,      marble.y,      marble.z,      static_cast<float>(tick.phase)};
}

}  // namespace marblemaze
