#include "agent/automata/digit_rule.h"

#include <gtest/gtest.h>

namespace marblemaze {
namespace {

constexpr DigitKind kKinds[] = {DigitKind::sudoku, DigitKind::tectonic, DigitKind::kakuro};

DigitPuzzle random_of(DigitKind kind, std::uint64_t seed) {
  Rng rng(seed);
  GeneratorBudget endless;
  return make_digit_puzzle(kind, 6, 6, rng, endless).value();
}

TEST(DigitAutomaton, SolvesTheBundledInstances) {
  for (DigitKind kind : kKinds) {
    const DeductionResult result = solve_by_automaton(bundled_puzzle(kind));
    EXPECT_EQ(result.ending, Deduction::solved) << to_string(kind);
    EXPECT_EQ(result.candidates, solve_exactly(bundled_puzzle(kind)).front());
  }
}

TEST(DigitAutomaton, NeverRemovesTheDigitOfTheSolution) {
  for (DigitKind kind : kKinds) {
    int solved = 0;
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
      const DigitPuzzle puzzle = random_of(kind, seed);
      const Candidates answer = solve_exactly(puzzle).front();
      const DeductionResult result = solve_by_automaton(puzzle);
      ASSERT_NE(result.ending, Deduction::contradiction);
      solved += result.ending == Deduction::solved ? 1 : 0;
      for (int cell = 0; cell < puzzle.cells(); ++cell)
        ASSERT_EQ(result.candidates[cell] & answer[cell], answer[cell]);
    }
    RecordProperty(std::string("solved_of_30_") + to_string(kind), solved);
    EXPECT_GT(solved, 0) << to_string(kind);
    EXPECT_LT(solved, 30) << to_string(kind);
  }
}

TEST(DigitAutomaton, ContradictionNamesTheRuleAndTheCell) {
  const DeductionResult result =
      solve_by_automaton(parse_digit_puzzle(DigitKind::kakuro, "# 3\\ 4\\ / \\3 . . / \\17 . ."));
  EXPECT_EQ(result.ending, Deduction::contradiction);
  EXPECT_NE(result.reason.find("row 3 column"), std::string::npos) << result.reason;
}

}  // namespace
}  // namespace marblemaze
