#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "maze/grid/ids.h"
#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"

namespace marblemaze {

/// What is known of a world without touching it: which moves there are, what the goal is, and
/// which moves have a certain result. Where the other moves lead only the world itself can tell.
///
/// Rules never change and hold no position, so that a world, its copies and its agents share one
/// object, from several threads too. No function throws.
///
/// Precondition of all functions: `state` is a number in [0, Traits::state_bound) of the world, and
/// `move` is one of moves(state). World asserts it for those who ask a world.
class Rules {
 public:
  virtual ~Rules() = default;

  /// The moves that can be made, numbered from 0 in order; empty where none is left. The span is
  /// valid as long as the rules are.
  [[nodiscard]] virtual std::span<const MoveId> moves(StateId state) const = 0;

  /// Is this a state in which a run ends as solved?
  [[nodiscard]] virtual bool is_goal(StateId state) const = 0;

  /// Is this a state in which the world froze, but out of which it can be moved? Never a goal. May
  /// be asked of no state at all: that is none.
  [[nodiscard]] virtual bool is_balanced(StateId) const { return false; }

  /// Where a move is certain to lead without trying it (thesis 4.7: the moves inside a corner of
  /// the 24 scheme), or nothing where only trying can tell.
  [[nodiscard]] virtual std::optional<StateId> certain_result(StateId, MoveId) const {
    return std::nullopt;
  }

  /// The state and the move in words a person understands.
  [[nodiscard]] virtual std::string describe(StateId state) const = 0;
  [[nodiscard]] virtual std::string describe(StateId state, MoveId move) const = 0;
};

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
