#include "agent/automata/binary_rule.h"

#include <gtest/gtest.h>

#include "maze/puzzles/binary_puzzle.h"

namespace marblemaze {
namespace {

constexpr const char* kPuzzle =
    ".......1.. .00..0..1. ..0.1..0.0 ..1...1... 1.1.....1. .......1.. .0..1....0 ....11...0 "
    ".0.0.1..0. .0..0...1.";
constexpr const char* kSolution =
    "0110010101 1001100110 0101101010 0110011001 1010100110 0101010101 1001101010 0110110100 "
    "1010011001 1001001011";

TEST(BinaryAutomaton, StallsAfterSixIterationsWithOnlyMethodsOneAndTwo) {
  const DeductionResult result = solve_by_automaton(parse_binary_puzzle(kPuzzle), false);
  EXPECT_EQ(result.ending, Deduction::stalled);
  EXPECT_EQ(result.iterations, 6);
}

TEST(BinaryAutomaton, SolvesThePuzzleAfterSixtyThreeIterationsWithMethodThree) {
  const DeductionResult result = solve_by_automaton(parse_binary_puzzle(kPuzzle));
  EXPECT_EQ(result.ending, Deduction::solved);
  EXPECT_EQ(to_takuzu({10, result.candidates}), kSolution);
  EXPECT_EQ(result.iterations, 63);
}

TEST(BinaryAutomaton, TheWalkerOfALineOfTenReturnsEveryTwentyTwoIterations) {
  BinaryPuzzle empty{10, unknown_squares(10)};
  Automaton<BinaryRule> automaton(binary_lattice(empty));
  std::vector<int> starts;
  for (int i = 1; i <= 100; ++i) {
    automaton.step();
    if (automaton.now().at(9, 3).across.walker == BinaryWalker::counting) starts.push_back(i);
  }
  ASSERT_GE(starts.size(), 4u);
  for (std::size_t i = 1; i < starts.size(); ++i) EXPECT_EQ(starts[i] - starts[i - 1], 22);
}

TEST(BinaryAutomaton, ContradictionNamesTheRuleAndTheSquare) {
  EXPECT_EQ(
      solve_by_automaton(parse_binary_puzzle("00.11. ...... ...... ...... ...... ......")).reason,
      "row 1 column 3 would have to be both 0 and 1; row 1 has three equal squares in a row");
}

TEST(BinaryAutomaton, EqualRowsAreAContradictionUnlessTheBoardAllowsThem) {
  const char* open = "001011 110100 00101. 010101 101100 110010";
  const DeductionResult strict = solve_by_automaton(parse_binary_puzzle(open));
  EXPECT_EQ(strict.ending, Deduction::contradiction);
  EXPECT_EQ(strict.reason, "rows 1 and 3 are equal");
  const DeductionResult loose = solve_by_automaton(parse_binary_puzzle(open, false));
  EXPECT_EQ(loose.ending, Deduction::solved);
  EXPECT_EQ(to_takuzu({6, loose.candidates}), "001011 110100 001011 010101 101100 110010");
}

TEST(BinaryAutomaton, SolvesOnlyPuzzlesOfLevelsOneAndTwo) {
  for (int level = kEasiestLevel; level <= kHardestLevel; ++level) {
    for (std::uint64_t seed = 301; seed <= 310; ++seed) {
      Rng rng(seed);
      GeneratorBudget budget(1'000'000);
      const auto puzzle = make_binary_puzzle_of_level(8, level, rng, budget);
      ASSERT_TRUE(puzzle);
      EXPECT_EQ(solve_by_automaton(*puzzle).ending == Deduction::solved, level <= 2);
      EXPECT_EQ(solve_by_automaton(*puzzle, false).ending == Deduction::solved, level == 1);
    }
  }
}

}  // namespace
}  // namespace marblemaze
