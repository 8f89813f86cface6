#pragma once

#include <memory>

#include "agent/belief/path_predictor.h"
#include "agent/contracts/advice.h"
#include "maze/puzzles/jump_maze.h"

namespace marblemaze {

/// Returns the advice that planners can get without touching a marble maze: its rules, theoretical
/// distances in cells, the next cell and the path predictor, which uses `speed_threshold`. The
/// advice has no model of the physics. Its seed is the seed of the maze. Requires: neither pointer
/// is null, and the maze can have the scheme.
[[nodiscard]] Advice maze_advice(const std::shared_ptr<const Maze>& maze,
                                 const std::shared_ptr<const OrientationScheme>& scheme,
                                 double speed_threshold = kDefaultSpeedThreshold);

/// What can be known of a four-bit maze without pressing: a burning lamp that is pressed goes out,
/// and an off one does nothing. Where else the lamps go is hidden in the table. The distance counts
/// burning lamps, as a person would; a press is guessed to change no other lamp.
[[nodiscard]] Advice four_bit_advice();

/// A jump maze lies open: the predictor is exact. The searches that may look only one cell
/// ahead see the next square in the heading of the jump, and distances count squares to the goal
/// along rows and columns, as if every square could be left in single steps.
[[nodiscard]] Advice jump_advice(JumpMaze maze, UTurns u_turns);

}  // namespace marblemaze
