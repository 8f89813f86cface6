#pragma once

#include <algorithm>
#include <memory>

#include "support/scripted_graph.h"

namespace marblemaze::testing {

/// A line of places from 0 to the goal, `length`, with a move forward and a move back. It has more
/// moves than the budget of one plan.
class LineWorld : public World {
 public:
  explicit LineWorld(int length) : World(std::make_shared<MoveRules>(2, length)), length_(length) {}
  [[nodiscard]] Traits traits() const override { return {"line", true, false, length_ + 1}; }
  void do_reset() override { at_ = next_ = 0; }
  [[nodiscard]] StateId do_state() const override { return StateId(at_); }
  void do_begin(MoveId move) override { next_ = move.index == 0 ? at_ + 1 : std::max(at_ - 1, 0); }
  Motion do_tick() override {
    at_ = next_;
    return Motion::settled;
  }
  [[nodiscard]] std::unique_ptr<World> clone() const override {
    return std::make_unique<LineWorld>(*this);
  }

 private:
  int length_;
  int at_ = 0, next_ = 0;
};

}  // namespace marblemaze::testing
