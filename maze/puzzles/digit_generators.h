#pragma once

#include <optional>

#include "maze/puzzles/digit_puzzle.h"

/// What makes the digit puzzles; make_digit_puzzle() chooses among them.
namespace marblemaze {

/// A step is one piece laid or one guess of a solver. Throws BadInput for sides outside 3..10.
[[nodiscard]] std::optional<DigitPuzzle> make_tectonic(int width, int height, Rng& rng,
                                                       GeneratorBudget& budget);
/// A step is one board from which candidates are eliminated or one guess of a solver. Throws
/// BadInput for sides outside 4..10.
[[nodiscard]] std::optional<DigitPuzzle> make_kakuro(int width, int height, Rng& rng,
                                                     GeneratorBudget& budget);

/// Takes away given digits as long as the solution stays the only one. `blank` are the candidates
/// of cells that are not given. False when the budget ran out before the end.
[[nodiscard]] bool thin_out(DigitPuzzle& puzzle, const Candidates& blank, Rng& rng,
                            GeneratorBudget& budget);

}  // namespace marblemaze
