#pragma once

#include <functional>
#include <span>
#include <vector>

#include "engine/sim/marble_world.h"

namespace marblemaze {

/// Plays one move to its end in a world at rest. Returns how the move ended: settled, frozen or
/// overdue.
inline Motion play_move(World& world, MoveId move) {
  world.begin(move);
  return tick_to_rest(world);
}

/// Plays one move to its end in each of several worlds, move i in world i, and returns the same
/// endings as play_move(). A world without a move (MoveId()) is ticked until it rests for the first
/// time after reset(). If the physics of all worlds has lanes, they are stepped in parallel, which
/// is faster. `watch(i)` is called for world i before the first tick, and then at least after each
/// tick that moves its marble to another octant of a cell (WallFeatures), finds it still there for
/// the first time, brakes the maze or ends the move; calls for different worlds are interleaved.
/// Requires: no world is null or occurs twice; there are as many moves as worlds; a world with a
/// move is at rest and its scheme has the move.
[[nodiscard]] std::vector<Motion> batch_rollout(std::span<MarbleWorld* const> worlds,
                                                std::span<const MoveId> moves,
                                                const std::function<void(std::size_t)>& watch = {});
[[nodiscard]] std::vector<MarbleWorld*> pointers_to(std::span<MarbleWorld> worlds);

/// Calls advance(ticks) of all worlds, in parallel lanes if possible, which is faster and gives
/// bit-identical results. Requires: no world is null or occurs twice; all are tilted; ticks >= 0.
void advance_together(std::span<MarbleWorld* const> worlds, int ticks);

}  // namespace marblemaze
