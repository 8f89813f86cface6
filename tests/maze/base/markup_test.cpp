#include <gtest/gtest.h>

#include "maze/base/text.h"

namespace marblemaze {
namespace {

TEST(Markup, EscapesXmlCharacters) {
  EXPECT_EQ(xml_escaped("a < b & \"c\" > d"), "a &lt; b &amp; &quot;c&quot; &gt; d");
}

TEST(Markup, KeepsLinesAndTabsAndNoOtherControlCharacter) {
  EXPECT_EQ(xml_escaped("two\nlines\tand a bell\a"), "two\nlines\tand a bell?");
}

}  // namespace
}  // namespace marblemaze
