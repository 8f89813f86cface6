#pragma once

#include "render/session/logic_game.h"

namespace marblemaze::testing {

inline const FourBitMaze& lamps_of(const LogicGame& game) { return *game.maze().lamps(); }

inline const JumpWorld& board_of(const LogicGame& game) { return *game.maze().board(); }

/// A family of the registry as if nobody had thought of how to draw it.
inline const WorldEntry& undrawn_board() {
  static const WorldEntry entry{
      .name = "jump", .summary = "nobody has drawn it", .other = [](std::uint64_t s) {
        return world_entry("jump").make(s);
      }};
  return entry;
}

}  // namespace marblemaze::testing
