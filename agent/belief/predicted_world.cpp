#include "agent/belief/predicted_world.h"

#include "maze/world/maze_rules.h"

namespace marblemaze {

PredictedWorld::PredictedWorld(std::string name, const std::shared_ptr<const Maze>& maze,
                               const std::shared_ptr<const OrientationScheme>& scheme,
                               std::shared_ptr<const ForwardModel> model, StateId first)
    : World(std::make_shared<const MazeRules>(maze, scheme)),
      name_(std::move(name)),
      model_(std::move(model)),
      state_bound_(maze->grid().box_cells() * scheme->orientations()),
      first_(first) {
  reset();
}

Traits PredictedWorld::traits() const { return {name_, true, true, true, false, state_bound_}; }

void PredictedWorld::do_reset() {
  state_ = first_;
  move_ = MoveId();
}

void PredictedWorld::do_begin(MoveId move) { move_ = move; }

Motion PredictedWorld::do_tick() {
  if (!move_.valid()) return Motion::settled;
  const auto to = model_->likeliest({state_, nullptr}, move_);
  move_ = MoveId();
  if (!to) return Motion::frozen;
  state_ = *to;
  return Motion::settled;
}

}  // namespace marblemaze
