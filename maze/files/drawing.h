#pragma once

#include <span>
#include <string>

#include "maze/grid/maze.h"

namespace marblemaze {

/// The maze layer by layer, lowest z first, each drawn with + - | and the cells' thesis numbers of
/// start (S) and target (T). An opening to the layer above is marked ^, below v, both x.
[[nodiscard]] std::string to_ascii(const Maze& maze);

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
