#include "agent/automata/lattice.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "agent/automata/classic_patterns.h"
#include "maze/base/errors.h"

namespace marblemaze {
namespace {

int population(const Lattice<Bit>& cells) {
  int alive = 0;
  cells.for_each([&](int, int, int, const Bit& cell) { alive += cell.on; });
  return alive;
}

TEST(Stepper, Rule30ProducesWolframsCentreColumn) {
  // First 32 cells of the centre column (OEIS A051023).
  const std::string expected = "11011100110001011001001110101110";
  Lattice<Bit> cells(129, 1);
  cells.at(64, 0).on = 1;
  Automaton<Elementary> automaton(cells, {30});
  std::string column;
  for (std::size_t i = 0; i < expected.size(); ++i, automaton.step())
    column += automaton.now().at(64, 0).on != 0 ? '1' : '0';
  EXPECT_EQ(column, expected);
}

// Gosper's glider gun in its 36 x 9 bounding box.
const std::vector<std::string> kGun{
    "........................O...........", "......................O.O...........",
    "............OO......OO............OO", "...........O...O....OO............OO",
    "OO........O.....O...OO..............", "OO........O...O.OO....O.O...........",
    "..........O.....O.......O...........", "...........O...O....................",
    "............OO......................"};

Lattice<Bit> with_gun(int width, int height, int x0, int y0) {
  Lattice<Bit> cells(width, height);
  for (std::size_t y = 0; y < kGun.size(); ++y) {
    for (std::size_t x = 0; x < kGun[y].size(); ++x)
      cells.at(x0 + static_cast<int>(x), y0 + static_cast<int>(y)).on = kGun[y][x] == 'O' ? 1 : 0;
  }
  return cells;
}

TEST(Stepper, TheGliderGunFiresAGliderOfFiveCellsEveryThirtyGenerations) {
  Automaton<Life> automaton(with_gun(120, 120, 5, 5));
  EXPECT_EQ(population(automaton.now()), 36);
  for (int gliders = 1; gliders <= 6; ++gliders) {
    for (int i = 0; i < 30; ++i) automaton.step();
    EXPECT_EQ(population(automaton.now()), 36 + 5 * gliders);
    for (std::size_t y = 0; y < kGun.size() - 2; ++y) {  // the gun has returned to its first state
      for (std::size_t x = 0; x < kGun[y].size(); ++x)
        EXPECT_EQ(automaton.now().at(5 + static_cast<int>(x), 5 + static_cast<int>(y)).on != 0,
                  kGun[y][x] == 'O');
    }
  }
}

TEST(ClassicPatterns, AreCentredAndRoundTrip) {
  const Lattice<Bit> cells = parse_pattern("! a glider\n.#\n..#\nOOO\n", 7, 5);
  EXPECT_EQ(to_text(cells), ".......\n...#...\n....#..\n..###..\n.......\n");
  EXPECT_EQ(parse_pattern(to_text(cells)), cells);
  EXPECT_EQ(count_on(cells), 5);
}

TEST(ClassicPatterns, InvalidTextIsRejected) {
  for (const char* text : {"", "! nothing", "\n\n", "abc", ".#x"})
    EXPECT_THROW((void)parse_pattern(text), BadInput) << text;
  EXPECT_THROW((void)parse_pattern(std::string(kLargestPattern + 1, '.')), BadInput);
}

TEST(ClassicPatterns, RleFilesAndRowsDescribeTheSamePattern) {
  const auto rows = parse_pattern("!Name: x\n.O\n..O\nOOO\n");
  EXPECT_EQ(to_text(parse_pattern("#C x\nx = 3, y = 3, rule = B3/S23\nbob$2bo$3o!\n")),
            to_text(rows));
  EXPECT_EQ(to_text(parse_pattern("x = 2, y = 3\n2o2$\n2o!")), "##\n..\n##\n");
  for (const char* text :
       {"x = 3, y = 3, rule = B36/S23\n3o!", "x = 3\n3o", "x = 3\n3x!", "x = 3\n9999999999o!"})
    EXPECT_THROW((void)parse_pattern(text), BadInput) << text;
}

}  // namespace
}  // namespace marblemaze
