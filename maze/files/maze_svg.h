#pragma once

#include <span>
#include <string>

#include "maze/grid/maze.h"

namespace marblemaze {

/// The maze as a sheet in SVG: every layer from above, lowest z first, with x to the right and y
/// up; walls, thesis numbers, start and target; a triangle up or down where a layer is open to the
/// next one. With `path` the theoretical path, its steps from layer to layer numbered so that the
/// two ends of each can be found.
[[nodiscard]] std::string maze_svg(const Maze& maze, bool path);
/// The same with a marble's run from the start instead: in each cell the numbers of the moves that
/// ended there, from 1, and the passages between one end and the next.
/// `rests` are cells of the maze.
[[nodiscard]] std::string maze_svg(const Maze& maze, std::span<const CellId> rests);

}  // namespace marblemaze
