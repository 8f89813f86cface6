#include "maze/puzzles/jump_world.h"

#include <array>
#include <cassert>

#include <fmt/format.h>

#include "maze/base/words.h"
#include "maze/puzzles/board.h"

namespace marblemaze {

std::span<const MoveId> JumpRules::moves(StateId state) const {
  static const std::array<MoveId, 4> numbers{MoveId(0), MoveId(1), MoveId(2), MoveId(3)};
  return std::span(numbers).first(states().headings(state.index).size());
}

bool JumpRules::is_goal(StateId state) const { return states().square(state.index) == maze_.goal; }

Heading JumpRules::heading(StateId state, MoveId move) const {
  const std::vector<Heading> legal = states().headings(state.index);
  assert(move.index >= 0 && move.index < static_cast<int>(legal.size()));
  return legal[move.index];
}

StateId JumpRules::result(StateId state, MoveId move) const {
  return StateId(states().after(state.index, heading(state, move)));
}

std::string JumpRules::describe(StateId state) const {
  return square_name(states().square(state.index), maze_.cols);
}

std::string JumpRules::describe(StateId state, MoveId move) const {
  const int length = maze_.jumps[states().square(state.index)];
  return fmt::format("{} {}", counted(static_cast<std::uint64_t>(length), "square"),
                     heading_name(heading(state, move)));
}

JumpWorld::JumpWorld(JumpMaze maze, UTurns u_turns)
    : JumpWorld(std::make_shared<const JumpRules>(std::move(maze), u_turns)) {}

JumpWorld::JumpWorld(std::shared_ptr<const JumpRules> board)
    : DiscreteWorld(board, board->u_turns() == UTurns::allowed ? "jump" : "jump-no-u-turn",
                    StateId(board->states().start()), board->states().count()),
      board_(std::move(board)) {}

std::unique_ptr<World> JumpWorld::clone() const { return std::make_unique<JumpWorld>(*this); }

}  // namespace marblemaze
