#include "maze/puzzles/four_bit_world.h"

#include <array>

#include <fmt/format.h>

namespace marblemaze {

std::span<const MoveId> LampRules::moves(StateId) const {
  static const std::array<MoveId, FourBitMaze::kButtons> buttons{MoveId(0), MoveId(1), MoveId(2),
                                                                 MoveId(3)};
  return buttons;
}

bool LampRules::is_goal(StateId state) const { return state.index == FourBitMaze::kGoal; }

std::optional<StateId> LampRules::certain_result(StateId state, MoveId move) const {
  if ((state.index >> move.index & 1) != 0) return std::nullopt;
  return state;
}

std::string LampRules::describe(StateId state) const {
  return fmt::format("{} ({})", state.index, lamps(state.index));
}

std::string LampRules::describe(StateId, MoveId move) const {
  return fmt::format("press button {}", move.index);
}

std::unique_ptr<World> FourBitWorld::clone() const { return std::make_unique<FourBitWorld>(*this); }

}  // namespace marblemaze
