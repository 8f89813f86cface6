// Fuzzes the text formats of all puzzles. The first letter selects the parser: f four-bit, j jump,
// J jump without U-turns, n nonogram, b binary, B binary with repeated lines, m path maze (s)
// sudoku, t Tectonic, k Kakuro, d document of `generate --json`. Writing and reading must give the
// same puzzle. The puzzle must be drawable.
#include "engine/cli/puzzle/puzzle_kind.h"
#include "fuzz/fuzz_target.h"
#include "maze/puzzles/binary_puzzle.h"
#include "maze/puzzles/digit_puzzle.h"
#include "maze/puzzles/four_bit_maze.h"
#include "maze/puzzles/jump_maze.h"
#include "maze/puzzles/nonogram.h"
#include "maze/puzzles/path_maze.h"

namespace marblemaze {
namespace {

/// Checks that a parsed puzzle survives writing and parsing.
template <class Parse>
auto read_twice(Parse parse, const std::string& text) {
  auto puzzle = parse(text);
  const std::string written = to_text(puzzle);
  fuzz::require(to_text(parse(written)) == written, "a puzzle is read as it was written");
  return puzzle;
}

void read_jump(const std::string& text) {
  const JumpMaze maze = read_twice(parse_jump_maze, text);
  static_cast<void>(distance_table(maze));
  fuzz::require(to_dot(maze).ends_with("}\n"), "a graph is whole");
}

void read_nonogram(const std::string& text) {
  const Nonogram puzzle = read_twice(parse_nonogram, text);
  fuzz::require(to_text(parse_nonogram(to_non(puzzle))) == to_text(puzzle),
                "a nonogram is read as it was written");
}

void read_binary(const std::string& text, bool unique_lines) {
  const BinaryPuzzle puzzle =
      read_twice([&](const std::string& t) { return parse_binary_puzzle(t, unique_lines); }, text);
  fuzz::require(parse_binary_puzzle(to_takuzu(puzzle), unique_lines) == puzzle,
                "a binary puzzle is read as it was written");
}

void read_digits(const std::string& text, DigitKind kind) {
  const DigitPuzzle puzzle =
      read_twice([&](const std::string& t) { return parse_digit_puzzle(kind, t); }, text);
  fuzz::require(to_dot(puzzle).ends_with("}\n"), "a graph is whole");
}

void read(char kind, const std::string& text) {
  switch (kind) {
    case 'f': static_cast<void>(to_dot(read_twice(parse_four_bit_maze, text))); break;
    case 'j': read_jump(text); break;
    case 'J': read_jump("# no U-turns\n" + text); break;
    case 'n': read_nonogram(text); break;
    case 'b': read_binary(text, true); break;
    case 'B': read_binary(text, false); break;
    case 'm': static_cast<void>(main_path(read_twice(parse_path_maze, text))); break;
    case 's': read_digits(text, DigitKind::sudoku); break;
    case 't': read_digits(text, DigitKind::tectonic); break;
    case 'k': read_digits(text, DigitKind::kakuro); break;
    // A text that does not begin with a brace would be a file name.
    case 'd': static_cast<void>(read_source("{" + text)); break;
    default: break;
  }
}

}  // namespace

void fuzz::test_input(const std::string& input) {
  if (!input.empty()) try_to([&] { read(input[0], input.substr(1)); });
}

}  // namespace marblemaze
