#include "maze/puzzles/digit_puzzle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "maze/base/errors.h"
#include "support/bad_input.h"

namespace marblemaze {
namespace {

using ::testing::IsEmpty;

constexpr DigitKind kDigitKinds[] = {DigitKind::sudoku, DigitKind::tectonic, DigitKind::kakuro};

DigitPuzzle random_of(DigitKind kind, Rng& rng) {
  GeneratorBudget endless;
  return make_digit_puzzle(kind, 6, kind == DigitKind::tectonic ? 5 : 6, rng, endless).value();
}

TEST(DigitPuzzle, TheDocumentsSudokuHasItsKnownSolution) {
  const auto found = solve_exactly(bundled_puzzle(DigitKind::sudoku));
  EXPECT_EQ(found.front(),
            parse_digit_puzzle(DigitKind::sudoku,
                               "534678912 672195348 198342567 859761423 426853791 713924856 "
                               "961537284 287419635 345286179")
                .candidates);
}

TEST(DigitPuzzle, GeneratedPuzzlesHaveOneSolutionThatBreaksNoRule) {
  for (DigitKind kind : kDigitKinds) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      Rng rng(seed);
      const DigitPuzzle puzzle = random_of(kind, rng);
      const auto found = solve_exactly(puzzle);
      ASSERT_EQ(found.size(), 1u) << to_string(kind) << " " << seed;
      EXPECT_THAT(faults(puzzle.with(found.front())), IsEmpty());
      EXPECT_TRUE(complete(found.front()));
    }
  }
}

TEST(DigitPuzzle, InvalidBoardsAreRejected) {
  EXPECT_THROW((void)parse_digit_puzzle(DigitKind::sudoku, "123"), BadInput);
  EXPECT_THROW((void)parse_digit_puzzle(DigitKind::sudoku, "11" + std::string(79, '.')), BadInput);
  for (const char* text :
       {"", "A. B", "A6", "A. B. A.", "A. A. / A.", "A3", "A. A. A. A. A. A. A. A. A. A."})
    EXPECT_THROW((void)parse_digit_puzzle(DigitKind::tectonic, text), BadInput) << text;
  for (const char* text : {"", "# . / # .", "# x", "# 46\\ / \\3 .", ". .", "# 3\\ / # ."})
    EXPECT_THROW((void)parse_digit_puzzle(DigitKind::kakuro, text), BadInput) << text;
  EXPECT_EQ(testing::error_message_of([] { return parse_digit_puzzle(DigitKind::tectonic, "A0"); }),
            "tectonic cell 'A0': expected a section's letter and a digit from 1 to 9 or .");
  Rng rng(1);
  GeneratorBudget endless;
  EXPECT_THROW((void)make_digit_puzzle(DigitKind::tectonic, 2, 5, rng, endless), BadInput);
  EXPECT_THROW((void)make_digit_puzzle(DigitKind::kakuro, 3, 5, rng, endless), BadInput);
}

// The budget counts steps, so the test does not depend on the machine. A step takes less than a
// millisecond for a Kakuro, and a few microseconds for a Tectonic.
TEST(DigitPuzzle, TenByTenBoardsAreGeneratedWithinTheDefaultBudget) {
  for (std::uint64_t seed = 401; seed <= 406; ++seed) {
    for (const auto& [kind, steps] :
         {std::pair{DigitKind::kakuro, 100'000}, std::pair{DigitKind::tectonic, 500'000}}) {
      Rng rng(seed);
      GeneratorBudget budget(steps);
      const auto puzzle = make_digit_puzzle(kind, 10, 10, rng, budget);
      ASSERT_TRUE(puzzle) << to_string(kind) << " " << seed;
      EXPECT_EQ(solve_exactly(*puzzle).size(), 1u);
      EXPECT_EQ(to_text(parse_digit_puzzle(kind, to_text(*puzzle))), to_text(*puzzle));
    }
  }
}

TEST(DigitPuzzle, AGeneratorCountsItsBudget) {
  for (DigitKind kind : kDigitKinds) {
    Rng rng(3);
    GeneratorBudget budget(10);
    EXPECT_FALSE(make_digit_puzzle(kind, 9, 9, rng, budget)) << to_string(kind);
    EXPECT_GE(current_work.done, 10);
    EXPECT_EQ(current_work.total, 10);
  }
}

}  // namespace
}  // namespace marblemaze
