#include "maze/puzzles/digit_puzzle.h"

#include <algorithm>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "maze/base/errors.h"
#include "support/bad_input.h"

namespace marblemaze {
namespace {

using ::testing::IsEmpty;

constexpr DigitKind kKinds[] = {DigitKind::sudoku, DigitKind::tectonic, DigitKind::kakuro};

DigitPuzzle random_of(DigitKind kind, Rng& rng) {
  GeneratorBudget endless;
  return make_digit_puzzle(kind, 6, kind == DigitKind::tectonic ? 5 : 6, rng, endless).value();
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
                               "961537284 287419635 345286179")
                .candidates);
}

TEST(DigitPuzzle, GeneratedPuzzlesHaveOneSolutionThatBreaksNoRule) {
  for (DigitKind kind : kKinds) {
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

TEST(DigitPuzzle, TextRoundTripsWithMoreSectionsThanLettersOfOneCase) {
  std::string text;  // 30 sections of two cells, one above the other
  for (int row = 0; row < 6; ++row)
    for (int column = 0; column < 10; ++column) {
      const int section = row / 2 * 10 + column;
      text += static_cast<char>(section < 26 ? 'A' + section : 'a' + section - 26);
      text += column < 9 ? ". " : ".\n";
    }
  const DigitPuzzle puzzle = parse_digit_puzzle(DigitKind::tectonic, text);
  EXPECT_EQ(parse_digit_puzzle(DigitKind::tectonic, to_text(puzzle)), puzzle);
}

TEST(DigitPuzzle, GraphvizNamesTheKind) {
  for (DigitKind kind : kKinds)
    EXPECT_TRUE(
        to_dot(bundled_puzzle(kind)).starts_with(fmt::format("graph {} ", to_string(kind))));
  EXPECT_STREQ(to_string(DigitKind::sudoku), "sudoku");
  EXPECT_STREQ(to_string(DigitKind::tectonic), "tectonic");
  EXPECT_STREQ(to_string(DigitKind::kakuro), "kakuro");
}

TEST(DigitPuzzle, AGeneratedKakuroHasASumForEachRun) {
  for (std::uint64_t seed = 68401; seed <= 68410; ++seed) {
    Rng rng(seed);
    GeneratorBudget endless;
    const DigitPuzzle puzzle = make_digit_puzzle(DigitKind::kakuro, 7, 7, rng, endless).value();
    const auto sums = [](const std::vector<int>& clues) {
      return std::count_if(clues.begin(), clues.end(), [](int sum) { return sum != 0; });
    };
    EXPECT_EQ(sums(puzzle.across) + sums(puzzle.down), static_cast<long>(groups_of(puzzle).size()));
    const auto white = std::count_if(puzzle.candidates.begin(), puzzle.candidates.end(),
                                     [](DigitSet set) { return set != 0; });
    EXPECT_GE(3 * white, 6 * 6) << "a third of the board without the clues' row and column";
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

TEST(DigitPuzzle, InvalidBoardsAreRejected) {
  EXPECT_THROW((void)parse_digit_puzzle(DigitKind::sudoku, "123"), BadInput);
  EXPECT_THROW((void)parse_digit_puzzle(DigitKind::sudoku, "11" + std::string(79, '.')), BadInput);
  for (const char* text :
       {"", "A. B", "A6", "A. B. A.", "A. A. / A.", "A3", "A. A. A. A. A. A. A. A. A. A."})
    EXPECT_THROW((void)parse_digit_puzzle(DigitKind::tectonic, text), BadInput) << text;
  for (const char* text : {"", "# . / # .", "# x", "# 46\\ / \\3 .", ". .", "# 3\\ / # ."})
    EXPECT_THROW((void)parse_digit_puzzle(DigitKind::kakuro, text), BadInput) << text;
  EXPECT_EQ(testing::bad_input_of([] { return parse_digit_puzzle(DigitKind::tectonic, "A0"); }),
            "tectonic cell 'A0': expected a section's letter and a digit from 1 to 9 or .");
  Rng rng(1);
  GeneratorBudget endless;
  EXPECT_THROW((void)make_digit_puzzle(DigitKind::tectonic, 2, 5, rng, endless), BadInput);
  EXPECT_THROW((void)make_digit_puzzle(DigitKind::kakuro, 3, 5, rng, endless), BadInput);
}

// A budget counts steps, so this test does not depend on the machine. A step takes less than a
// millisecond for a Kakuro, and a few microseconds for a Tectonic.
TEST(DigitPuzzle, BoardsOfTenASideAreMadeWithinTheUsualBudget) {
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
  for (DigitKind kind : kKinds) {
    Rng rng(3);
    GeneratorBudget budget(10);
    EXPECT_FALSE(make_digit_puzzle(kind, 9, 9, rng, budget)) << to_string(kind);
    EXPECT_GE(this_work.done, 10);
    EXPECT_EQ(this_work.total, 10);
  }
}

TEST(DigitPuzzle, EliminationLeavesTheSolutionsDigits) {
  Rng rng(9);
  GeneratorBudget endless;
  const DigitPuzzle puzzle = make_digit_puzzle(DigitKind::kakuro, 8, 8, rng, endless).value();
  const Candidates solution = solve_exactly(puzzle).front();
  const std::vector<DigitSet> left = eliminate(puzzle);
  for (int cell = 0; cell < puzzle.cells(); ++cell)
    EXPECT_EQ(left[cell] & solution[cell], solution[cell]);
  // Two cells with the sum 4 contain 1 and 3, and with the sum 17 they contain 8 and 9.
  const std::vector<DigitSet> certain =
      eliminate(parse_digit_puzzle(DigitKind::kakuro, "# 9\\ 12\\ / \\4 . . / \\17 . ."));
  EXPECT_EQ(certain, (std::vector<DigitSet>{0, 0, 0, 0, digit_bit(1), digit_bit(3), 0, digit_bit(8),
                                            digit_bit(9)}));
  EXPECT_TRUE(
      eliminate(parse_digit_puzzle(DigitKind::kakuro, "# 3\\ 4\\ / \\3 . . / \\17 . .")).empty());
}

}  // namespace
}  // namespace marblemaze
