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

/// Returns what can be known about a four-bit maze without pressing a button: pressing a burning
/// lamp turns it off, and pressing an unlit lamp does nothing. The rest of the table is hidden. The
/// distance is the number of burning lamps. The prediction is that a press changes no other lamp.
[[nodiscard]] Advice four_bit_advice();

/// Returns the advice for a jump maze, in which everything is visible, so that the predictor is
/// exact. Searches that may look only one cell ahead see the next square in the direction of the
/// jump. Distances count squares to the goal along rows and columns, as if the marble could move in
/// single steps.
[[nodiscard]] Advice jump_advice(JumpMaze maze, UTurns u_turns);

}  // namespace marblemaze
