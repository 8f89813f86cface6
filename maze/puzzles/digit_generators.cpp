#include "maze/puzzles/digit_generators.h"

#include <utility>

namespace marblemaze {
namespace {

// The Sudoku is figure 5.1 of van Dijk 2017; the other two came out of the generators below.
constexpr const char* kSudoku =
    "53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79";
constexpr const char* kTectonic =
    "A. A. A. B. B. C. C3 / D. D. B. B. E. C4 C. / D. D. F. F3 E. E. C. /"
    "G. D5 F. F. H. I. I. / G. G. J1 F4 H. I. K. / L. L. L. L. I. I4 K.";
constexpr const char* kKakuro =
    "#    22\\  6\\  #    #    #  / \\11  .  .  18\\  #    #  / \\14  .  .  .  13\\  8\\ /"
    "\\15  .    .    .    .    .  / #    #  \\24  .    .    .  / #    #   \\3  .  .   #";

std::optional<DigitPuzzle> make_sudoku(Rng& rng, GeneratorBudget& budget) {
  DigitPuzzle puzzle = parse_digit_puzzle(DigitKind::sudoku, std::string(81, '.'));
  const Candidates blank = puzzle.candidates;
  GeneratorBudget guesses(budget.left());
  Solutions filled = search_solutions(puzzle, 1, &rng, guesses);
  budget.spend(guesses.spent());
  if (filled.found.empty()) return std::nullopt;
  puzzle.candidates = std::move(filled.found.front());
  if (!thin_out(puzzle, blank, rng, budget)) return std::nullopt;
  return puzzle;
}

}  // namespace

DigitPuzzle bundled_puzzle(DigitKind kind) {
  return parse_digit_puzzle(kind, kind == DigitKind::sudoku     ? kSudoku
                                  : kind == DigitKind::tectonic ? kTectonic
                                                                : kKakuro);
}

bool thin_out(DigitPuzzle& puzzle, const Candidates& blank, Rng& rng, GeneratorBudget& budget) {
  constexpr std::int64_t kGuessesACell = 2'000;
  return thin_out(puzzle.candidates, blank, rng, budget, [&] {
    GeneratorBudget guesses(kGuessesACell);
    const Solutions two = search_solutions(puzzle, 2, nullptr, guesses);
    budget.spend(1 + guesses.spent());
    return two.complete && two.found.size() == 1;
  });
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

}  // namespace marblemaze
