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
  PredictedWorld(std::string name, std::shared_ptr<const Maze> maze,
                 std::shared_ptr<const OrientationScheme> scheme,
                 std::shared_ptr<const ForwardModel> model, StateId first);

  [[nodiscard]] Traits traits() const override;
  void reset() override;
  [[nodiscard]] StateId state() const override { return state_; }
  [[nodiscard]] std::span<const MoveId> moves(StateId) const override {
    return scheme_->move_ids();
  }
  [[nodiscard]] bool is_goal(StateId state) const override {
    return scheme_->cell(state) == maze_->target();
  }
  void begin(MoveId move) override;
  Motion tick() override;
  [[nodiscard]] std::optional<StateId> certain_result(StateId state, MoveId move) const override;
  [[nodiscard]] std::unique_ptr<World> clone() const override {
    return std::make_unique<PredictedWorld>(*this);
  }
  [[nodiscard]] std::string describe(StateId state) const override;
  [[nodiscard]] std::string describe(StateId state, MoveId move) const override;

 private:
  std::string name_;
  std::shared_ptr<const Maze> maze_;
  std::shared_ptr<const OrientationScheme> scheme_;
  std::shared_ptr<const ForwardModel> model_;
  StateId first_;
  StateId state_;
  MoveId move_;  // none: nothing to do but settle
};

}  // namespace marblemaze
