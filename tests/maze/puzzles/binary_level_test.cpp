#include <gtest/gtest.h>

#include "maze/puzzles/binary_puzzle.h"

namespace marblemaze {
namespace {

// The document's puzzle: it stalls with Methods 1 and 2, but Method 3 solves it.
constexpr const char* kPuzzle =
    ".......1.. .00..0..1. ..0.1..0.0 ..1...1... 1.1.....1. .......1.. .0..1....0 ....11...0 "
    ".0.0.1..0. .0..0...1.";

TEST(BinaryLevel, TheDocumentsPuzzleIsOfLevelTwo) {
  EXPECT_EQ(difficulty(parse_binary_puzzle(kPuzzle)), 2);
}

TEST(BinaryLevel, MethodFourFillsALineThatWouldEqualACompleteOne) {
  // Figure 3.20 of the document: the second row differs from the first in its two open squares.
  const BinaryPuzzle puzzle = parse_binary_puzzle("011001 0110.. ...... ...... ...... ......");
  EXPECT_EQ(to_takuzu(apply_methods(puzzle, 3)).substr(7, 6), "011010");
  EXPECT_EQ(to_takuzu(apply_methods(puzzle, 2)).substr(7, 6), "0110..");
  BinaryPuzzle lines_may_repeat = puzzle;
  lines_may_repeat.unique_lines = false;
  EXPECT_EQ(to_takuzu(apply_methods(lines_may_repeat, 3)).substr(7, 6), "0110..");
}

TEST(BinaryLevel, GeneratedPuzzlesHaveTheirLevel) {
  for (int level = kEasiestLevel; level <= kHardestLevel; ++level) {
    for (std::uint64_t seed = 201; seed <= 205; ++seed) {
      Rng rng(seed);
      GeneratorBudget budget(100'000);
      const auto puzzle = make_binary_puzzle_of_level(8, level, rng, budget);
      ASSERT_TRUE(puzzle) << level << " " << seed;
      EXPECT_EQ(difficulty(*puzzle), level);
      EXPECT_EQ(solve_exactly(*puzzle).size(), 1u);
    }
  }
}

TEST(BinaryLevel, FilledSquaresAreCorrect) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    Rng rng(seed);
    GeneratorBudget endless;
    const BinaryPuzzle puzzle = make_binary_puzzle(8, rng, endless).value();
    const Candidates answer = solve_exactly(puzzle).front();
    const BinaryPuzzle filled = apply_methods(puzzle, 3);
    for (std::size_t i = 0; i < answer.size(); ++i) {
      if (filled.squares[i] == Digit::unknown) continue;
      EXPECT_EQ(filled.squares[i], answer[i]);
    }
  }
}

TEST(BinaryLevel, AGeneratorWithoutBudgetReportsIt) {
  Rng rng(1);
  GeneratorBudget budget(3);
  EXPECT_FALSE(make_binary_puzzle_of_level(8, 3, rng, budget));
  EXPECT_TRUE(budget.exhausted());
}

}  // namespace
}  // namespace marblemaze
