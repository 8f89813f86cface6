#pragma once

#include <functional>
#include <span>
#include <vector>

#include "engine/sim/marble_world.h"

namespace marblemaze {

/// Plays one move to its end and returns how it ended: settled, frozen or overdue. Requires: the
/// world is at rest.
inline Motion play_move(World& world, MoveId move) {
  world.begin(move);
  return tick_to_rest(world);
}

/// Plays `moves[i]` in `worlds[i]` for all i, and returns the same results as play_move(). If a
/// move is invalid, ticks the world until the marble first comes to rest after reset(). Steps the
/// worlds in parallel lanes if their physics supports it.
///
/// Calls `watch(i)` for world i before the first tick, and after each tick that moves the marble to
/// another octant of a cell (WallFeatures), first finds the marble still in its octant, engages the
/// brake, or ends the move. Additional calls are possible, and calls for different worlds are
/// interleaved.
///
/// Requires: the worlds are distinct and not null, there is one move per world, and each world with
/// a valid move is at rest and supports the move.
[[nodiscard]] std::vector<Motion> batch_rollout(std::span<MarbleWorld* const> worlds,
                                                std::span<const MoveId> moves,
                                                const std::function<void(std::size_t)>& watch = {});
[[nodiscard]] std::vector<MarbleWorld*> pointers_to(std::span<MarbleWorld> worlds);

/// Calls advance(ticks) of all worlds, or steps them in parallel lanes with bit-identical results.
/// Requires: the worlds are distinct, not null and under continuous control, and ticks >= 0.
void advance_together(std::span<MarbleWorld* const> worlds, int ticks);

}  // namespace marblemaze
