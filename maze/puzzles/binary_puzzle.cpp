#include "maze/puzzles/binary_puzzle.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "maze/base/errors.h"

namespace marblemaze {
namespace {

using Squares = std::vector<Digit>;

Digit other(Digit digit) { return digit == Digit::zero ? Digit::one : Digit::zero; }

int square_of(int size, bool row, int line, int i) {
  return row ? line * size + i : i * size + line;
}

Squares line_of(const BinaryPuzzle& puzzle, bool row, int line) {
  Squares squares(puzzle.size);
  for (int i = 0; i < puzzle.size; ++i)
    squares[i] = puzzle.squares[square_of(puzzle.size, row, line, i)];
  return squares;
}

bool has_trio(const Squares& line) {
  for (std::size_t i = 0; i + 2 < line.size(); ++i) {
    if (line[i] != Digit::unknown && line[i] == line[i + 1] && line[i] == line[i + 2]) return true;
  }
  return false;
}

bool has_too_many(const Squares& line) {
  const long half = static_cast<long>(line.size()) / 2;
  return std::count(line.begin(), line.end(), Digit::zero) > half ||
         std::count(line.begin(), line.end(), Digit::one) > half;
}

bool full(const Squares& line) {
  return std::find(line.begin(), line.end(), Digit::unknown) == line.end();
}

// Exact solver: try each value of a square against its two lines only, until nothing follows; then
// guess. A line is checked as a whole, equal lines included.
class Solver {
 public:
  Solver(const BinaryPuzzle& puzzle, std::size_t limit, Rng* rng, GeneratorBudget& budget)
      : puzzle_(puzzle), limit_(limit), rng_(rng), budget_(budget) {}

  std::vector<BinaryPuzzle> run() {
    if (faults(puzzle_).empty()) search();
    return std::move(found_);
  }

 private:
  [[nodiscard]] bool allowed(int square, Digit digit) {
    const Digit before = std::exchange(puzzle_.squares[square], digit);
    const bool fine =
        line_fine(true, square / puzzle_.size) && line_fine(false, square % puzzle_.size);
    puzzle_.squares[square] = before;
    return fine;
  }

  [[nodiscard]] bool line_fine(bool row, int line) const {
    const Squares squares = line_of(puzzle_, row, line);
    if (has_trio(squares) || has_too_many(squares)) return false;
    if (!puzzle_.unique_lines || !full(squares)) return true;
    for (int twin = 0; twin < puzzle_.size; ++twin) {
      if (twin != line && line_of(puzzle_, row, twin) == squares) return false;
    }
    return true;
  }

  // Fills what has one value left; false when a square has none. Remembers what it filled.
  bool propagate(std::vector<int>& filled) {
    for (bool changed = true; changed;) {
      changed = false;
      for (int square = 0; square < puzzle_.size * puzzle_.size; ++square) {
        if (puzzle_.squares[square] != Digit::unknown) continue;
        const bool zero = allowed(square, Digit::zero), one = allowed(square, Digit::one);
        if (!zero && !one) return false;
        if (zero && one) continue;
        puzzle_.squares[square] = zero ? Digit::zero : Digit::one;
        filled.push_back(square);
        changed = true;
      }
    }
    return true;
  }

  void search() {
    if (budget_.exhausted()) return;
    budget_.spend();
    std::vector<int> filled;
    if (propagate(filled)) branch();
    for (int square : filled) puzzle_.squares[square] = Digit::unknown;
  }

  void branch() {
    const auto open = std::find(puzzle_.squares.begin(), puzzle_.squares.end(), Digit::unknown);
    if (open == puzzle_.squares.end()) {
      if (faults(puzzle_).empty()) found_.push_back(puzzle_);
      return;
    }
    const Digit first = rng_ != nullptr && rng_->below(2) == 1 ? Digit::one : Digit::zero;
    for (Digit digit : {first, other(first)}) {
      *open = digit;
      if (found_.size() < limit_) search();
    }
    *open = Digit::unknown;
  }

  BinaryPuzzle puzzle_;
  std::size_t limit_;
  Rng* rng_;
  GeneratorBudget& budget_;
  std::vector<BinaryPuzzle> found_;
};

}  // namespace

bool BinaryPuzzle::complete() const { return full(squares); }

std::vector<std::string> faults(const BinaryPuzzle& puzzle) {
  std::vector<std::string> found;
  for (const bool row : {true, false}) {
    const char* what = row ? "row" : "column";
    for (int line = 0; line < puzzle.size; ++line) {
      const Squares squares = line_of(puzzle, row, line);
      if (has_trio(squares))
        found.push_back(fmt::format("{} {} has three equal squares in a row", what, line + 1));
      if (has_too_many(squares))
        found.push_back(fmt::format("{} {} has too many of one kind", what, line + 1));
      for (int twin = 0; puzzle.unique_lines && twin < line && full(squares); ++twin) {
        if (line_of(puzzle, row, twin) == squares)
          found.push_back(fmt::format("{}s {} and {} are equal", what, twin + 1, line + 1));
      }
    }
  }
  return found;
}

std::vector<BinaryPuzzle> solve_exactly(const BinaryPuzzle& puzzle, std::size_t limit) {
  GeneratorBudget endless(std::numeric_limits<std::int64_t>::max());
  return Solver(puzzle, limit, nullptr, endless).run();
}

// A random first row spares the solver from always giving the same corner of the space.
std::optional<BinaryPuzzle> make_complete_board(int size, Rng& rng, GeneratorBudget& budget) {
  if (size < 4 || size > 12 || size % 2 != 0)
    throw BadInput("binary puzzle size", std::to_string(size), "an even size from 4 to 12");
  while (!budget.exhausted()) {
    BinaryPuzzle puzzle{size, Squares(static_cast<std::size_t>(size) * size, Digit::unknown)};
    for (int i = 0; i < size; ++i) puzzle.squares[i] = rng.below(2) == 0 ? Digit::zero : Digit::one;
    auto found = Solver(puzzle, 1, &rng, budget).run();
    if (!found.empty()) return std::move(found.front());
    budget.spend();
  }
  return std::nullopt;
}

// On boards of twelve a side a second solution can take very long to find or to rule out.
constexpr std::int64_t kGuessesASquare = 5'000;

std::optional<BinaryPuzzle> make_binary_puzzle(int size, Rng& rng, GeneratorBudget& budget) {
  std::optional<BinaryPuzzle> puzzle = make_complete_board(size, rng, budget);
  if (!puzzle) return std::nullopt;
  std::vector<int> order(puzzle->squares.size());
  std::iota(order.begin(), order.end(), 0);
  rng.shuffle(std::span<int>(order));
  for (int square : order) {
    const Digit before = std::exchange(puzzle->squares[square], Digit::unknown);
    GeneratorBudget guesses(kGuessesASquare);
    const std::size_t solutions = Solver(*puzzle, 2, nullptr, guesses).run().size();
    if (solutions != 1 || guesses.exhausted()) puzzle->squares[square] = before;
    if (!budget.spend(guesses.spent())) return std::nullopt;
  }
  return puzzle;
}

BinaryPuzzle random_binary_puzzle(int size, Rng& rng) {
  GeneratorBudget endless(std::numeric_limits<std::int64_t>::max());
  return *make_binary_puzzle(size, rng, endless);
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
    puzzle.squares.push_back(static_cast<Digit>(value));
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
  std::string text;
  for (std::size_t i = 0; i < puzzle.squares.size(); ++i) {
    text += "01."[static_cast<int>(puzzle.squares[i])];
    if ((i + 1) % puzzle.size == 0) text += '\n';
  }
  return text;
}

std::string to_takuzu(const BinaryPuzzle& puzzle) {
  std::string text = to_text(puzzle);
  text.pop_back();
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::string to_dot(const BinaryPuzzle& puzzle) {
  std::string dot =
      "graph binary_puzzle {\n  node [shape=none, fontname=monospace];\n  board [label=<<table "
      "border=\"0\" cellborder=\"1\" cellspacing=\"0\">\n";
  for (int y = 0; y < puzzle.size; ++y) {
    dot += "    <tr>";
    for (int x = 0; x < puzzle.size; ++x) {
      static constexpr std::array<const char*, 3> labels{"0", "1", " "};
      dot += fmt::format("<td width=\"20\" height=\"20\">{}</td>",
                         labels[static_cast<int>(puzzle.at(x, y))]);
    }
    dot += "</tr>\n";
  }
  return dot + "  </table>>];\n}\n";
}

}  // namespace marblemaze
