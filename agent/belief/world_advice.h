#pragma once

#include <memory>

#include "agent/belief/path_predictor.h"
#include "agent/contracts/advice.h"
#include "maze/puzzles/jump_maze.h"

namespace marblemaze {

/// What can be known of a marble maze without touching it, for the planners: its rules, theoretical
/// distances in cells, the next cell and the path predictor. It has no imagination: that takes
/// physics. The seed is the maze's. Neither pointer may be null; the scheme must be one that the
/// maze can have. `speed_threshold` is the path predictor's.
[[nodiscard]] Advice maze_advice(const std::shared_ptr<const Maze>& maze,
                                 const std::shared_ptr<const OrientationScheme>& scheme,
                                 double speed_threshold = kDefaultSpeedThreshold);

/// What can be known of a four-bit maze without pressing: a burning lamp that is pressed goes out,
/// and an off one does nothing. Where else the lamps go is hidden in the table. The distance counts
/// burning lamps, as a person would; a press is guessed to change no other lamp.
[[nodiscard]] Advice four_bit_advice();

/// A number-jump maze lies open: the predictor is exact. The searches that may look only one cell
/// ahead see the next square in the heading of the jump, and distances count squares to the goal
/// along rows and columns, as if every square could be left in single steps.
[[nodiscard]] Advice jump_advice(JumpMaze maze, UTurns u_turns);

}  // namespace marblemaze
