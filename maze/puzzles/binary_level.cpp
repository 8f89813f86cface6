#include "maze/puzzles/binary_level.h"

#include <algorithm>
#include <cassert>

#include "maze/puzzles/board.h"

namespace marblemaze {
namespace {

using Line = std::vector<int>;  // the squares of a row or column

long choose(int n, int k) {
  long ways = k < 0 || k > n ? 0 : 1;
  for (int i = 1; i <= k && ways > 0; ++i) ways = ways * (n - k + i) / i;
  return ways;
}

bool agree(const CandidateBoard& board, const Line& line, const Line& complete) {
  return std::equal(line.begin(), line.end(), complete.begin(),
                    [&](int a, int b) { return is_open(board[a]) || board[a] == board[b]; });
}

// Method 4: of all ways to fill the line with as many zeros as ones, those that equal a complete
// line are out. A digit that no other way has in some square cannot be there.
bool avoid_equal(CandidateBoard& board, const Line& line, const std::vector<Line>& lines) {
  const int open = count(board, line, Digit::unknown);
  std::vector<Line> taken;
  for (const Line& twin : lines) {
    if (&twin != &line && count(board, twin, Digit::unknown) == 0 && agree(board, line, twin))
      taken.push_back(twin);
  }
  for (std::size_t i = 0; i < line.size() && !taken.empty(); ++i) {
    if (!is_open(board[line[i]])) continue;
    for (const CandidateSet digit : {Digit::zero, Digit::one}) {
      const int left = static_cast<int>(line.size()) / 2 - count(board, line, digit);
      const long out = std::count_if(taken.begin(), taken.end(),
                                     [&](const Line& twin) { return board[twin[i]] == digit; });
      // The counts are those of the line as it is now; the change has it looked at again.
      if (choose(open - 1, left - 1) == out) return board.keep(line[i], Digit::other(digit));
    }
  }
  return true;
}

bool avoid_equal_lines(CandidateBoard& board, int size) {
  for (const bool row : {true, false}) {
    std::vector<Line> lines;
    for (int line = 0; line < size; ++line) lines.push_back(squares_of_line(size, size, row, line));
    for (const Line& line : lines)
      if (!avoid_equal(board, line, lines)) return false;
  }
  return true;
}

bool solved(const BinaryPuzzle& puzzle) {
  return complete(puzzle.squares) && faults(puzzle).empty();
}

}  // namespace

BinaryPuzzle apply_methods(const BinaryPuzzle& puzzle, int level) {
  assert(level >= kEasiestLevel && level < kHardestLevel);
  CandidateRules rules(static_cast<int>(puzzle.squares.size()));
  if (level >= 3 && puzzle.unique_lines)
    rules.add(numbers_below(puzzle.squares.size()), [&](CandidateBoard& board, const auto&) {
      return avoid_equal_lines(board, puzzle.size);
    });
  add_line_rules(rules, puzzle.size, level >= 2);
  CandidateBoard board(rules, puzzle.squares);
  board.settle();
  return {puzzle.size, board.cells(), puzzle.unique_lines};
}

int difficulty(const BinaryPuzzle& puzzle) {
  for (int level = kEasiestLevel; level < kHardestLevel; ++level) {
    if (solved(apply_methods(puzzle, level))) return level;
  }
  return kHardestLevel;
}

std::optional<BinaryPuzzle> make_binary_puzzle_of_level(int size, int level, Rng& rng,
                                                        GeneratorBudget& budget) {
  for (;;) {
    std::optional<BinaryPuzzle> puzzle = level == kHardestLevel
                                             ? make_binary_puzzle(size, rng, budget)
                                             : make_complete_board(size, rng, budget);
    if (!puzzle) return std::nullopt;
    const auto good = [&] {
      budget.spend();
      return solved(apply_methods(*puzzle, level));
    };
    if (level < kHardestLevel &&
        !thin_out(puzzle->squares, unknown_squares(size), rng, budget, good))
      return std::nullopt;
    if (difficulty(*puzzle) == level) return puzzle;
  }
}

}  // namespace marblemaze
