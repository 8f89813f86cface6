#pragma once

#include <span>
#include <string>

#include "maze/grid/maze.h"

namespace marblemaze {

/// Draws the maze layer by layer, lowest z first, with + - | and the thesis numbers of the cells. S
/// is the start and T the target. An opening to the layer above is marked ^, to the layer below v,
/// and to both x.
[[nodiscard]] std::string to_ascii(const Maze& maze);

/// Draws the maze as an SVG sheet: every layer from above, lowest z first, with x to the right and
/// y up. It shows walls, thesis numbers, start and target, and a triangle up or down where a layer
/// is open to the next. With `path` it also shows the theoretical path; its steps between layers
/// are numbered, so that both ends of each can be found.
[[nodiscard]] std::string maze_svg(const Maze& maze, bool path);
/// Draws the maze with a marble's run from the start instead. Each cell lists the numbers of the
/// moves that ended there, from 1, and the passages between successive resting cells are drawn.
/// Requires: `rests` are cells of the maze.
[[nodiscard]] std::string maze_svg(const Maze& maze, std::span<const CellId> rests);

}  // namespace marblemaze
