#pragma once

#include <optional>
#include <string>

#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"

/// Where a marble can rest is geometry: it depends on the walls and on the orientation alone
/// (thesis 3.6). Agents and physics both ask here.
///
/// Precondition of all functions: states and orientations are of the scheme, and the scheme is one
/// that the maze can have.
namespace marblemaze {

/// Does a wall stand in each direction gravity points to (thesis 3.6)? False for a cell that is
/// not in the maze.
[[nodiscard]] bool can_rest(const Maze& maze, const OrientationScheme& scheme, StateId state);

/// The walls missing below the marble in a cell: bits 0, 1, 2 for the axes x, y, z, as they number
/// a balanced state. 0 where the marble can rest. The cell must be in the maze's box.
[[nodiscard]] int missing_walls_below(const Maze& maze, const OrientationScheme& scheme,
                                      CellId cell, OrientationId orientation);

/// The axes along which a balanced state has no wall below, as "x" or "yz"; "" for a settled state.
[[nodiscard]] std::string missing_axes(StateId state);

/// Where a move inside a corner leads: the same cell, leaning otherwise (thesis 4.7). Nothing for
/// other moves, and for a balanced marble, which any move may tip over.
[[nodiscard]] std::optional<StateId> certain_turn(const OrientationScheme& scheme, StateId from,
                                                  MoveId move);

/// "cell 14, up (+,-,+)"; of a balanced state also where no wall holds the marble.
[[nodiscard]] std::string describe_state(const OrientationScheme& scheme, StateId state);

}  // namespace marblemaze
