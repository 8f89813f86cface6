#include "maze/puzzles/digit_puzzle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "maze/base/errors.h"

namespace marblemaze {
namespace {

using ::testing::IsEmpty;

TEST(DigitPuzzle, GeneratedPuzzlesHaveOneSolutionThatBreaksNoRule) {
  for (const DigitKind kind : {DigitKind::sudoku, DigitKind::tectonic, DigitKind::kakuro}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      Rng rng(seed);
      GeneratorBudget endless;
      const int height = kind == DigitKind::tectonic ? 5 : 6;
      const DigitPuzzle puzzle = make_digit_puzzle(kind, 6, height, rng, endless).value();
      const auto found = solve_exactly(puzzle);
      ASSERT_EQ(found.size(), 1u) << to_string(kind) << " " << seed;
      EXPECT_THAT(rule_violations(puzzle.with(found.front())), IsEmpty());
      EXPECT_TRUE(complete(found.front()));
    }
  }
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

}  // namespace
}  // namespace marblemaze
