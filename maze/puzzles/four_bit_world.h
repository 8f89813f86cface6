#pragma once

#include "maze/puzzles/four_bit_maze.h"
#include "maze/world/discrete_world.h"

namespace marblemaze {

/// What is known of every four-bit maze without its hidden table: state = lamps as a number, move
/// m = press button m. All four buttons can be pressed in every state; that an off bit does nothing
/// is certain without trying.
class LampRules : public Rules {
 public:
  [[nodiscard]] std::span<const MoveId> moves(StateId state) const override;
  [[nodiscard]] bool is_goal(StateId state) const override;
  [[nodiscard]] std::optional<StateId> certain_result(StateId state, MoveId move) const override;
  [[nodiscard]] std::string describe(StateId state) const override;
  [[nodiscard]] std::string describe(StateId state, MoveId move) const override;
};

/// The four-bit maze as a World under LampRules. Only the table knows where a press leads.
class FourBitWorld : public DiscreteWorld {
 public:
  explicit FourBitWorld(const FourBitMaze& maze)
      : DiscreteWorld(std::make_shared<const LampRules>(), "four-bit", StateId(FourBitMaze::kStart),
                      FourBitMaze::kStates),
        maze_(maze) {}

  [[nodiscard]] std::unique_ptr<World> clone() const override;

  [[nodiscard]] const FourBitMaze& maze() const { return maze_; }

 private:
  [[nodiscard]] std::optional<StateId> result_of(StateId state, MoveId move) const override {
    return StateId(maze_.press(state.index, move.index));
  }

  FourBitMaze maze_;
};

}  // namespace marblemaze
