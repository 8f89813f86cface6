#pragma once

#include <memory>

#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"
#include "maze/world/rules.h"

namespace marblemaze {

/// The rules of a marble's maze under one control scheme, whatever physics it obeys: the moves are
/// the scheme's, the goal is to rest in the target cell, and with 24 orientations the moves inside
/// a corner are certain (thesis 4.7).
class MazeRules : public Rules {
 public:
  /// Neither may be null. The scheme must be one that the maze can have.
  MazeRules(std::shared_ptr<const Maze> maze, std::shared_ptr<const OrientationScheme> scheme);

  [[nodiscard]] std::span<const MoveId> moves(StateId) const override {
    return scheme_->move_ids();
  }
  [[nodiscard]] bool is_goal(StateId state) const override;
  [[nodiscard]] bool is_balanced(StateId state) const override;
  [[nodiscard]] std::optional<StateId> certain_result(StateId state, MoveId move) const override;
  [[nodiscard]] std::string describe(StateId state) const override;
  [[nodiscard]] std::string describe(StateId state, MoveId move) const override;

 private:
  std::shared_ptr<const Maze> maze_;
  std::shared_ptr<const OrientationScheme> scheme_;
};

}  // namespace marblemaze
