#pragma once

#include <memory>
#include <string>

#include "agent/contracts/forward_model.h"
#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"
#include "maze/world/discrete_world.h"

namespace marblemaze {

/// The maze under a forward model alone: a move ends where the model says, on its first tick, and
/// freezes where the model expects that. With the path predictor it is the thesis's idea of the
/// maze made exact, at microseconds a move. Copies share rules and model.
class PredictedWorld : public DiscreteWorld {
 public:
  /// `first` is the settled state in which a run begins, `name` the one in Traits. No pointer may
  /// be null, and the scheme must be one that the maze can have.
  PredictedWorld(std::string name, const std::shared_ptr<const Maze>& maze,
                 const std::shared_ptr<const OrientationScheme>& scheme,
                 std::shared_ptr<const ForwardModel> model, StateId first);

  [[nodiscard]] std::unique_ptr<World> clone() const override {
    return std::make_unique<PredictedWorld>(*this);
  }

 private:
  [[nodiscard]] std::optional<StateId> result_of(StateId state, MoveId move) const override {
    return model_->likeliest(state, move);
  }
  [[nodiscard]] bool exists(StateId state) const override {
    return maze_->grid().in_maze(scheme_->cell(state));
  }

  std::shared_ptr<const ForwardModel> model_;
  std::shared_ptr<const Maze> maze_;
  std::shared_ptr<const OrientationScheme> scheme_;
};

}  // namespace marblemaze
