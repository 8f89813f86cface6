#pragma once

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

}  // namespace marblemaze
