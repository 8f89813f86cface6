#pragma once

#include <span>
#include <string>

#include "engine/cli/common/command_line.h"
#include "maze/puzzles/jump_maze.h"

namespace marblemaze {

/// The board as text: the present square in <>, squares passed before marked with a dot.
[[nodiscard]] std::string board_picture(const JumpMaze& maze, int here,
                                        std::span<const int> passed);

/// The game on the terminal.
Exit play_jump_maze(const JumpMaze& maze, UTurns u_turns);

}  // namespace marblemaze
