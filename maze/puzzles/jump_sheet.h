#pragma once

#include <string>

#include "maze/puzzles/jump_maze.h"

namespace marblemaze {

/// A printable sheet as SVG: A4 pages one below the other, the puzzle on the first, the board with
/// a shortest solution drawn in and listed on the second. Inkscape prints them as two pages.
[[nodiscard]] std::string jump_sheet_svg(const JumpMaze& maze, UTurns u_turns,
                                         const std::string& title);

/// The same with all these solutions drawn in, each in a colour of its own and a little beside the
/// others, and listed below and, where there are many, on further pages.
[[nodiscard]] std::string jump_sheet_svg(const JumpMaze& maze, UTurns u_turns,
                                         const std::string& title, const JumpSolutions& all);

}  // namespace marblemaze
