#pragma once

#include <cstdint>

#include "engine/sim/marble_world.h"
#include "engine/sim/physics_settings.h"

namespace marblemaze {

/// Settings of random moves over many mazes, which test the physics. By default half of the mazes
/// are 3x3x3 all-layer mazes and half are 5x5x5 outer-layer mazes, half of each with 8 and half
/// with 24 orientations; with `size`, all mazes are outer-layer cubes of this size. A run that
/// freezes starts again in the same maze.
struct ShakeSpec {
  long moves = 100000;  ///< total number
  int mazes = 50;       ///< number of mazes, with equal numbers of moves
  int size = 0;         ///< cells per side of outer-layer mazes; 0: both kinds
  const MarbleWorldKind* physics = &real_physics();  ///< not null
  std::uint64_t seed = 1;                            ///< seed of mazes and moves
  PhysicsSettings settings;
};

/// Results of the test. In a sound physics the marble neither leaves the maze nor passes through a
/// wall.
struct ShakeResult {
  long moves = 0;  ///< moves made; each settled, froze or timed out
  long ticks = 0;  ///< ticks of moves, and of settling after each new start
  long settled = 0;
  long frozen = 0;
  long overdue = 0;
  long escapes = 0;       ///< ticks in which the marble's centre was in no cell of the maze
  long tunnelled = 0;     ///< ticks in which the marble went to an adjacent cell through a wall
  long not_a_number = 0;  ///< components of positions that were not a number
  /// Largest orientation error at rest, in all moves and in each half of a maze's moves. If the
  /// second half is worse than the first, errors accumulate.
  double worst_tilt_rad = 0;
  double first_half_tilt_rad = 0;
  double second_half_tilt_rad = 0;
  double deepest_cells = 0;  ///< largest overlap of marble and wall
};

/// Plays the moves. Requires: moves >= 0, mazes >= 1.
[[nodiscard]] ShakeResult shake(const ShakeSpec& spec);

}  // namespace marblemaze
