#include "maze/puzzles/digit_puzzle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "maze/base/errors.h"

namespace marblemaze {
namespace {

using ::testing::IsEmpty;

constexpr DigitKind kKinds[] = {DigitKind::sudoku, DigitKind::tectonic, DigitKind::kakuro};

DigitPuzzle random_of(DigitKind kind, Rng& rng) {
  if (kind == DigitKind::sudoku) return random_sudoku(rng);
  return kind == DigitKind::tectonic ? random_tectonic(6, 5, rng) : random_kakuro(6, 6, rng);
}

TEST(DigitPuzzle, TheBundledInstancesHaveOneSolutionEach) {
  for (DigitKind kind : kKinds)
    EXPECT_EQ(solve_exactly(bundled_puzzle(kind)).size(), 1u) << to_string(kind);
}

TEST(DigitPuzzle, TheDocumentsSudokuHasItsKnownSolution) {
  const auto found = solve_exactly(bundled_puzzle(DigitKind::sudoku));
  EXPECT_EQ(found.front(),
            parse_digit_puzzle(DigitKind::sudoku,
                               "534678912 672195348 198342567 859761423 426853791 713924856 "
                               "961537284 287419635 345286179"));
}

TEST(DigitPuzzle, GeneratedPuzzlesHaveOneSolutionThatBreaksNoRule) {
  for (DigitKind kind : kKinds) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      Rng rng(seed);
      const DigitPuzzle puzzle = random_of(kind, rng);
      const auto found = solve_exactly(puzzle);
      ASSERT_EQ(found.size(), 1u) << to_string(kind) << " " << seed;
      EXPECT_THAT(faults(found.front()), IsEmpty());
      EXPECT_TRUE(found.front().solved());
    }
  }
}

TEST(DigitPuzzle, TheSameSeedGivesTheSamePuzzle) {
  for (DigitKind kind : kKinds) {
    Rng one(7), other(7);
    EXPECT_EQ(random_of(kind, one), random_of(kind, other));
  }
}

TEST(DigitPuzzle, TextRoundTrips) {
  for (DigitKind kind : kKinds) {
    Rng rng(3);
    const DigitPuzzle puzzle = random_of(kind, rng);
    const DigitPuzzle again = parse_digit_puzzle(kind, to_text(puzzle));
    EXPECT_EQ(again.candidates, puzzle.candidates);
    EXPECT_EQ(to_text(parse_digit_puzzle(kind, to_text(again))), to_text(again));
  }
}

TEST(DigitPuzzle, ATectonicsNeighboursDifferAlsoAcrossCornersAndSections) {
  const auto peers =
      peers_of(parse_digit_puzzle(DigitKind::tectonic, "A. A. B. / A. B. B. / C. C. C."));
  EXPECT_THAT(peers[4], ::testing::ElementsAre(0, 1, 2, 3, 5, 6, 7, 8));
  EXPECT_THAT(peers[0], ::testing::ElementsAre(1, 3, 4));
}

TEST(DigitPuzzle, ASumThatCannotBeMadeHasNoSolution) {
  EXPECT_THAT(
      solve_exactly(parse_digit_puzzle(DigitKind::kakuro, "# 3\\ 4\\ / \\3 . . / \\17 . .")),
      IsEmpty());
}

TEST(DigitPuzzle, BoardsThatMakeNoSenseAreRefused) {
  EXPECT_THROW((void)parse_digit_puzzle(DigitKind::sudoku, "123"), BadInput);
  EXPECT_THROW((void)parse_digit_puzzle(DigitKind::sudoku, "11" + std::string(79, '.')), BadInput);
  for (const char* text : {"", "A. B", "A6", "A. B. A.", "A. A. / A.", "A3", "A. A. A. A. A. A."})
    EXPECT_THROW((void)parse_digit_puzzle(DigitKind::tectonic, text), BadInput) << text;
  for (const char* text : {"", "# . / # .", "# x", "# 46\\ / \\3 .", ". .", "# 3\\ / # ."})
    EXPECT_THROW((void)parse_digit_puzzle(DigitKind::kakuro, text), BadInput) << text;
  Rng rng(1);
  EXPECT_THROW((void)random_tectonic(2, 5, rng), BadInput);
  EXPECT_THROW((void)random_kakuro(3, 5, rng), BadInput);
}

// A budget counts steps, which makes this hold on every machine: a step takes well under a
// millisecond of a Kakuro, a few microseconds of a Tectonic.
TEST(DigitPuzzle, BoardsOfTenASideAreMadeWithinTheUsualBudget) {
  for (std::uint64_t seed = 401; seed <= 406; ++seed) {
    for (const auto& [kind, steps] :
         {std::pair{DigitKind::kakuro, 100'000}, std::pair{DigitKind::tectonic, 500'000}}) {
      Rng rng(seed);
      GeneratorBudget budget(steps);
      const auto puzzle = make_digit_puzzle(kind, 10, 10, rng, budget);
      ASSERT_TRUE(puzzle) << to_string(kind) << " " << seed;
      EXPECT_EQ(search_solutions(*puzzle, 2, nullptr, 20'000).found.size(), 1u);
      EXPECT_EQ(to_text(parse_digit_puzzle(kind, to_text(*puzzle))), to_text(*puzzle));
    }
  }
}

TEST(DigitPuzzle, AGeneratorTellsWhatItSpendsAndStopsWithoutAPuzzleWhereThatIsTooLittle) {
  for (DigitKind kind : kKinds) {
    Rng rng(3);
    std::int64_t told = 0;
    GeneratorBudget budget(10, [&](std::int64_t spent, std::int64_t) { told = spent; });
    EXPECT_FALSE(make_digit_puzzle(kind, 9, 9, rng, budget)) << to_string(kind);
    EXPECT_GE(told, 10);
  }
}

TEST(DigitPuzzle, EliminationLeavesTheSolutionsDigits) {
  Rng rng(9);
  const DigitPuzzle puzzle = random_kakuro(8, 8, rng);
  const DigitPuzzle solution = solve_exactly(puzzle).front();
  const std::vector<DigitSet> left = eliminate(puzzle);
  for (int cell = 0; cell < puzzle.cells(); ++cell)
    EXPECT_EQ(left[cell] & solution.candidates[cell], solution.candidates[cell]);
  EXPECT_TRUE(
      eliminate(parse_digit_puzzle(DigitKind::kakuro, "# 3\\ 4\\ / \\3 . . / \\17 . .")).empty());
}

}  // namespace
}  // namespace marblemaze
