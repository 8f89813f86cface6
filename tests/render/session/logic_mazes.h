#pragma once

#include "render/session/logic_game.h"

namespace marblemaze::testing {

inline const FourBitMaze& lamps_of(const LogicGame& game) { return *game.maze().lamps(); }

inline const JumpWorld& board_of(const LogicGame& game) { return *game.maze().board(); }

/// A family of the registry as if nobody had thought of how to draw it.
inline WorldEntry without_drawing(const std::string& family) {
  WorldEntry entry = world_entry(family);
  entry.lamps = nullptr;
  entry.board.reset();
  return entry;
}

}  // namespace marblemaze::testing
