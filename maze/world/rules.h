#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "maze/grid/ids.h"
#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"

namespace marblemaze {

/// Facts about a world that hold without acting on it: the moves of each state, the goal, and the
/// moves with a certain result. Only the world itself knows the results of the other moves.
///
/// Rules are immutable and contain no position, so a world, its copies and its agents share one
/// object, also between threads. No function throws.
///
/// Requires of all functions: `state` is a number in [0, Traits::state_bound) of the world, and
/// `move` is one of moves(state). The functions of World with the same names assert it.
class Rules {
 public:
  virtual ~Rules() = default;

  /// Returns the moves of a state, numbered from 0 in order; empty in a dead end. The span is valid
  /// as long as the rules are.
  [[nodiscard]] virtual std::span<const MoveId> moves(StateId state) const = 0;

  /// Returns whether a run that settles in this state ends as solved.
  [[nodiscard]] virtual bool is_goal(StateId state) const = 0;

  /// Returns whether the marble is balanced in this state: the world froze, but a move can start
  /// from here. A balanced state is never a goal. Returns false for an invalid state.
  [[nodiscard]] virtual bool is_balanced(StateId) const { return false; }

  /// Returns the result of a move if it is certain by the rules alone (thesis 4.7: the moves inside
  /// a corner of the 24 scheme), else nothing.
  [[nodiscard]] virtual std::optional<StateId> certain_result(StateId, MoveId) const {
    return std::nullopt;
  }

  /// Return a state, or a move from a state, in words for people.
  [[nodiscard]] virtual std::string describe(StateId state) const = 0;
  [[nodiscard]] virtual std::string describe(StateId state, MoveId move) const = 0;
};

/// Rules of a marble's maze under one control scheme, for every physics: the moves are those of the
/// scheme, the goal is to rest in the target cell, and with 24 orientations the moves inside a
/// corner are certain (thesis 4.7).
class MazeRules : public Rules {
 public:
  /// Requires: maze and scheme are not null, and the maze can have the scheme.
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
