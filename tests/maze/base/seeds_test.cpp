#include <set>

#include <gtest/gtest.h>

#include "maze/base/random.h"
#include "support/bad_input.h"

namespace marblemaze {
namespace {

using testing::bad_input_of;

TEST(Seeds, AreReadAsARangeWithBothItsEnds) {
  const SeedRange seeds = parse_seeds("7-9");
  EXPECT_EQ(seeds.first, 7u);
  EXPECT_EQ(seeds.last, 9u);
  EXPECT_EQ(seeds.count(), 3u);
  EXPECT_FALSE(seeds.contains(6));
  EXPECT_TRUE(seeds.contains(7));
  EXPECT_TRUE(seeds.contains(9));
  EXPECT_FALSE(seeds.contains(10));
  EXPECT_TRUE(SeedRange{}.contains(UINT64_MAX)) << "all seeds, if nobody asks for some";
}

TEST(Seeds, GoUpToTheLargestNumberOf64BitsAndToAMillionOfThem) {
  EXPECT_EQ(parse_seeds("18446744073709551614-18446744073709551615").count(), 2u);
  EXPECT_EQ(parse_seeds("0-999999").count(), 1'000'000u);
  EXPECT_EQ(parse_seeds("5-5").count(), 1u);
  EXPECT_EQ(bad_input_of([] { return parse_seeds("0-1000000"); }),
            "seeds '0-1000000': expected A-B with 0 <= A <= B and at most 1000000 mazes");
}

TEST(Seeds, InvalidRangesAreRejected) {
  for (const char* text :
       {"", "5", "-", "1-", "-1-3", "3-1", "1-2-3", "a-b", "1-18446744073709551616"})
    EXPECT_NE(bad_input_of([&] { return parse_seeds(text); }), "accepted") << text;
}

TEST(Seeds, OfDifferentStreamsDiffer) {
  std::set<std::uint64_t> seeds;
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    for (std::uint64_t stream = 0; stream < 1000; ++stream) seeds.insert(mixed_seed(seed, stream));
  EXPECT_EQ(seeds.size(), 20'000u);
}

}  // namespace
}  // namespace marblemaze
