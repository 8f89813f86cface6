#include "agent/automata/lattice.h"

#include <string>

#include <gtest/gtest.h>

#include "agent/automata/classic_patterns.h"
#include "maze/base/errors.h"

namespace marblemaze {
namespace {

// The first 32 cells of the centre column are from OEIS A051023.
TEST(Stepper, Rule30ProducesWolframsCentreColumn) {
  const std::string expected = "11011100110001011001001110101110";
  Lattice<Bit> cells(129, 1);
  cells.at(64, 0).on = 1;
  Automaton<Elementary> automaton(cells, {30});
  std::string column;
  for (std::size_t i = 0; i < expected.size(); ++i, automaton.step())
    column += automaton.now().at(64, 0).on != 0 ? '1' : '0';
  EXPECT_EQ(column, expected);
}

TEST(Stepper, AGliderMovesByOneSquareInFourGenerations) {
  Automaton<Life> automaton(parse_pattern("O....\n.OO..\nOO...\n.....\n.....\n"));
  for (int generation = 0; generation < 4; ++generation) automaton.step();
  EXPECT_EQ(to_text(automaton.now()), ".....\n.#...\n..##.\n.##..\n.....\n");
}

TEST(ClassicPatterns, AreCentredAndRoundTrip) {
  const Lattice<Bit> cells = parse_pattern("! a glider\n.#\n..#\nOOO\n", 7, 5);
  EXPECT_EQ(to_text(cells), ".......\n...#...\n....#..\n..###..\n.......\n");
  EXPECT_EQ(parse_pattern(to_text(cells)), cells);
  EXPECT_EQ(count_on(cells), 5);
}

TEST(ClassicPatterns, RleFilesAndRowsDescribeTheSamePattern) {
  EXPECT_EQ(to_text(parse_pattern("#C x\nx = 3, y = 3, rule = B3/S23\nbob$2bo$3o!\n")),
            to_text(parse_pattern("!Name: x\n.O\n..O\nOOO\n")));
  EXPECT_EQ(to_text(parse_pattern("x = 2, y = 3\n2o2$\n2o!")), "##\n..\n##\n");
}

TEST(ClassicPatterns, InvalidTextIsRejected) {
  for (const std::string text :
       {"", "! nothing", "\n\n", "abc", ".#x", "x = 3, y = 3, rule = B36/S23\n3o!", "x = 3\n3o",
        "x = 3\n3x!", "x = 3\n9999999999o!"})
    EXPECT_THROW((void)parse_pattern(text), BadInput) << text;
  EXPECT_THROW((void)parse_pattern(std::string(kLargestPattern + 1, '.')), BadInput);
}

}  // namespace
}  // namespace marblemaze
