#include "maze/puzzles/binary_puzzle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "maze/base/errors.h"

namespace marblemaze {
namespace {

using ::testing::IsEmpty;

// Puzzle of van Dijk 2017. Methods 1 and 2 do not solve this puzzle, but Method 3 does.
constexpr const char* kBinaryPuzzle =
    ".......1.. .00..0..1. ..0.1..0.0 ..1...1... 1.1.....1. .......1.. .0..1....0 ....11...0 "
    ".0.0.1..0. .0..0...1.";
constexpr const char* kSolution =
    "0110010101 1001100110 0101101010 0110011001 1010100110 0101010101 1001101010 0110110100 "
    "1010011001 1001001011";

TEST(BinaryPuzzle, TheReconstructedExampleHasExactlyThePrintedSolution) {
  const auto found = solve_exactly(parse_binary_puzzle(kBinaryPuzzle), 10);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(to_takuzu({10, found.front()}), kSolution);
  EXPECT_THAT(rule_violations({10, found.front()}), IsEmpty());
  EXPECT_EQ(difficulty(parse_binary_puzzle(kBinaryPuzzle)), 2);
  EXPECT_EQ(to_takuzu(parse_binary_puzzle(kBinaryPuzzle)), kBinaryPuzzle);
}

TEST(BinaryPuzzle, GeneratedPuzzlesHaveOneSolutionNoRedundantSquareAndCorrectDeductions) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Rng rng(seed);
    GeneratorBudget endless;
    const BinaryPuzzle puzzle = make_binary_puzzle(6, rng, endless).value();
    const auto found = solve_exactly(puzzle, 10);
    ASSERT_EQ(found.size(), 1u);
    const BinaryPuzzle filled = apply_methods(puzzle, 3);
    for (std::size_t square = 0; square < puzzle.squares.size(); ++square) {
      EXPECT_TRUE(filled.squares[square] == Digit::unknown ||
                  filled.squares[square] == found.front()[square]);
      if (puzzle.squares[square] == Digit::unknown) continue;
      BinaryPuzzle fewer = puzzle;
      fewer.squares[square] = Digit::unknown;
      EXPECT_GT(solve_exactly(fewer, 2).size(), 1u);
    }
  }
}

TEST(BinaryLevel, MethodFourFillsALineThatWouldEqualACompleteLine) {
  // Figure 3.20 of the document: the second row differs from the first in its two open squares.
  const BinaryPuzzle puzzle = parse_binary_puzzle("011001 0110.. ...... ...... ...... ......");
  EXPECT_EQ(to_takuzu(apply_methods(puzzle, 3)).substr(7, 6), "011010");
  EXPECT_EQ(to_takuzu(apply_methods(puzzle, 2)).substr(7, 6), "0110..");
  BinaryPuzzle lines_may_repeat = puzzle;
  lines_may_repeat.unique_lines = false;
  EXPECT_EQ(to_takuzu(apply_methods(lines_may_repeat, 3)).substr(7, 6), "0110..");
}

}  // namespace
}  // namespace marblemaze
