#pragma once

#include <cstdint>

#include "engine/sim/marble_world.h"
#include "engine/sim/physics_settings.h"

namespace marblemaze {

/// Random moves over many mazes, as a trial of the physics: half of the mazes 3x3x3 all-layer and
/// half 5x5x5 outer-layer, half of each with 8 and half with 24 orientations; or all outer-layer
/// cubes of one size. A run that freezes starts again in the same maze.
struct ShakeSpec {
  long moves = 100000;  ///< in all
  int mazes = 50;       ///< over which they are spread evenly
  int size = 0;         ///< cells along an edge, outer layer only; 0: both kinds
  const MarbleWorldKind* physics = &real_physics();  ///< not null
  std::uint64_t seed = 1;                            ///< of mazes and moves
  PhysicsSettings settings;
};

/// What happened. A sound physics neither lets the marble out nor through a wall.
struct ShakeResult {
  long moves = 0;  ///< made; each is settled, frozen or overdue
  long ticks = 0;  ///< of moves, and of the rests after a new start
  long settled = 0;
  long frozen = 0;
  long overdue = 0;
  long escapes = 0;       ///< ticks at which the marble's centre was in no cell of the maze
  long tunnelled = 0;     ///< ticks at which it went from a cell to the next through a wall
  long not_a_number = 0;  ///< components of positions that were none
  /// Orientation error at rest: in all, and in each half of a maze's moves. A second half that is
  /// worse than the first tells of errors that add up.
  double worst_tilt_rad = 0;
  double first_half_tilt_rad = 0;
  double second_half_tilt_rad = 0;
  double deepest_cells = 0;  ///< worst overlap of marble and wall
};

/// Plays the moves. Requires: moves >= 0, mazes >= 1.
[[nodiscard]] ShakeResult shake(const ShakeSpec& spec);

}  // namespace marblemaze
