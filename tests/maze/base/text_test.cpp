#include "maze/base/text.h"

#include <gtest/gtest.h>

#include "maze/base/errors.h"
#include "maze/base/random.h"
#include "support/bad_input.h"

namespace marblemaze {
namespace {

using testing::error_message_of;

TEST(VisibleText, ReplacesOnlyTerminalControlCharacters) {
  const std::string harmless = "a maze,\tπ = 3.14…\n日本 🎲 \u0152uvre\u00a0!";
  for (const auto& [text, shown] : std::vector<std::pair<std::string, std::string>>{
           {harmless, harmless},
           {"\x1b[2Jx\r\b\a\x7f", "?[2Jx????"},
           {"\u0085\u009b31m", "??31m"},
           {std::string("a\0b", 3), "a?b"},
           {"a\u2028b\u2029c\u202ad\u202ee", "a?b?c?d?e"},
           {"a\u2066b\u2069c\u200ed\u200fe\u061cf", "a?b?c?d?e?f"},
           {"\xc0\xaf", "??"},            // overlong encoding
           {"\xed\xa0\x80", "???"},       // half of a surrogate pair
           {"\xf4\x90\x80\x80", "????"},  // beyond Unicode
           {"\xe2\x82", "??"},
           {"\xff", "?"}  // incomplete, never valid
       })
    EXPECT_EQ(visible_text(text), shown);
}

TEST(Errors, AMessageIsOneLineOfAtMostAThousandBytes) {
  EXPECT_STREQ(BadInput("outcome", "'solved\nfrozen'", "one").what(),
               "outcome 'solved?frozen': expected one");
  EXPECT_EQ(message_line(std::string(1000, 'x')), std::string(1000, 'x'));
  const std::string line = message_line("line '" + std::string(100'000, 'x') + "': expected less");
  EXPECT_LE(line.size(), 1000u);
  EXPECT_TRUE(line.starts_with("line 'xxx") && line.ends_with("xxx': expected less"));
  std::string euros;
  for (int i = 0; i < 1000; ++i) euros += "\u20ac";
  const std::string shortened = message_line(euros);
  const std::size_t mark = shortened.find(" [...] ");
  EXPECT_EQ(mark % 3, 0u);
  EXPECT_EQ((shortened.size() - mark - 7) % 3, 0u) << "no character is cut";
}

TEST(Numbers, AreParsedOnlyFromCompleteText) {
  EXPECT_EQ(parse_number<int>("-12"), -12);
  EXPECT_EQ(parse_number<double>("2.5e-1"), 0.25);
  EXPECT_EQ(parse_number<std::uint64_t>("18446744073709551615"), UINT64_MAX);
  for (const char* text : {"", " 1", "1 ", "+1", "1x", "x", "-", "0x1", "99999999999"})
    EXPECT_EQ(parse_number<int>(text), std::nullopt) << text;
  EXPECT_EQ(parse_number<std::uint64_t>("18446744073709551616"), std::nullopt);
}

TEST(Seeds, AreARangeOfAtMostAMillion) {
  EXPECT_EQ(parse_seeds("7-9").count(), 3u);
  EXPECT_TRUE(parse_seeds("7-9").contains(9) && !parse_seeds("7-9").contains(10));
  EXPECT_EQ(parse_seeds("18446744073709551614-18446744073709551615").count(), 2u);
  EXPECT_EQ(parse_seeds("0-999999").count(), 1'000'000u);
  EXPECT_EQ(error_message_of([] { return parse_seeds("0-1000000"); }),
            "seeds '0-1000000': expected A-B with 0 <= A <= B and at most 1000000 mazes");
  for (const char* text : {"", "5", "1-", "-1-3", "3-1", "1-2-3", "a-b", "1-18446744073709551616"})
    EXPECT_NE(error_message_of([&] { return parse_seeds(text); }), "accepted") << text;
}

}  // namespace
}  // namespace marblemaze
