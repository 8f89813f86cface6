#include "engine/cli/puzzle/puzzle_command.h"

#include "engine/cli/puzzle/puzzle_kind.h"

namespace marblemaze {

// Each is defined in the kind's own file.
PuzzleKindMaker make_four_bit_kind, make_jump_kind, make_rook_kind, make_nonogram_kind,
    make_binary_kind, make_maze_automaton_kind, make_sudoku_kind, make_tectonic_kind,
    make_kakuro_kind;

void add_puzzle_command(Command& app) {
  Command* puzzle =
      app.add_subcommand("puzzle", "Logic mazes, and puzzles solved by cellular automata");
  puzzle->require_subcommand(1);
  puzzle->footer(
      "Examples:\n"
      "  marblemaze puzzle four-bit play                       four lamps to turn off\n"
      "  marblemaze puzzle jump solve 221/122/220 --all        both solutions of a 3x3 board\n"
      "  marblemaze puzzle rook generate --daily 2026-03-01 --sheet today.svg\n"
      "  marblemaze puzzle nonogram solve --animate            watch a picture being found\n"
      "  marblemaze puzzle sudoku solve --measure 100          how many of 100 elimination solves\n"
      "Exit status: 0 done, 1 stalled or unsolvable, 2 bad input.");
  for (PuzzleKindMaker* make :
       {make_four_bit_kind, make_jump_kind, make_rook_kind, make_nonogram_kind, make_binary_kind,
        make_maze_automaton_kind, make_sudoku_kind, make_tectonic_kind, make_kakuro_kind})
    PuzzleKind::add(make(), *puzzle);
  add_classic_automata(*puzzle);
}

}  // namespace marblemaze
