#include "maze/base/errors.h"

#include <gtest/gtest.h>

namespace marblemaze {
namespace {

TEST(Errors, AMessageStaysOnOneLineWhateverItQuotes) {
  EXPECT_EQ(message_line("size '3': expected more"), "size '3': expected more");
  EXPECT_EQ(message_line("a\nb\r\tc\x1b[31m\x7f"), "a?b??c?[31m?");
  EXPECT_STREQ(BadInput("outcome", "'solved\nfrozen'", "one").what(),
               "outcome 'solved?frozen': expected one");
}

TEST(Errors, AMessageKeepsTheBeginningAndTheEndOfALongValue) {
  const std::string line = message_line("line '" + std::string(100'000, 'x') + "': expected less");
  EXPECT_LE(line.size(), 1000u);
  EXPECT_TRUE(line.starts_with("line 'xxx"));
  EXPECT_TRUE(line.ends_with("xxx': expected less"));
  EXPECT_NE(line.find(" [...] "), std::string::npos);
}

TEST(Errors, AMessageOfAThousandBytesIsWhole) {
  EXPECT_EQ(message_line(std::string(1000, 'x')), std::string(1000, 'x'));
  EXPECT_NE(message_line(std::string(1001, 'x')), std::string(1001, 'x'));
}

TEST(Errors, AMessageOfInvalidUtf8IsShortened) {
  EXPECT_LE(message_line(std::string(2000, '\x80')).size(), 1000u);
}

TEST(Errors, AMessageIsNotCutWithinACharacter) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "\u20ac";  // three bytes per character
  std::string line = message_line(text);
  const std::size_t mark = line.find(" [...] ");
  ASSERT_NE(mark, std::string::npos);
  EXPECT_EQ(mark % 3, 0u);
  EXPECT_EQ((line.size() - mark - 7) % 3, 0u);
}

}  // namespace
}  // namespace marblemaze
