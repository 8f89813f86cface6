#pragma once

#include <optional>
#include <string>

#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"

/// Functions that determine where a marble can rest, from the walls and the orientation alone
/// (thesis 3.6). Agents and physics both use them.
///
/// All functions require that states and orientations belong to the scheme and that the maze can
/// have the scheme.
namespace marblemaze {

/// Returns whether there is a wall in each direction into which gravity pulls (thesis 3.6). False
/// for a cell that is not in the maze.
[[nodiscard]] bool can_rest(const Maze& maze, const OrientationScheme& scheme, StateId state);

/// Returns the walls missing below the marble in a cell: bits 0, 1, 2 for the axes x, y, z, as in
/// the number of a balanced state. 0 if the marble can rest. Requires: the cell is in the maze's
/// box.
[[nodiscard]] int missing_walls_below(const Maze& maze, const OrientationScheme& scheme,
                                      CellId cell, OrientationId orientation);

/// Returns the axes along which a balanced state has no wall below, such as "x" or "yz"; empty for
/// a settled state.
[[nodiscard]] std::string missing_axes(StateId state);

/// Returns the result of a move inside a corner: the same cell in another orientation (thesis 4.7).
/// Returns nothing for other moves and for a balanced marble, which any move may tip over.
[[nodiscard]] std::optional<StateId> certain_turn(const OrientationScheme& scheme, StateId from,
                                                  MoveId move);

/// Returns a description such as "cell 14, up (+,-,+)". For a balanced state it includes the axes
/// without a wall.
[[nodiscard]] std::string describe_state(const OrientationScheme& scheme, StateId state);

}  // namespace marblemaze
