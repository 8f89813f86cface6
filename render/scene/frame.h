#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

#include "maze/grid/orientation_scheme.h"
#include "maze/world/scene.h"

namespace marblemaze {

/// Everything in one image of a marble maze: the scene at one moment, and the knowledge of agent
/// and viewer about it. Contains no OpenGL. The pointers belong to the caller.
struct Frame {
  Scene scene;                                ///< scene.maze must not be null
  const OrientationScheme* scheme = nullptr;  ///< used for orientation points; may be null
  std::optional<OrientationId>
      orientation;  ///< orientation in which the maze is braked or to which it turns
  std::optional<OrientationId> turned_from;  ///< previous orientation, while the maze turns
  std::vector<glm::vec3> trail;              ///< maze coordinates, oldest first
  std::vector<CellId> theoretical_path;      ///< path from the start or the marble to the target
  /// Cells through which the agent expects the marble to roll in the current move. The marble is
  /// expected to rest in the last cell, which may be the only one. Empty if the agent has no
  /// expectation.
  std::vector<CellId> predicted_path;
  std::vector<CellId> guessed_path;  ///< the path that the path predictor guesses, for any player
  std::vector<bool> visited;         ///< by cell of the box; empty: nothing is known
  /// Iterations until a cell is filled, by cell of the box, while a cellular automaton fills dead
  /// ends; empty otherwise. 0 for filled cells, up to 1 for dead ends, infinity for cells that stay
  /// open, negative for cells outside the maze.
  std::vector<float> time_left;
  /// Orientation of the maze after a move that is only previewed; drawn as the edges of its box.
  std::optional<glm::dquat> ghost;
};

}  // namespace marblemaze
