#include "maze/puzzles/exact_solver.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "maze/puzzles/binary_puzzle.h"
#include "maze/puzzles/digit_puzzle.h"
#include "maze/puzzles/nonogram.h"

/// Compares the encodings with known numbers of solutions, or with a brute-force search.
namespace marblemaze {
namespace {

constexpr std::size_t kAll = 100'000;

template <class Solved>
std::size_t count_fillings(Candidates cells, Solved solved) {
  const auto open = std::find_if(cells.begin(), cells.end(), is_open);
  if (open == cells.end()) return solved(cells) ? 1 : 0;
  const CandidateSet set = *open;
  std::size_t count = 0;
  for (unsigned left = set; left != 0; left &= left - 1) {
    *open = static_cast<CandidateSet>(left & -left);
    count += count_fillings(cells, solved);
  }
  return count;
}

TEST(ExactSolver, FindsAllSolutionsOfSmallNonograms) {
  Rng rng(5);
  for (int trial = 0; trial < 100; ++trial) {
    const int width = 1 + static_cast<int>(rng.uniform_int(4)),
              height = 1 + static_cast<int>(rng.uniform_int(4));
    Picture picture(width * height);
    for (CandidateSet& shade : picture)
      shade = rng.uniform_int(2) == 0 ? Shade::white : Shade::black;
    Nonogram puzzle = nonogram_of(picture, width);
    if (trial % 3 == 0) std::swap(puzzle.rows.front(), puzzle.rows.back());
    const auto solved = [&](const Picture& filled) { return nonogram_of(filled, width) == puzzle; };
    EXPECT_EQ(solve_exactly(puzzle, kAll).size(), count_fillings(all_unknown(puzzle), solved))
        << to_text(puzzle);
  }
}

TEST(ExactSolver, FindsAllCompleteBinaryBoards) {
  for (const bool unique_lines : {true, false}) {
    const BinaryPuzzle puzzle{4, unknown_squares(4), unique_lines};
    const auto solved = [&](const Candidates& squares) {
      return rule_violations({4, squares, unique_lines}).empty();
    };
    EXPECT_EQ(solve_exactly(puzzle, kAll).size(), count_fillings(puzzle.squares, solved));
  }
  EXPECT_EQ(solve_exactly(BinaryPuzzle{4, unknown_squares(4)}, kAll).size(), 72u);
}

TEST(ExactSolver, FindsAllFillingsOfDigitPuzzles) {
  for (const auto& [kind, text] :
       {std::pair{DigitKind::tectonic, "A. A. / B. B. / B. B."},
        std::pair{DigitKind::tectonic, "A. A. A. / B. B. C. / B. C. C."},
        std::pair{DigitKind::kakuro, "# 11\\ 12\\ / \\11 . . / \\12 . ."},
        std::pair{DigitKind::kakuro, "# # 14\\ 13\\ / # 6\\16 . . / \\12 . 2 3 / \\6 4 . #"}}) {
    const DigitPuzzle puzzle = parse_digit_puzzle(kind, text);
    const auto solved = [&](const Candidates& cells) {
      return rule_violations(puzzle.with(cells)).empty();
    };
    EXPECT_EQ(solve_exactly(puzzle, kAll).size(), count_fillings(puzzle.candidates, solved))
        << text;
  }
}

}  // namespace
}  // namespace marblemaze
