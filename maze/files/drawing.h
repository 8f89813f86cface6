#pragma once

#include <span>
#include <string>

#include "maze/grid/maze.h"

namespace marblemaze {

/// Draws the maze as text, lowest layer first. S is the start and T is the target. ^ marks an
/// opening to the layer above, v an opening to the layer below, and x openings to both.
[[nodiscard]] std::string to_ascii(const Maze& maze);

/// Draws the maze as SVG: every layer from above, lowest layer first, with x to the right and y up.
/// A triangle marks each opening to another layer. With `path`, the drawing also shows the
/// theoretical path.
[[nodiscard]] std::string maze_svg(const Maze& maze, bool path);
/// Draws the maze as SVG with a run of the marble from the start. Each cell lists the moves that
/// ended in the cell, numbered from 1. Requires: `rests` are cells of the maze.
[[nodiscard]] std::string maze_svg(const Maze& maze, std::span<const CellId> rests);

}  // namespace marblemaze
