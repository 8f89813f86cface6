#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "engine/world/marble_world.h"

namespace marblemaze {

/// Plays one move to its end in a world at rest; `watch()` is called before the first tick and
/// after every one.
template <class Watch>
Motion play_move(MarbleWorld& world, MoveId move, Watch&& watch) {
  watch();
  world.begin(move);
  Motion motion = Motion::speeding;
  while (under_way(motion)) {
    motion = world.tick();
    watch();
  }
  return motion;
}
inline Motion play_move(MarbleWorld& world, MoveId move) {
  return play_move(world, move, [] {});
}

/// Plays one move to its end in each of several worlds at rest of one maze, with exactly the
/// endings of play_move(); imagined ones go side by side, which is faster. `watch(i)` is called for
/// world i as there, but those of different worlds take turns.
std::vector<Motion> play_together(std::span<const std::unique_ptr<MarbleWorld>> worlds, MoveId move,
                                  const std::function<void(std::size_t)>& watch = {});

}  // namespace marblemaze
