#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

#include "maze/grid/orientation_scheme.h"
#include "maze/world/scene.h"

namespace marblemaze {

/// Contents of one image of a marble maze: the scene at one moment, and the displayed knowledge.
/// The caller owns the referenced objects.
struct Frame {
  Scene scene;                                ///< scene.maze must not be null
  const OrientationScheme* scheme = nullptr;  ///< for orientation points; may be null
  /// Orientation at rest, or the final orientation of a turn.
  std::optional<OrientationId> orientation;
  std::optional<OrientationId> turned_from;  ///< previous orientation during a turn
  std::vector<glm::vec3> trail;              ///< maze coordinates, oldest first
  std::vector<CellId> theoretical_path;      ///< path from the start or the marble to the target
  /// Expected path of the marble in the current move. The last cell is the expected rest position,
  /// and may be the only cell. Empty if there is no expectation.
  std::vector<CellId> predicted_path;
  std::vector<CellId> guessed_path;  ///< path predictor's guess, for any player
  std::vector<bool> visited;         ///< indexed by cell; empty if unknown
  /// Remaining automaton iterations until each cell is filled, indexed by cell: 0 for filled cells,
  /// at most 1 for dead ends, infinity for open cells, and negative outside the maze. Empty if no
  /// automaton is shown.
  std::vector<float> time_left;
  /// Maze orientation after a previewed move, drawn as box edges.
  std::optional<glm::dquat> ghost;
};

}  // namespace marblemaze
