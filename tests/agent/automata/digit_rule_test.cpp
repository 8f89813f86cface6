#include "agent/automata/digit_rule.h"

#include <bit>

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

TEST(DigitAutomaton, ARunOfTwoWithSumThreeHoldsOneAndTwo) {
  const DeductionResult result =
      solve_by_automaton(parse_digit_puzzle(DigitKind::kakuro, "# 3\\ 6\\ / \\3 . . / \\6 . ."));
  for (int cell : {4, 5, 7}) EXPECT_LE(std::popcount(result.candidates[cell]), 2);
}

TEST(DigitAutomaton, APuzzleWithoutSolutionEndsInAContradiction) {
  EXPECT_EQ(
      solve_by_automaton(parse_digit_puzzle(DigitKind::kakuro, "# 3\\ 4\\ / \\3 . . / \\17 . ."))
          .ending,
      Deduction::contradiction);
}

TEST(DigitAutomaton, GivesTheSameResultEmbeddedElsewhereInALargerLattice) {
  const Lattice<GroupCell> alone = group_lattice(bundled_puzzle(DigitKind::tectonic));
  Lattice<GroupCell> large(20, 15);
  alone.for_each([&](int x, int y, int, const GroupCell& cell) { large.at(x + 5, y + 4) = cell; });
  Automaton<GroupRule> small(alone), embedded(large);
  const Lattice<KakuroCell> kakuro = kakuro_lattice(bundled_puzzle(DigitKind::kakuro));
  Lattice<KakuroCell> wide(16, 14);
  kakuro.for_each([&](int x, int y, int, const KakuroCell& cell) { wide.at(x + 7, y + 2) = cell; });
  Automaton<KakuroRule> narrow_run(kakuro), wide_run(wide);
  for (int i = 0; i < 60; ++i) {
    small.step();
    embedded.step();
    narrow_run.step();
    wide_run.step();
  }
  small.now().for_each([&](int x, int y, int, const GroupCell& cell) {
    EXPECT_EQ(embedded.now().at(x + 5, y + 4), cell);
  });
  narrow_run.now().for_each([&](int x, int y, int, const KakuroCell& cell) {
    EXPECT_EQ(wide_run.now().at(x + 7, y + 2), cell);
  });
}

TEST(DigitAutomaton, AContradictionNamesTheRuleAndThePlace) {
  const DeductionResult result =
      solve_by_automaton(parse_digit_puzzle(DigitKind::kakuro, "# 3\\ 4\\ / \\3 . . / \\17 . ."));
  EXPECT_EQ(result.ending, Deduction::contradiction);
  EXPECT_NE(result.reason.find("row 3 column"), std::string::npos) << result.reason;
}

}  // namespace
}  // namespace marblemaze
