#pragma once

#include "maze/puzzles/four_bit_maze.h"
#include "maze/world/world.h"

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
class FourBitWorld : public World {
 public:
  explicit FourBitWorld(const FourBitMaze& maze)
      : World(std::make_shared<const LampRules>()), maze_(maze) {}

  [[nodiscard]] Traits traits() const override;
  [[nodiscard]] std::unique_ptr<World> clone() const override;

  [[nodiscard]] const FourBitMaze& maze() const { return maze_; }

 private:
  void do_reset() override;
  [[nodiscard]] StateId do_state() const override { return state_; }
  void do_begin(MoveId move) override;
  Motion do_tick() override;
  bool do_load(std::span<const std::uint64_t> words) override;

  FourBitMaze maze_;
  StateId state_{FourBitMaze::kStart};
  std::optional<MoveId> pending_;
};

}  // namespace marblemaze
