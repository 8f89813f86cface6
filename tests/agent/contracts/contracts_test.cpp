#include <gtest/gtest.h>

#include "support/scripted_graph.h"

namespace marblemaze {
namespace {

const std::optional<StateId> kNowhere;

TEST(Decision, IsSoundOnlyIfMovesMatchTheAnswer) {
  EXPECT_TRUE((Decision{Answer::moves, {{MoveId(0), kNowhere}}, "", {}}).is_sound());
  EXPECT_TRUE((Decision{Answer::exhausted, {}, "", {}}).is_sound());
  EXPECT_TRUE((Decision{Answer::thinking, {}, "", {}}).is_sound());
  EXPECT_FALSE((Decision{Answer::moves, {}, "", {}}).is_sound());
  EXPECT_FALSE((Decision{Answer::thinking, {{MoveId(0), kNowhere}}, "", {}}).is_sound());
}

}  // namespace
}  // namespace marblemaze
