#pragma once

#include "render/session/logic_game.h"

namespace marblemaze::testing {

inline const FourBitMaze& lamps_of(const LogicGame& game) { return *game.maze().lamps(); }

inline const JumpWorld& board_of(const LogicGame& game) { return *game.maze().board(); }

/// Returns a number board as a maze without a drawing.
inline std::unique_ptr<LogicMaze> undrawn_board(std::uint64_t seed) {
  return std::make_unique<LogicMaze>(world_entry("jump"), seed);
}

}  // namespace marblemaze::testing
