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
  EXPECT_THAT(faults({10, found.front()}), IsEmpty());
  EXPECT_EQ(difficulty(parse_binary_puzzle(kBinaryPuzzle)), 2);
}

TEST(BinaryPuzzle, GeneratedPuzzlesHaveOneSolutionAndNoRedundantSquare) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Rng rng(seed);
    GeneratorBudget endless;
    const BinaryPuzzle puzzle = make_binary_puzzle(6, rng, endless).value();
    EXPECT_EQ(solve_exactly(puzzle, 10).size(), 1u);
    for (std::size_t square = 0; square < puzzle.squares.size(); ++square) {
      if (puzzle.squares[square] == Digit::unknown) continue;
      BinaryPuzzle fewer = puzzle;
      fewer.squares[square] = Digit::unknown;
      EXPECT_GT(solve_exactly(fewer, 2).size(), 1u);
    }
  }
}

TEST(BinaryPuzzle, NotationsRoundTripAndInvalidTextIsRejected) {
  const BinaryPuzzle puzzle = parse_binary_puzzle(kBinaryPuzzle);
  EXPECT_EQ(parse_binary_puzzle(to_text(puzzle)), puzzle);
  EXPECT_EQ(to_takuzu(puzzle), kBinaryPuzzle);
  for (const char* text : {"", "0", "012.", ".........", "000. .... .... ....", "01"})
    EXPECT_THROW((void)parse_binary_puzzle(text), BadInput) << text;
  EXPECT_THROW((void)parse_binary_puzzle("...111 ...... ...... ...... ...... ......"), BadInput)
      << "three equal squares at the end of a row, which may have three ones";
  Rng rng(1);
  GeneratorBudget endless;
  EXPECT_THROW((void)make_binary_puzzle(7, rng, endless), BadInput);
  EXPECT_THROW((void)make_binary_puzzle(14, rng, endless), BadInput);
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

}  // namespace
}  // namespace marblemaze
