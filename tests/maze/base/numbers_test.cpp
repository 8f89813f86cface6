#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "maze/base/text.h"

namespace marblemaze {
namespace {

TEST(Numbers, AreReadOnlyFromWholeTexts) {
  EXPECT_EQ(number_from<int>("-12"), -12);
  EXPECT_EQ(number_from<double>("2.5e-1"), 0.25);
  EXPECT_EQ(number_from<std::uint64_t>("18446744073709551615"), UINT64_MAX);
  for (const char* text : {"", " 1", "1 ", "+1", "1x", "x", "-", "0x1", "99999999999"})
    EXPECT_EQ(number_from<int>(text), std::nullopt) << text;
  EXPECT_EQ(number_from<std::uint64_t>("-1"), std::nullopt);
  EXPECT_EQ(number_from<std::uint64_t>("18446744073709551616"), std::nullopt);
}

TEST(Numbers, TwoAreReadAroundASeparator) {
  EXPECT_EQ(numbers_from<int>("24@12", '@'), std::pair(24, 12));
  EXPECT_EQ(numbers_from<int>("-5--3", '-'), std::pair(-5, -3));
  for (const char* text : {"", "1", "1-", "-2", "1-2-", "1 -2", "1/2", "1--", "a-2"})
    EXPECT_EQ(numbers_from<std::uint64_t>(text, '-'), std::nullopt) << text;
}

TEST(Numbers, AreTakenFromTheBeginningOneAfterTheOther) {
  std::string_view text = "4x3";
  EXPECT_EQ(take_number<int>(text), 4);
  EXPECT_EQ(text, "x3");
  EXPECT_EQ(take_number<int>(text), std::nullopt);
  EXPECT_EQ(text, "x3");
}

}  // namespace
}  // namespace marblemaze
