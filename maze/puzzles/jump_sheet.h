#pragma once

#include <string>

#include "maze/puzzles/jump_maze.h"

namespace marblemaze {

/// A printable sheet as SVG: A4 pages one below the other, the puzzle on the first, the board with
/// a shortest solution drawn in and listed on the second. Inkscape prints them as two pages.
[[nodiscard]] std::string jump_sheet_svg(const JumpMaze& maze, UTurns u_turns,
                                         const std::string& title);

}  // namespace marblemaze
