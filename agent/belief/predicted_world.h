#pragma once

#include <memory>
#include <string>

#include "agent/contracts/forward_model.h"
#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"

namespace marblemaze {

/// The cube under a forward model alone: a move ends where the model says, on its first tick. With
/// the path predictor it is the thesis's idea of the maze made exact, at microseconds a move.
class PredictedWorld : public World {
 public:
  /// `first` is the settled state in which a run begins.
  PredictedWorld(std::string name, const std::shared_ptr<const Maze>& maze,
                 const std::shared_ptr<const OrientationScheme>& scheme,
                 std::shared_ptr<const ForwardModel> model, StateId first);

  [[nodiscard]] Traits traits() const override;
  [[nodiscard]] std::unique_ptr<World> clone() const override {
    return std::make_unique<PredictedWorld>(*this);
  }

 private:
  void do_reset() override;
  [[nodiscard]] StateId do_state() const override { return state_; }
  void do_begin(MoveId move) override;
  Motion do_tick() override;

  std::string name_;
  std::shared_ptr<const ForwardModel> model_;
  int state_bound_;
  StateId first_;
  StateId state_;
  MoveId move_;  // none: nothing to do but settle
};

}  // namespace marblemaze
