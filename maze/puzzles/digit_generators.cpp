#include "maze/puzzles/digit_generators.h"

#include <limits>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "maze/base/errors.h"

namespace marblemaze {
namespace {

// The Sudoku is figure 5.1 of the document; the other two came out of the generators below.
constexpr const char* kSudoku =
    "53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79";
constexpr const char* kTectonic =
    "A. A. A. B. B. C. C3 / D. D. B. B. E. C4 C. / D. D. F. F3 E. E. C. /"
    "G. D5 F. F. H. I. I. / G. G. J1 F4 H. I. K. / L. L. L. L. I. I4 K.";
constexpr const char* kKakuro =
    "#    22\\  6\\  #    #    #  / \\11  .  .  18\\  #    #  / \\14  .  .  .  13\\  8\\ /"
    "\\15  .    .    .    .    .  / #    #  \\24  .    .    .  / #    #   \\3  .  .   #";

std::optional<DigitPuzzle> make_sudoku(Rng& rng, GeneratorBudget& budget) {
  DigitPuzzle puzzle;
  puzzle.candidates.assign(81, digits_up_to(9));
  for (int cell = 0; cell < 81; ++cell) puzzle.section.push_back(cell / 27 * 3 + cell % 9 / 3);
  const std::vector<DigitSet> blank = puzzle.candidates;
  const DigitSolutions filled = search_solutions(puzzle, 1, &rng, static_cast<long>(budget.left()));
  budget.spend(filled.guesses);
  if (filled.found.empty()) return std::nullopt;
  puzzle = filled.found.front();
  if (!thin_out(puzzle, blank, rng, budget)) return std::nullopt;
  return puzzle;
}

DigitPuzzle without_end(DigitKind kind, int width, int height, Rng& rng) {
  GeneratorBudget budget(std::numeric_limits<long>::max());
  return *make_digit_puzzle(kind, width, height, rng, budget);
}

}  // namespace

DigitPuzzle bundled_puzzle(DigitKind kind) {
  return parse_digit_puzzle(kind, kind == DigitKind::sudoku     ? kSudoku
                                  : kind == DigitKind::tectonic ? kTectonic
                                                                : kKakuro);
}

DigitSet digits_up_to(int largest) { return static_cast<DigitSet>((1U << largest) - 1); }

void check_board_sides(int width, int height, int least, int most) {
  for (int side : {width, height}) {
    if (side < least || side > most)
      throw BadInput("board side", std::to_string(side), fmt::format("{} to {}", least, most));
  }
}

bool thin_out(DigitPuzzle& puzzle, const std::vector<DigitSet>& blank, Rng& rng,
              GeneratorBudget& budget) {
  constexpr long kEffort = 2'000;
  std::vector<int> order(puzzle.cells());
  std::iota(order.begin(), order.end(), 0);
  rng.shuffle(std::span<int>(order));
  for (int cell : order) {
    if (puzzle.candidates[cell] == blank[cell]) continue;
    const DigitSet given = std::exchange(puzzle.candidates[cell], blank[cell]);
    const DigitSolutions two = search_solutions(puzzle, 2, nullptr, kEffort);
    if (!two.complete || two.found.size() != 1) puzzle.candidates[cell] = given;
    if (!budget.spend(1 + two.guesses)) return false;
  }
  return true;
}

std::optional<DigitPuzzle> make_digit_puzzle(DigitKind kind, int width, int height, Rng& rng,
                                             GeneratorBudget& budget) {
  switch (kind) {
    case DigitKind::sudoku: return make_sudoku(rng, budget);
    case DigitKind::tectonic: return make_tectonic(width, height, rng, budget);
    case DigitKind::kakuro: return make_kakuro(width, height, rng, budget);
  }
  return std::nullopt;
}

DigitPuzzle random_sudoku(Rng& rng) { return without_end(DigitKind::sudoku, 9, 9, rng); }

DigitPuzzle random_tectonic(int width, int height, Rng& rng) {
  return without_end(DigitKind::tectonic, width, height, rng);
}

DigitPuzzle random_kakuro(int width, int height, Rng& rng) {
  return without_end(DigitKind::kakuro, width, height, rng);
}

}  // namespace marblemaze
