#include "maze/puzzles/binary_puzzle.h"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <functional>

#include <fmt/format.h>

#include "maze/base/errors.h"
#include "maze/puzzles/board.h"

namespace marblemaze {
namespace {

Candidates line_of(const BinaryPuzzle& puzzle, bool row, int line) {
  Candidates squares;
  for (int square : squares_of_line(puzzle.size, puzzle.size, row, line))
    squares.push_back(puzzle.squares[square]);
  return squares;
}

bool has_trio(const Candidates& line) {
  for (std::size_t i = 2; i < line.size(); ++i)
    if (is_certain(line[i]) && line[i] == line[i - 1] && line[i] == line[i - 2]) return true;
  return false;
}

bool has_too_many(const Candidates& line) {
  const auto half = std::ssize(line) / 2;
  return std::ranges::count(line, Digit::zero) > half ||
         std::ranges::count(line, Digit::one) > half;
}

// Rule 1: if two of three adjacent squares are equal, the third square must differ.
bool prevent_trios(CandidateBoard& board, const std::vector<int>& line) {
  for (std::size_t i = 0; i + 2 < line.size(); ++i) {
    for (std::size_t third = 0; third < 3; ++third) {
      const CandidateSet a = board[line[i + (third + 1) % 3]], b = board[line[i + (third + 2) % 3]];
      if (is_certain(a) && a == b && !board.keep(line[i + third], Digit::other(a))) return false;
    }
  }
  return true;
}

int count(const CandidateBoard& board, const std::vector<int>& squares, CandidateSet set) {
  return static_cast<int>(
      std::ranges::count_if(squares, [&](int square) { return board[square] == set; }));
}

// Rule 2: if half of the squares have one digit, the open squares must have the other digit.
bool complete_line(CandidateBoard& board, const std::vector<int>& line) {
  for (const CandidateSet digit : {Digit::zero, Digit::one}) {
    if (count(board, line, digit) != static_cast<int>(line.size()) / 2) continue;
    for (int square : line)
      if (is_open(board[square])) board.keep(square, Digit::other(digit));
  }
  return true;
}

using Line = std::vector<int>;

long choose(int n, int k) {
  long ways = k < 0 || k > n ? 0 : 1;
  for (int i = 1; i <= k && ways > 0; ++i) ways = ways * (n - k + i) / i;
  return ways;
}

bool agree(const CandidateBoard& board, const Line& line, const Line& complete) {
  return std::equal(line.begin(), line.end(), complete.begin(),
                    [&](int a, int b) { return is_open(board[a]) || board[a] == board[b]; });
}

// Applies Method 4. Considers all balanced fillings of the line that differ from every complete
// line. Excludes a digit from a square if no such filling has this digit there.
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
      // The change schedules this rule again with new counts.
      if (choose(open - 1, left - 1) == out) return board.keep(line[i], Digit::other(digit));
    }
  }
  return true;
}

bool avoid_equal_lines(CandidateBoard& board, int size) {
  for (const bool row : {true, false}) {
    std::vector<Line> lines;
    lines.reserve(size);
    for (int line = 0; line < size; ++line) lines.push_back(squares_of_line(size, size, row, line));
    for (const Line& line : lines)
      if (!avoid_equal(board, line, lines)) return false;
  }
  return true;
}

// Adds rule 1 for each row and column, and also rule 2 if `halves` is true. These rules may
// overlook a violation of rule 2 in the initial board, but rule_violations() detects such boards.
void add_line_rules(CandidateRules& rules, int size, bool halves) {
  for (const bool row : {true, false}) {
    for (int line = 0; line < size; ++line) {
      const std::vector<int> squares = squares_of_line(size, size, row, line);
      rules.add(squares, prevent_trios);
      if (halves) rules.add(squares, complete_line);
    }
  }
}

bool solved(const BinaryPuzzle& puzzle) {
  return complete(puzzle.squares) && rule_violations(puzzle).empty();
}

// Generates a complete board, or returns nullopt if the budget runs out. Begins with a random first
// row, because the boards would otherwise be similar.
std::optional<BinaryPuzzle> make_complete_board(int size, Rng& rng, GeneratorBudget& budget) {
  if (size < 4 || size > 12 || size % 2 != 0)
    throw BadInput("binary puzzle size", std::to_string(size), "an even size from 4 to 12");
  CandidateRules rules(size * size);
  rules.values = {1, 0};
  // The rule that is added first is applied last.
  rules.add(numbers_below(rules.unequal.size()), [&](CandidateBoard& board, const auto&) {
    return rule_violations({size, board.cells()}).empty();
  });
  add_line_rules(rules, size, true);
  while (!budget.exhausted()) {
    BinaryPuzzle puzzle{size, unknown_squares(size)};
    for (int i = 0; i < size; ++i)
      puzzle.squares[i] = rng.uniform_int(2) == 0 ? Digit::zero : Digit::one;
    budget.spend();
    if (!rule_violations(puzzle).empty()) continue;
    if (const auto found = random_solution(rules, puzzle.squares, rng, budget))
      return BinaryPuzzle{size, *found};
    budget.spend();
  }
  return std::nullopt;
}

}  // namespace

Candidates unknown_squares(int size) { return Candidates(size * size, Digit::unknown); }

std::vector<std::string> rule_violations(const BinaryPuzzle& puzzle) {
  std::vector<std::string> found;
  for (const bool row : {true, false}) {
    const char* what = row ? "row" : "column";
    for (int line = 0; line < puzzle.size; ++line) {
      const Candidates squares = line_of(puzzle, row, line);
      if (has_trio(squares))
        found.push_back(fmt::format("{} {} has three equal squares in a row", what, line + 1));
      if (has_too_many(squares))
        found.push_back(fmt::format("{} {} has too many equal digits", what, line + 1));
      for (int twin = 0; puzzle.unique_lines && twin < line && complete(squares); ++twin) {
        if (line_of(puzzle, row, twin) == squares)
          found.push_back(fmt::format("{}s {} and {} are equal", what, twin + 1, line + 1));
      }
    }
  }
  return found;
}

Encoding encoding_of(const BinaryPuzzle& puzzle) {
  Encoding encoding(puzzle.squares);
  const auto is_one = [&](int square) { return encoding.literal(square, 1); };
  const auto differ = [&](const Line& line, const Line& twin) {
    std::vector<int> somewhere;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const int here = encoding.new_literal(), a = is_one(line[i]), b = is_one(twin[i]);
      somewhere.push_back(here);
      encoding.require({-here, a, b});
      encoding.require({-here, -a, -b});
    }
    encoding.require(std::move(somewhere));
  };
  for (const bool row : {true, false}) {
    std::vector<Line> lines;
    for (int number = 0; number < puzzle.size; ++number) {
      const Line line = squares_of_line(puzzle.size, puzzle.size, row, number);
      std::vector<int> ones;
      for (int square : line) ones.push_back(is_one(square));
      encoding.require_count(ones, puzzle.size / 2);
      for (std::size_t i = 2; i < ones.size(); ++i) {
        encoding.require({ones[i - 2], ones[i - 1], ones[i]});
        encoding.require({-ones[i - 2], -ones[i - 1], -ones[i]});
      }
      for (const Line& twin : lines)
        if (puzzle.unique_lines) differ(line, twin);
      lines.push_back(line);
    }
  }
  return encoding;
}

std::optional<BinaryPuzzle> make_binary_puzzle(int size, Rng& rng, GeneratorBudget& budget) {
  std::optional<BinaryPuzzle> puzzle = make_complete_board(size, rng, budget);
  if (!puzzle) return std::nullopt;
  const Candidates blank = unknown_squares(size);
  if (!remove_redundant_clues(puzzle->squares, blank, encoding_of({size, blank}), rng, budget))
    return std::nullopt;
  return puzzle;
}

// Decodes the squares of sgt-unruly. The nth letter of the alphabet stands for n - 1 open squares
// and a 0, or a 1 if the letter is a capital. The letter z stands for 25 open squares.
std::vector<std::string> rows_of(const SgtGame& game) {
  std::string squares;
  for (char letter : game.squares) {
    if (std::isalpha(static_cast<unsigned char>(letter)) == 0)
      throw BadInput("unruly description", std::string("'") + letter + "'", "letters");
    const bool one = std::isupper(static_cast<unsigned char>(letter)) != 0;
    const int open = letter - (one ? 'A' : 'a');
    squares += std::string(open, '.');
    if (open < 25) squares += one ? '1' : '0';
  }
  const int width = std::max(game.width, 1);
  std::vector<std::string> rows;
  for (int i = 0; i < std::ssize(squares) && std::ssize(rows) < game.height; i += width)
    rows.push_back(squares.substr(i, width));
  return rows;
}

BinaryPuzzle parse_binary_puzzle(const std::string& text, bool unique_lines) {
  BinaryPuzzle puzzle;
  const std::optional<SgtGame> game = sgt_game(text);
  puzzle.unique_lines = unique_lines && (!game || game->flags.find('u') != std::string::npos);
  std::vector<std::string> rows = game ? rows_of(*game) : grid_rows(text);
  const auto squares = std::ssize(join_mapped(rows, "", std::identity()));
  int& size = puzzle.size;
  while (size * size < squares) ++size;
  if (size * size != squares || size % 2 != 0 || size < 2 || size > BinaryPuzzle::kLargestSize)
    throw BadInput("binary puzzle of", fmt::format("{} squares", squares),
                   fmt::format("a square grid of even size, 2 to {}", BinaryPuzzle::kLargestSize));
  for (const std::string& row : rows) {
    if (rows.size() > 1 && std::ssize(row) != size)
      throw BadInput("binary puzzle row", "'" + row + "'", fmt::format("{} squares", size));
    for (char c : row) {
      const auto value = std::string("01.*_").find(c);
      if (value == std::string::npos)
        throw BadInput("binary puzzle square", std::string("'") + c + "'", "0, 1, or one of . * _");
      puzzle.squares.push_back(value < 2 ? static_cast<CandidateSet>(value + 1) : Digit::unknown);
    }
  }
  const auto broken = rule_violations(puzzle);
  if (!broken.empty())
    throw BadInput("binary puzzle:", broken.front(), "squares that obey the rules");
  return puzzle;
}

std::string to_text(const BinaryPuzzle& puzzle) {
  return to_text(puzzle.squares, puzzle.size, "01.");
}

std::string to_takuzu(const BinaryPuzzle& puzzle) {
  std::string text = to_text(puzzle);
  text.pop_back();
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::string to_dot(const BinaryPuzzle& puzzle) {
  const int squares = static_cast<int>(puzzle.squares.size());
  return board_dot("binary_puzzle", "", puzzle.size, squares, [&](int square) {
    return fmt::format("<td width=\"20\" height=\"20\">{}</td>",
                       letter_of(puzzle.squares[square], "01 "));
  });
}

BinaryPuzzle apply_methods(const BinaryPuzzle& puzzle, int level) {
  assert(level >= kEasiestLevel && level < kHardestLevel);
  CandidateRules rules(static_cast<int>(puzzle.squares.size()));
  if (level >= 3 && puzzle.unique_lines)
    rules.add(numbers_below(puzzle.squares.size()), [&](CandidateBoard& board, const auto&) {
      return avoid_equal_lines(board, puzzle.size);
    });
  add_line_rules(rules, puzzle.size, level >= 2);
  CandidateBoard board(rules, puzzle.squares);
  board.propagate();
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
        !remove_clues(puzzle->squares, unknown_squares(size), rng, budget, good))
      return std::nullopt;
    if (difficulty(*puzzle) == level) return puzzle;
  }
}

}  // namespace marblemaze
