#include "agent/automata/lattice.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "agent/automata/classic_patterns.h"
#include "maze/base/random.h"

namespace marblemaze {
namespace {

int population(const Lattice<Bit>& cells) {
  int alive = 0;
  cells.for_each([&](int, int, int, const Bit& cell) { alive += cell.on; });
  return alive;
}

TEST(Stepper, Rule30FromOneCellGivesWolframsCentreColumn) {
  // OEIS A051023: the first 32 cells of the centre column.
  const std::string expected = "11011100110001011001001110101110";
  Lattice<Bit> cells(129, 1);
  cells.at(64, 0).on = 1;
  Automaton<Elementary> automaton(cells, {30});
  std::string column;
  for (std::size_t i = 0; i < expected.size(); ++i, automaton.step())
    column += automaton.now().at(64, 0).on != 0 ? '1' : '0';
  EXPECT_EQ(column, expected);
}

TEST(Stepper, Rule30HasTheKnownPopulationOfEachGeneration) {
  // OEIS A070952: number of black cells in each generation.
  const std::vector<int> expected{1, 3, 3, 6, 4, 9, 5, 12, 7, 12, 11, 14, 12, 19, 13, 22};
  Lattice<Bit> cells(65, 1);
  cells.at(32, 0).on = 1;
  Automaton<Elementary> automaton(cells, {30});
  for (int generation : expected) {
    EXPECT_EQ(population(automaton.now()), generation);
    automaton.step();
  }
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

TEST(Stepper, APatternEvolvesIdenticallyAtEveryPosition) {
  Automaton<Life> small(with_gun(60, 40, 8, 8));
  Automaton<Life> large(with_gun(90, 77, 25, 19));
  for (int i = 0; i < 60; ++i) {
    small.step();
    large.step();
  }
  for (int y = 0; y < 30; ++y) {
    for (int x = 0; x < 50; ++x) EXPECT_EQ(small.now().at(x, y), large.now().at(x + 17, y + 11));
  }
}

TEST(Stepper, ARuleReadsOnlyTheCurrentGeneration) {
  // Rule 170 copies the right neighbour. If cells were updated in place, copies of copies would
  // appear.
  Rng rng(1);
  Lattice<Bit> cells(50, 1);
  for (int x = 0; x < 50; ++x) cells.at(x, 0).on = static_cast<unsigned char>(rng.below(2));
  Automaton<Elementary> left(cells, {170}), right(cells, {240});
  left.step();
  right.step();
  for (int x = 1; x < 49; ++x) {
    EXPECT_EQ(left.now().at(x, 0), cells.at(x + 1, 0));
    EXPECT_EQ(right.now().at(x, 0), cells.at(x - 1, 0));
  }
}

TEST(Stepper, CountsTheIterationsUntilNothingChanges) {
  Lattice<Bit> cells(10, 1);
  cells.at(6, 0).on = 1;
  Automaton<Elementary> shifting(cells, {170});
  EXPECT_EQ(run_to_rest(shifting, 100), 7);
  Automaton<Elementary> blinking(cells, {51});  // rule 51 negates
  EXPECT_EQ(run_to_rest(blinking, 100), -1);
}

TEST(Shapes, ContainExactlyTheirOffsets) {
  int moore = 0, near = 0, far = 0, six = 0, line = 0;
  for (int z = -2; z <= 2; ++z) {
    for (int y = -2; y <= 2; ++y) {
      for (int x = -2; x <= 2; ++x) {
        moore += MooreShape::contains({x, y, z}) ? 1 : 0;
        near += VonNeumannShape<1>::contains({x, y, z}) ? 1 : 0;
        far += VonNeumannShape<2>::contains({x, y, z}) ? 1 : 0;
        six += SixShape::contains({x, y, z}) ? 1 : 0;
        line += LineShape<1>::contains({x, y, z}) ? 1 : 0;
      }
    }
  }
  EXPECT_EQ(moore, 9);
  EXPECT_EQ(near, 5);
  EXPECT_EQ(far, 9);
  EXPECT_EQ(six, 7);
  EXPECT_EQ(line, 3);
}

}  // namespace
}  // namespace marblemaze
