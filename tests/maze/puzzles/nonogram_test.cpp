#include "maze/puzzles/nonogram.h"

#include <gtest/gtest.h>

#include "support/placements.h"

namespace marblemaze {
namespace {

Picture line(const std::string& text) {
  Picture squares;
  for (char c : text)
    squares.push_back(c == '1' ? Shade::black : c == '0' ? Shade::white : Shade::unknown);
  return squares;
}

TEST(LineRule, FindsTheSquaresThatAllPlacementsShare) {
  EXPECT_EQ(deduce_line({9}, line("??????????")), line("?11111111?"));
  EXPECT_EQ(deduce_line({4}, line("?1????????")), line("?111?00000"));
  EXPECT_EQ(deduce_line({}, line("???")), line("000"));
  EXPECT_EQ(deduce_line({3, 1, 2, 1}, line("??????????")), line("1110101101"));
}

TEST(LineRule, AgreesWithListingAllPlacements) {
  Rng rng(17);
  for (int trial = 0; trial < 2000; ++trial) {
    const int length = 1 + static_cast<int>(rng.uniform_int(11));
    Picture answer(length), known(length);
    for (int i = 0; i < length; ++i) {
      answer[i] = rng.uniform_int(2) == 0 ? Shade::white : Shade::black;
      known[i] = rng.uniform_int(3) == 0 ? answer[i] : Shade::unknown;
    }
    const Clue clue = clue_of(answer);
    std::vector<bool> black(length, false), white(length, false);
    for (const Picture& placement : testing::placements(clue, length)) {
      bool agrees = true;
      for (int i = 0; i < length; ++i)
        agrees = agrees && (known[i] == Shade::unknown || known[i] == placement[i]);
      for (int i = 0; agrees && i < length; ++i)
        (placement[i] == Shade::black ? black : white)[i] = true;
    }
    Picture expected(length);
    for (int i = 0; i < length; ++i)
      expected[i] = black[i] && white[i] ? Shade::unknown : black[i] ? Shade::black : Shade::white;
    ASSERT_EQ(deduce_line(clue, known), expected);
  }
}

TEST(Nonogram, GeneratedPuzzlesHaveOneSolution) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Rng rng(seed);
    GeneratorBudget endless;
    const Nonogram puzzle = make_nonogram(6, 5, 0.55, false, rng, endless).value();
    const auto found = solve_exactly(puzzle);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_TRUE(testing::answers(puzzle, found.front()));
  }
}

TEST(Nonogram, LargePicturesChangeUntilLineRulesDecideThem) {
  for (std::uint64_t seed = 501; seed <= 505; ++seed) {
    Rng rng(seed);
    GeneratorBudget budget(20'000);
    const auto puzzle = make_nonogram(30, 30, 0.6, true, rng, budget);
    ASSERT_TRUE(puzzle) << seed;
    EXPECT_TRUE(testing::answers(*puzzle, deduce_lines(*puzzle)));
  }
}

}  // namespace
}  // namespace marblemaze
