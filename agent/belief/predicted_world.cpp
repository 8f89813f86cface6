#include "agent/belief/predicted_world.h"

#include <cassert>

#include "maze/world/maze_rules.h"

namespace marblemaze {

PredictedWorld::PredictedWorld(std::string name, const std::shared_ptr<const Maze>& maze,
                               const std::shared_ptr<const OrientationScheme>& scheme,
                               std::shared_ptr<const ForwardModel> model, StateId first)
    : DiscreteWorld(std::make_shared<const MazeRules>(maze, scheme), std::move(name), first,
                    maze->grid().box_cells() * scheme->orientations()),
      model_(std::move(model)),
      maze_(maze),
      scheme_(scheme) {
  assert(model_);
}

}  // namespace marblemaze
