#include "agent/automata/classic_patterns.h"

#include <gtest/gtest.h>

#include "maze/base/errors.h"

namespace marblemaze {
namespace {

TEST(ClassicPatterns, StandInTheMiddleOfTheLatticeAndRoundTrip) {
  const Lattice<Bit> cells = parse_pattern("! a glider\n.#\n..#\nOOO\n", 7, 5);
  EXPECT_EQ(to_text(cells), ".......\n...#...\n....#..\n..###..\n.......\n");
  EXPECT_EQ(parse_pattern(to_text(cells)), cells);
  EXPECT_EQ(count_on(cells), 5);
}

TEST(ClassicPatterns, TextThatIsNoPatternIsRefused) {
  for (const char* text : {"", "! nothing", "\n\n", "abc", ".#x"})
    EXPECT_THROW((void)parse_pattern(text), BadInput) << text;
  EXPECT_THROW((void)parse_pattern(std::string(kLargestPattern + 1, '.')), BadInput);
}

}  // namespace
}  // namespace marblemaze
