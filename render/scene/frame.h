#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

#include "maze/grid/orientation_scheme.h"
#include "maze/world/scene.h"

namespace marblemaze {

/// Contents of one image of a marble maze: the scene at one moment, and what the agent and the
/// viewer know about it. Independent of OpenGL. The caller owns the objects behind the pointers.
struct Frame {
  Scene scene;                                ///< scene.maze must not be null
  const OrientationScheme* scheme = nullptr;  ///< needed for orientation points; may be null
  /// Orientation in which the maze rests, or to which it turns.
  std::optional<OrientationId> orientation;
  std::optional<OrientationId> turned_from;  ///< previous orientation, while the maze turns
  std::vector<glm::vec3> trail;              ///< maze coordinates, oldest first
  std::vector<CellId> theoretical_path;      ///< path from the start or the marble to the target
  /// Cells through which the agent expects the marble to roll in the current move. The last cell is
  /// the expected rest position, and may be the only cell. Empty if the agent has no expectation.
  std::vector<CellId> predicted_path;
  std::vector<CellId> guessed_path;  ///< path predictor's guess, for any player
  std::vector<bool> visited;         ///< indexed by cell of the box; empty: unknown
  /// Number of iterations until a cell is filled by a cellular automaton, indexed by cell of the
  /// box. 0 for filled cells, at most 1 for dead ends, infinity for cells that stay open, and
  /// negative for cells outside the maze. Empty if no automaton is shown.
  std::vector<float> time_left;
  /// Orientation of the maze after a previewed move, drawn as the edges of its box.
  std::optional<glm::dquat> ghost;
};

}  // namespace marblemaze
