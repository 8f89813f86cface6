#pragma once

#include "maze/puzzles/jump_maze.h"
#include "maze/world/discrete_world.h"

namespace marblemaze {

/// A number-jump maze lies open: all of it is known without playing. States are those of
/// JumpStates; the moves of a state are its legal headings in the order up, right, down, left,
/// numbered from 0. A square without a legal jump has no moves: whoever lands there is stuck.
class JumpRules : public Rules {
 public:
  JumpRules(JumpMaze maze, UTurns u_turns) : maze_(std::move(maze)), u_turns_(u_turns) {}
  JumpRules(const JumpRules&) = delete;
  JumpRules& operator=(const JumpRules&) = delete;

  [[nodiscard]] std::span<const MoveId> moves(StateId state) const override;
  [[nodiscard]] bool is_goal(StateId state) const override;
  [[nodiscard]] std::string describe(StateId state) const override;
  [[nodiscard]] std::string describe(StateId state, MoveId move) const override;

  [[nodiscard]] const JumpMaze& maze() const { return maze_; }
  [[nodiscard]] UTurns u_turns() const { return u_turns_; }
  /// Valid as long as the rules are.
  [[nodiscard]] JumpStates states() const { return {maze_, u_turns_}; }
  /// Asserts that the move is one of moves(state).
  [[nodiscard]] Heading heading(StateId state, MoveId move) const;
  /// Where a move leads, read off the board; the same precondition.
  [[nodiscard]] StateId result(StateId state, MoveId move) const;

 private:
  JumpMaze maze_;
  UTurns u_turns_;
};

/// A number-jump maze as a World under JumpRules, which its copies share.
class JumpWorld : public DiscreteWorld {
 public:
  explicit JumpWorld(JumpMaze maze, UTurns u_turns = UTurns::allowed);

  [[nodiscard]] std::unique_ptr<World> clone() const override;

  [[nodiscard]] const JumpMaze& maze() const { return board_->maze(); }
  [[nodiscard]] UTurns u_turns() const { return board_->u_turns(); }
  [[nodiscard]] JumpStates states() const { return board_->states(); }
  [[nodiscard]] Heading heading(StateId state, MoveId move) const {
    return board_->heading(state, move);
  }
  [[nodiscard]] StateId result(StateId state, MoveId move) const {
    return board_->result(state, move);
  }

 private:
  explicit JumpWorld(std::shared_ptr<const JumpRules> board);

  [[nodiscard]] std::optional<StateId> result_of(StateId state, MoveId move) const override {
    return board_->result(state, move);
  }

  std::shared_ptr<const JumpRules> board_;
};

}  // namespace marblemaze
