#include "maze/world/world.h"

#include <utility>

namespace marblemaze {

DiscreteWorld::DiscreteWorld(std::shared_ptr<const Rules> rules, std::string name, StateId first,
                             int state_bound)
    : World(std::move(rules)),
      name_(std::move(name)),
      first_(first),
      state_bound_(state_bound),
      state_(first) {}

Traits DiscreteWorld::traits() const {
  return {.name = name_, .deterministic = true, .posed = false, .state_bound = state_bound_};
}

void DiscreteWorld::do_reset() {
  state_ = first_;
  move_ = MoveId();
}

Motion DiscreteWorld::do_tick() {
  if (!move_.valid()) return Motion::settled;
  const std::optional<StateId> to = result_of(state_, std::exchange(move_, MoveId()));
  if (!to) return Motion::frozen;
  state_ = *to;
  return Motion::settled;
}

std::vector<std::uint64_t> DiscreteWorld::do_save() const {
  return {static_cast<std::uint64_t>(state_.index), static_cast<std::uint64_t>(move_.index)};
}

bool DiscreteWorld::do_load(std::span<const std::uint64_t> words, bool at_rest) {
  if (words.size() != 2 || words[0] >= static_cast<std::uint64_t>(state_bound_)) return false;
  const StateId state(static_cast<std::int32_t>(words[0]));
  if (!exists(state)) return false;
  const auto none = static_cast<std::uint64_t>(MoveId().index);
  if (words[1] != none && (at_rest || words[1] >= moves(state).size())) return false;
  state_ = state;
  move_ = MoveId(static_cast<std::int32_t>(words[1]));
  return true;
}

}  // namespace marblemaze
