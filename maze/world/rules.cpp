#include "maze/world/rules.h"

#include <cassert>

#include "maze/grid/resting.h"

namespace marblemaze {

MazeRules::MazeRules(std::shared_ptr<const Maze> maze,
                     std::shared_ptr<const OrientationScheme> scheme)
    : maze_(std::move(maze)), scheme_(std::move(scheme)) {
  assert(maze_ && scheme_);
}

bool MazeRules::is_goal(StateId state) const {
  return !marblemaze::is_balanced(state) && scheme_->cell(state) == maze_->target();
}

bool MazeRules::is_balanced(StateId state) const { return marblemaze::is_balanced(state); }

std::optional<StateId> MazeRules::certain_result(StateId state, MoveId move) const {
  return certain_turn(*scheme_, state, move);
}

std::string MazeRules::describe(StateId state) const { return describe_state(*scheme_, state); }

std::string MazeRules::describe(StateId state, MoveId move) const {
  return scheme_->move_name(scheme_->orientation(state), move);
}

}  // namespace marblemaze
