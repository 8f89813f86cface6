#pragma once

#include <span>
#include <string>

#include "maze/grid/maze.h"

namespace marblemaze {

/// Draws the maze layer by layer, lowest z first, with + - | and the cell numbers of the thesis. S
/// is the start and T the target. An opening to the layer above is marked ^, an opening to the
/// layer below is marked v, and openings to both are marked x.
[[nodiscard]] std::string to_ascii(const Maze& maze);

/// Draws the maze as an SVG sheet: every layer from above, lowest z first, with x to the right and
/// y up. It shows walls, cell numbers of the thesis, start and target, and a triangle pointing up
/// or down at each opening between layers. With `path`, it also shows the theoretical path; steps
/// between layers are numbered, so both ends of each step can be found.
[[nodiscard]] std::string maze_svg(const Maze& maze, bool path);
/// Draws the maze with a run of the marble from the start instead. Each cell lists the indices,
/// from 1, of the moves that ended in it, and the passages between successive resting cells are
/// drawn. Requires: `rests` are cells of the maze.
[[nodiscard]] std::string maze_svg(const Maze& maze, std::span<const CellId> rests);

}  // namespace marblemaze
