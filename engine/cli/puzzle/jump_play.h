#pragma once

#include <span>
#include <string>

#include "engine/cli/common/command_line.h"
#include "maze/puzzles/jump_maze.h"

namespace marblemaze {

/// The board as text: the present square in <>, squares passed before marked with a dot.
[[nodiscard]] std::string board_picture(const JumpMaze& maze, int here,
                                        std::span<const int> passed);

/// All solutions at the same moment, one board: <> around the squares where some of them stand
/// after so many moves, dots beside those passed before; below, how many are still on their way.
[[nodiscard]] std::string boards_at_once(const JumpMaze& maze,
                                         std::span<const JumpSolution> solutions, int moves);

/// The game on the terminal.
Exit play_jump_maze(const JumpMaze& maze, UTurns u_turns);

}  // namespace marblemaze
