#pragma once

#include "maze/puzzles/jump_maze.h"
#include "maze/world/world.h"

namespace marblemaze {

/// A number-jump maze as a World. States are those of JumpStates; the moves of a state are its
/// legal headings in the order up, right, down, left, numbered from 0. A square without a legal
/// jump has no moves: whoever lands there is stuck.
class JumpWorld : public World {
 public:
  explicit JumpWorld(JumpMaze maze, UTurns u_turns = UTurns::allowed);

  [[nodiscard]] Traits traits() const override;
  void reset() override;
  [[nodiscard]] StateId state() const override { return state_; }
  [[nodiscard]] std::span<const MoveId> moves(StateId state) const override;
  [[nodiscard]] bool is_goal(StateId state) const override;
  void begin(MoveId move) override;
  Motion tick() override;
  [[nodiscard]] std::unique_ptr<World> clone() const override;
  [[nodiscard]] std::string describe(StateId state) const override;
  [[nodiscard]] std::string describe(StateId state, MoveId move) const override;

  [[nodiscard]] const JumpMaze& maze() const { return maze_; }
  [[nodiscard]] UTurns u_turns() const { return u_turns_; }
  [[nodiscard]] JumpStates states() const { return {maze_, u_turns_}; }
  [[nodiscard]] Heading heading(StateId state, MoveId move) const;
  /// The board lies open: where a move leads can be read off it.
  [[nodiscard]] StateId result(StateId state, MoveId move) const;

 private:
  JumpMaze maze_;
  UTurns u_turns_;
  StateId state_;
  std::optional<MoveId> pending_;
};

}  // namespace marblemaze
