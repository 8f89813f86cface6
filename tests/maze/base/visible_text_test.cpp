#include <gtest/gtest.h>

#include "maze/base/errors.h"
#include "maze/base/json.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

TEST(VisibleText, ShowsLettersOfAllLanguagesLinesAndTabsAsTheyAre) {
  const std::string text = "a maze,\tπ = 3.14…\n日本 🎲 \u0152uvre\u00a0!";
  EXPECT_EQ(visible_text(text), text);
}

TEST(VisibleText, ReplacesControlCharacters) {
  EXPECT_EQ(visible_text("\x1b[2Jx\r\b\a\x7f"), "?[2Jx????");
  EXPECT_EQ(visible_text("\u0085\u009b31m"), "??31m");
  EXPECT_EQ(visible_text(std::string("a\0b", 3)), "a?b");
}

TEST(VisibleText, ReplacesLineSeparatorsAndBidirectionalControls) {
  for (const char* hidden :
       {"\u2028", "\u2029", "\u202a", "\u202e", "\u2066", "\u2069", "\u200e", "\u200f", "\u061c"})
    EXPECT_EQ(visible_text(std::string("a") + hidden + "b"), "a?b");
}

TEST(VisibleText, ReplacesInvalidUtf8) {
  EXPECT_EQ(visible_text("\x9b"
                         "31m"),
            "?31m");                          // C1 in a terminal without UTF-8
  EXPECT_EQ(visible_text("\xc0\xaf"), "??");  // longer than necessary
  EXPECT_EQ(visible_text("\xe0\x80\x9b"), "???");
  EXPECT_EQ(visible_text("\xed\xa0\x80"), "???");       // half of a surrogate pair
  EXPECT_EQ(visible_text("\xf4\x90\x80\x80"), "????");  // beyond Unicode
  EXPECT_EQ(visible_text("\xe2\x82"), "??");            // incomplete
  EXPECT_EQ(visible_text("\xff"), "?");
}

TEST(VisibleText, IsUsedForMessagesPagesAndJson) {
  const std::string hostile = "a\x1b[31m\u009b\u2028\u202e\xff";
  EXPECT_EQ(message_line(hostile), "a?[31m????");
  EXPECT_EQ(xml_escaped(hostile), "a?[31m????");
  const std::string json = Json(hostile).dump();
  EXPECT_EQ(json, "\"a\\u001b[31m\\u009b\\u2028\\u202e\ufffd\"");
  EXPECT_EQ(Json::parse("text", json).text(), "a\x1b[31m\u009b\u2028\u202e\ufffd");
}

}  // namespace
}  // namespace marblemaze
