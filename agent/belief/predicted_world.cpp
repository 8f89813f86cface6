#include "agent/belief/predicted_world.h"

#include <cassert>

#include "maze/world/maze_rules.h"

namespace marblemaze {

PredictedWorld::PredictedWorld(std::string name, const std::shared_ptr<const Maze>& maze,
                               const std::shared_ptr<const OrientationScheme>& scheme,
                               std::shared_ptr<const ForwardModel> model, StateId first)
    : World(std::make_shared<const MazeRules>(maze, scheme)),
      name_(std::move(name)),
      model_(std::move(model)),
      maze_(maze),
      scheme_(scheme),
      first_(first) {
  assert(model_);
  reset();
}

Traits PredictedWorld::traits() const {
  return {.name = name_,
          .deterministic = true,
          .resettable = true,
          .cloneable = true,
          .posed = false,
          .state_bound = maze_->grid().box_cells() * scheme_->orientations()};
}

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

bool PredictedWorld::do_load(std::span<const std::uint64_t> words) {
  const StateId saved = saved_state(words, traits().state_bound);
  if (!saved.valid() || !maze_->grid().in_maze(scheme_->cell(saved))) return false;
  state_ = saved;
  move_ = MoveId();
  return true;
}

}  // namespace marblemaze
