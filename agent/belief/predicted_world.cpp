#include "agent/belief/predicted_world.h"

#include "agent/belief/maze_advice.h"

namespace marblemaze {

PredictedWorld::PredictedWorld(std::string name, std::shared_ptr<const Maze> maze,
                               std::shared_ptr<const OrientationScheme> scheme,
                               std::shared_ptr<const ForwardModel> model, StateId first)
    : name_(std::move(name)),
      maze_(std::move(maze)),
      scheme_(std::move(scheme)),
      model_(std::move(model)),
      first_(first) {
  reset();
}

Traits PredictedWorld::traits() const {
  return {name_, true, true, true, false, maze_->grid().box_cells() * scheme_->orientations()};
}

void PredictedWorld::reset() {
  state_ = first_;
  move_ = MoveId();
}

void PredictedWorld::begin(MoveId move) { move_ = move; }

Motion PredictedWorld::tick() {
  if (!move_.valid()) return Motion::settled;
  const auto to = model_->likeliest({state_, nullptr}, move_);
  move_ = MoveId();
  if (!to) return Motion::frozen;
  state_ = *to;
  return Motion::settled;
}

std::optional<StateId> PredictedWorld::certain_result(StateId state, MoveId move) const {
  return certain_turn(*scheme_, state, move);
}

std::string PredictedWorld::describe(StateId state) const {
  return describe_state(*scheme_, state);
}

std::string PredictedWorld::describe(StateId state, MoveId move) const {
  return scheme_->move_name(scheme_->orientation(state), move);
}

}  // namespace marblemaze
