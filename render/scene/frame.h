#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

#include "maze/grid/orientation_scheme.h"
#include "maze/world/scene.h"

namespace marblemaze {

/// All that one picture of a marble maze shows: the scene of one instant, and what agent and viewer
/// know about it. Holds no OpenGL; the pointers belong to the
/// caller.
struct Frame {
  Scene scene;                                ///< scene.maze must not be null
  const OrientationScheme* scheme = nullptr;  ///< for the orientation points; may be null
  std::optional<OrientationId> orientation;   ///< where the maze stands or is turning to
  std::optional<OrientationId> turned_from;   ///< while the maze turns
  std::vector<glm::vec3> trail;               ///< maze coordinates, oldest first
  std::vector<CellId> theoretical_path;       ///< from start or marble to target
  /// Cells through which the agent expects the marble to roll in the move under way. The last one
  /// is where it expects the marble to rest; there may be no other. Empty if the agent expects
  /// nothing.
  std::vector<CellId> predicted_path;
  std::vector<CellId> guessed_path;  ///< the same as the path predictor guesses, whoever plays
  std::vector<bool> visited;         ///< by cell of the box; empty: nothing known
  /// By cell of the box, while a cellular automaton fills dead ends, else empty: iterations until
  /// the cell is filled, so 0 for a filled one, up to 1 for a dead end, and infinity for a cell
  /// that stays open; negative where there is no cell.
  std::vector<float> time_left;
  /// Attitude of the maze after a move that is only thought of; drawn as the edges of its box.
  std::optional<glm::dquat> ghost;
};

/// The rotation between two scenes and the positions between them: part 0 gives `a`, 1 gives `b`.
[[nodiscard]] Scene between(const Scene& a, const Scene& b, double part);

}  // namespace marblemaze
