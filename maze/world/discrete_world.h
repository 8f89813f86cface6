#pragma once

#include <optional>
#include <string>

#include "maze/world/world.h"

namespace marblemaze {

/// A world of states alone, without physics: a move leads in one tick to where it always leads. Its
/// copies go on alike, and its state is all there is to save.
class DiscreteWorld : public World {
 public:
  [[nodiscard]] Traits traits() const override;

 protected:
  /// `name` is the one in Traits, `first` where a run begins; states are numbered from 0 to below
  /// `state_bound`.
  DiscreteWorld(std::shared_ptr<const Rules> rules, std::string name, StateId first,
                int state_bound);

 private:
  /// Where a legal move leads. None where it freezes the world.
  [[nodiscard]] virtual std::optional<StateId> result_of(StateId state, MoveId move) const = 0;
  /// Whether a number within bounds is that of a state.
  [[nodiscard]] virtual bool exists(StateId /*state*/) const { return true; }

  void do_reset() override;
  [[nodiscard]] StateId do_state() const override { return state_; }
  void do_begin(MoveId move) override { move_ = move; }
  Motion do_tick() override;
  bool do_load(std::span<const std::uint64_t> words) override;

  std::string name_;
  StateId first_;
  int state_bound_;
  StateId state_;
  MoveId move_;  // none: nothing to do but settle
};

}  // namespace marblemaze
