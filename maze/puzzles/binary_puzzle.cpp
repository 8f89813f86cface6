#include "maze/puzzles/binary_puzzle.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "maze/base/errors.h"

namespace marblemaze {
namespace {

int square_of(int size, bool row, int line, int i) {
  return row ? line * size + i : i * size + line;
}

Candidates line_of(const BinaryPuzzle& puzzle, bool row, int line) {
  Candidates squares(puzzle.size);
  for (int i = 0; i < puzzle.size; ++i)
    squares[i] = puzzle.squares[square_of(puzzle.size, row, line, i)];
  return squares;
}

bool has_trio(const Candidates& line) {
  for (std::size_t i = 0; i + 2 < line.size(); ++i) {
    if (line[i] != Digit::unknown && line[i] == line[i + 1] && line[i] == line[i + 2]) return true;
  }
  return false;
}

bool has_too_many(const Candidates& line) {
  const long half = static_cast<long>(line.size()) / 2;
  return std::count(line.begin(), line.end(), Digit::zero) > half ||
         std::count(line.begin(), line.end(), Digit::one) > half;
}

bool line_fine(const BinaryPuzzle& puzzle, bool row, int line) {
  const Candidates squares = line_of(puzzle, row, line);
  if (has_trio(squares) || has_too_many(squares)) return false;
  if (!puzzle.unique_lines || !complete(squares)) return true;
  for (int twin = 0; twin < puzzle.size; ++twin) {
    if (twin != line && line_of(puzzle, row, twin) == squares) return false;
  }
  return true;
}

bool allowed(BinaryPuzzle& puzzle, int square, CandidateSet digit) {
  const CandidateSet before = std::exchange(puzzle.squares[square], digit);
  const bool fine = line_fine(puzzle, true, square / puzzle.size) &&
                    line_fine(puzzle, false, square % puzzle.size);
  puzzle.squares[square] = before;
  return fine;
}

// The one rule of a board: a square keeps the values that break no rule in its two lines.
bool keep_allowed(BinaryPuzzle now, CandidateBoard& board) {
  now.squares = board.cells();
  for (std::size_t square = 0; square < now.squares.size(); ++square) {
    if (!is_open(now.squares[square])) continue;
    CandidateSet possible = 0;
    for (const CandidateSet digit : {Digit::zero, Digit::one})
      if (allowed(now, square, digit)) possible |= digit;
    if (!board.keep(square, possible)) return false;
    now.squares[square] = possible;
  }
  return true;
}

// The first look at the board is a step, as a guess is.
std::vector<Candidates> solve(const BinaryPuzzle& puzzle, std::size_t limit, Rng* rng,
                              GeneratorBudget& budget) {
  if (!faults(puzzle).empty() || budget.exhausted()) return {};
  budget.spend();
  CandidateRules rules(static_cast<int>(puzzle.squares.size()));
  rules.values = {0, 1};
  if (rng != nullptr) rules.values = {1, 0};  // a draw of 0 swaps them
  rules.add(numbers_below(puzzle.squares.size()),
            [&](CandidateBoard& board, const auto&) { return keep_allowed(puzzle, board); });
  return search_solutions(rules, puzzle.squares, limit, rng, budget).found;
}

}  // namespace

Candidates unknown_squares(int size) {
  return Candidates(static_cast<std::size_t>(size) * size, Digit::unknown);
}

std::vector<std::string> faults(const BinaryPuzzle& puzzle) {
  std::vector<std::string> found;
  for (const bool row : {true, false}) {
    const char* what = row ? "row" : "column";
    for (int line = 0; line < puzzle.size; ++line) {
      const Candidates squares = line_of(puzzle, row, line);
      if (has_trio(squares))
        found.push_back(fmt::format("{} {} has three equal squares in a row", what, line + 1));
      if (has_too_many(squares))
        found.push_back(fmt::format("{} {} has too many of one kind", what, line + 1));
      for (int twin = 0; puzzle.unique_lines && twin < line && complete(squares); ++twin) {
        if (line_of(puzzle, row, twin) == squares)
          found.push_back(fmt::format("{}s {} and {} are equal", what, twin + 1, line + 1));
      }
    }
  }
  return found;
}

std::vector<Candidates> solve_exactly(const BinaryPuzzle& puzzle, std::size_t limit) {
  GeneratorBudget endless;
  return solve(puzzle, limit, nullptr, endless);
}

// A random first row spares the solver from always giving the same corner of the space.
std::optional<BinaryPuzzle> make_complete_board(int size, Rng& rng, GeneratorBudget& budget) {
  if (size < 4 || size > 12 || size % 2 != 0)
    throw BadInput("binary puzzle size", std::to_string(size), "an even size from 4 to 12");
  while (!budget.exhausted()) {
    BinaryPuzzle puzzle{size, unknown_squares(size)};
    for (int i = 0; i < size; ++i) puzzle.squares[i] = rng.below(2) == 0 ? Digit::zero : Digit::one;
    const std::vector<Candidates> found = solve(puzzle, 1, &rng, budget);
    if (!found.empty()) return BinaryPuzzle{size, found.front()};
    budget.spend();
  }
  return std::nullopt;
}

// On boards of twelve a side a second solution can take very long to find or to rule out.
constexpr std::int64_t kGuessesASquare = 5'000;

std::optional<BinaryPuzzle> make_binary_puzzle(int size, Rng& rng, GeneratorBudget& budget) {
  std::optional<BinaryPuzzle> puzzle = make_complete_board(size, rng, budget);
  if (!puzzle) return std::nullopt;
  const bool thin = thin_out(puzzle->squares, unknown_squares(size), rng, budget, [&] {
    GeneratorBudget guesses(kGuessesASquare);
    const std::size_t solutions = solve(*puzzle, 2, nullptr, guesses).size();
    budget.spend(guesses.spent());
    return solutions == 1 && !guesses.exhausted();
  });
  return thin ? puzzle : std::nullopt;
}

BinaryPuzzle parse_binary_puzzle(const std::string& text, bool unique_lines) {
  BinaryPuzzle puzzle;
  puzzle.unique_lines = unique_lines;
  for (char c : text) {
    if (std::isspace(static_cast<unsigned char>(c)) != 0 || c == '/') continue;
    const std::string known = "01.";
    const auto value = known.find(c);
    if (value == std::string::npos)
      throw BadInput("binary puzzle square", std::string("'") + c + "'", "0, 1 or .");
    puzzle.squares.push_back(static_cast<CandidateSet>(value + 1));  // a set of the two
  }
  while (puzzle.size * puzzle.size < static_cast<int>(puzzle.squares.size())) ++puzzle.size;
  if (puzzle.size * puzzle.size != static_cast<int>(puzzle.squares.size()) ||
      puzzle.size % 2 != 0 || puzzle.size < 2 || puzzle.size > BinaryPuzzle::kLargestSize)
    throw BadInput("binary puzzle of", fmt::format("{} squares", puzzle.squares.size()),
                   fmt::format("a square grid of even size, 2 to {}", BinaryPuzzle::kLargestSize));
  const auto broken = faults(puzzle);
  if (!broken.empty())
    throw BadInput("binary puzzle:", broken.front(), "squares that break no rule");
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

}  // namespace marblemaze
