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
  return {.name = name_,
          .deterministic = true,
          .cloneable = true,
          .posed = false,
          .state_bound = state_bound_};
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

bool DiscreteWorld::do_load(std::span<const std::uint64_t> words) {
  const StateId saved = saved_state(words, state_bound_);
  if (!saved.valid() || !exists(saved)) return false;
  state_ = saved;
  move_ = MoveId();
  return true;
}

}  // namespace marblemaze
