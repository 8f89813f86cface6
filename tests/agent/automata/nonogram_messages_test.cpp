#include <algorithm>

#include <gtest/gtest.h>

#include "agent/automata/nonogram_rule.h"

namespace marblemaze {
namespace {

Nonogram random_picture(int width, int height, double density, Rng& rng) {
  Picture picture(static_cast<std::size_t>(width) * height);
  for (CandidateSet& shade : picture) shade = rng.unit() < density ? Shade::black : Shade::white;
  return nonogram_of(picture, width);
}

TEST(NonogramMessages, FindExactlyTheSquaresThatLineRulesDetermine) {
  Rng rng(21);
  for (int trial = 0; trial < 300; ++trial) {
    const Nonogram puzzle = random_picture(1 + trial % 13, 1 + trial % 11, 0.55, rng);
    const DeductionResult result = solve_by_messages(puzzle);
    const Picture expected = deduce_lines(puzzle);
    ASSERT_EQ(result.candidates, expected) << to_text(puzzle);
    const bool open = std::count(expected.begin(), expected.end(), Shade::unknown) > 0;
    EXPECT_EQ(result.ending, open ? Deduction::stalled : Deduction::solved);
  }
}

TEST(NonogramMessages, LargeBoardsTakeAtMostAFewThousandGenerations) {
  Rng rng(22);
  for (const int side : {30, 50}) {
    for (int trial = 0; trial < 20; ++trial) {
      const Nonogram puzzle = random_picture(side, side, 0.6, rng);
      const DeductionResult result = solve_by_messages(puzzle);
      EXPECT_EQ(result.candidates, deduce_lines(puzzle));
      EXPECT_LT(result.observed, 5'000);
    }
  }
}

TEST(NonogramMessages, ContradictoryCluesAreReported) {
  const Nonogram puzzle = parse_nonogram("rows 1 1, -, 1; columns -, 3, -");
  for (const DeductionResult& result : {solve_by_messages(puzzle), solve_by_automaton(puzzle)}) {
    EXPECT_EQ(result.ending, Deduction::contradiction);
    EXPECT_TRUE(result.reason.starts_with("row ") || result.reason.starts_with("column "))
        << result.reason;
  }
}

TEST(NonogramMessages, GiveTheSameResultEmbeddedElsewhereInALargerLattice) {
  Rng rng(23);
  const Lattice<MessageCell> alone = message_lattice(random_picture(7, 5, 0.6, rng));
  Lattice<MessageCell> large(20, 12);
  alone.for_each(
      [&](int x, int y, int, const MessageCell& cell) { large.at(x + 9, y + 4) = cell; });
  Automaton<MessageRule> small(alone), embedded(large);
  for (int i = 0; i < 60; ++i) {
    small.step();
    embedded.step();
  }
  small.now().for_each([&](int x, int y, int, const MessageCell& cell) {
    EXPECT_EQ(embedded.now().at(x + 9, y + 4), cell);
  });
}

TEST(NonogramMessages, ARoundOfPlacementsGrowsWithTheirNumber) {
  EXPECT_EQ(round_of_placements(nonogram_of(Picture(4, Shade::black), 4)), 3 * 4);
  Nonogram wide{{{3, 1, 2}}, std::vector<Clue>(10)};
  EXPECT_EQ(round_of_placements(wide), 10 * 3 * 10);
  EXPECT_EQ(round_of_placements({wide.columns, wide.rows}), 10 * 3 * 10);
}

}  // namespace
}  // namespace marblemaze
