#pragma once

#include "maze/puzzles/four_bit_maze.h"
#include "maze/world/world.h"

namespace marblemaze {

/// The four-bit maze as a World: state = lamps as a number, move m = press button m. All four
/// buttons can be pressed in every state; that an off bit does nothing is certain without trying.
class FourBitWorld : public World {
 public:
  explicit FourBitWorld(const FourBitMaze& maze) : maze_(maze) {}

  [[nodiscard]] Traits traits() const override;
  void reset() override;
  [[nodiscard]] StateId state() const override { return state_; }
  [[nodiscard]] std::span<const MoveId> moves(StateId state) const override;
  [[nodiscard]] bool is_goal(StateId state) const override;
  void begin(MoveId move) override;
  Motion tick() override;
  [[nodiscard]] std::optional<StateId> certain_result(StateId state, MoveId move) const override;
  [[nodiscard]] std::unique_ptr<World> clone() const override;
  [[nodiscard]] std::string describe(StateId state) const override;
  [[nodiscard]] std::string describe(StateId state, MoveId move) const override;

  [[nodiscard]] const FourBitMaze& maze() const { return maze_; }

 private:
  FourBitMaze maze_;
  StateId state_{FourBitMaze::kStart};
  std::optional<MoveId> pending_;
};

}  // namespace marblemaze
