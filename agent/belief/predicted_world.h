#pragma once

#include <memory>
#include <string>

#include "agent/contracts/forward_model.h"
#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"

namespace marblemaze {

/// The maze under a forward model alone: a move ends where the model says, on its first tick, and
/// freezes where the model expects that. With the path predictor it is the thesis's idea of the
/// maze made exact, at microseconds a move. Copies share rules and model.
class PredictedWorld : public World {
 public:
  /// `first` is the settled state in which a run begins, `name` the one in Traits. No pointer may
  /// be null, and the scheme must be one that the maze can have.
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
  bool do_load(std::span<const std::uint64_t> words) override;

  std::string name_;
  std::shared_ptr<const ForwardModel> model_;
  std::shared_ptr<const Maze> maze_;
  std::shared_ptr<const OrientationScheme> scheme_;
  StateId first_;
  StateId state_;
  MoveId move_;  // none: nothing to do but settle
};

}  // namespace marblemaze
