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

Traits FourBitWorld::traits() const {
  return {.name = "four-bit",
          .deterministic = true,
          .resettable = true,
          .cloneable = true,
          .posed = false,
          .state_bound = FourBitMaze::kStates};
}

void FourBitWorld::do_reset() {
  state_ = StateId(FourBitMaze::kStart);
  pending_.reset();
}

void FourBitWorld::do_begin(MoveId move) { pending_ = move; }

Motion FourBitWorld::do_tick() {
  if (pending_) state_ = StateId(maze_.press(state_.index, pending_->index));
  pending_.reset();
  return Motion::settled;
}

bool FourBitWorld::do_load(std::span<const std::uint64_t> words) {
  const StateId saved = saved_state(words, FourBitMaze::kStates);
  if (!saved.valid()) return false;
  state_ = saved;
  pending_.reset();
  return true;
}

std::unique_ptr<World> FourBitWorld::clone() const { return std::make_unique<FourBitWorld>(*this); }

}  // namespace marblemaze
