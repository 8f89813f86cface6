#include "agent/automata/classic_patterns.h"

#include <gtest/gtest.h>

#include "maze/base/errors.h"

namespace marblemaze {
namespace {

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

TEST(ClassicPatterns, RleFilesGiveTheSamePatternAsRows) {
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
