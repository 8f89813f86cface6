#include "maze/base/hash.h"

#include <gtest/gtest.h>

namespace marblemaze {
namespace {

std::uint64_t of_bytes(std::string_view bytes) {
  Hash hash;
  hash.add_bytes(bytes);
  return hash.value();
}

TEST(Hash, MatchesPublishedTestVectors) {
  // Test vectors of the 64-bit FNV-1a from draft-eastlake-fnv.
  EXPECT_EQ(of_bytes(""), 0xcbf29ce484222325u);
  EXPECT_EQ(of_bytes("a"), 0xaf63dc4c8601ec8cu);
  EXPECT_EQ(of_bytes("foobar"), 0x85944171f73967e8u);
}

TEST(Hash, DependsOnWordsOrderAndBits) {
  const auto of = [](std::uint64_t a, std::uint64_t b) {
    Hash hash;
    hash.add(a);
    hash.add(b);
    return hash.value();
  };
  EXPECT_NE(of(1, 2), of(2, 1));
  for (int bit = 0; bit < 64; ++bit) EXPECT_NE(of(std::uint64_t{1} << bit, 0), of(0, 0)) << bit;
  Hash zero, minus_zero;
  zero.add_number(0.0);
  minus_zero.add_number(-0.0);
  EXPECT_NE(zero.value(), minus_zero.value());
}

}  // namespace
}  // namespace marblemaze
