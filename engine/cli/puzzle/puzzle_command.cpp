#include "engine/cli/puzzle/puzzle_command.h"

#include "engine/cli/puzzle/puzzle_common.h"

namespace marblemaze {

void add_puzzle_command(Command& app, CommandContext& context) {
  Command* puzzle =
      app.add_subcommand("puzzle", "Logic mazes, and puzzles solved by cellular automata");
  puzzle->require_subcommand(1);
  puzzle->footer(
      "Examples:\n"
      "  marblemaze puzzle four-bit play                       four lamps to turn off\n"
      "  marblemaze puzzle jump solve 221/122/220 --all        both solutions of a 3x3 board\n"
      "  marblemaze puzzle rook generate --daily 2026-03-01 --sheet today.svg\n"
      "  marblemaze puzzle nonogram solve --animate            a picture appears\n"
      "  marblemaze puzzle sudoku solve --measure 100          how far elimination goes\n"
      "Exit status: 0 done, 1 stalled or unsolvable, 2 bad input.");
  add_four_bit_kind(*puzzle, context);
  add_jump_kinds(*puzzle, context);
  add_nonogram_kind(*puzzle, context);
  add_binary_kind(*puzzle, context);
  add_maze_automaton_kind(*puzzle, context);
  add_digit_kinds(*puzzle, context);
  add_classic_automata(*puzzle, context);
}

}  // namespace marblemaze
