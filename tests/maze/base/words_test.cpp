#include <gtest/gtest.h>

#include "maze/base/lists.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

TEST(Words, OneMoveIsNoMoves) {
  EXPECT_EQ(counted(1, "move"), "1 move");
  EXPECT_EQ(counted(0, "move"), "0 moves");
  EXPECT_EQ(counted(12, "move"), "12 moves");
}

struct Named {
  std::string name;
};

TEST(Words, ListsAreJoinedBySeparators) {
  const std::vector<Named> rows{{"a"}, {"b"}, {"c"}};
  EXPECT_EQ(chained(rows, ", ", &Named::name), "a, b, c");
  EXPECT_EQ(chained(std::vector<Named>{}, ", ", &Named::name), "");
  EXPECT_EQ(chained(std::vector{1, 2}, " or ", [](int i) { return std::to_string(i); }), "1 or 2");
}

TEST(Rows, ARowIsFoundByItsNameInItsTable) {
  const std::vector<Named> rows{{"a"}, {"b"}};
  EXPECT_EQ(row_named(rows, "b"), &rows[1]);
  EXPECT_EQ(row_named(rows, "c"), nullptr);
}

}  // namespace
}  // namespace marblemaze
