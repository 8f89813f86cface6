#include <gtest/gtest.h>

#include "support/scripted_graph.h"

namespace marblemaze {
namespace {

using testing::GraphWorld;
using testing::known_graph;

const std::optional<StateId> kNowhere;

/// A world of two states at rest in the first, or in the second.
std::shared_ptr<const Snapshot> resting_in(int state) {
  GraphWorld world(testing::Arcs{{0, {1}}, {1, {0}}}, state, 7);
  world.tick();
  return Snapshot::of(world);
}

TEST(Decision, IsSoundWithMovesWhereItAnswersWithMovesOnly) {
  EXPECT_TRUE((Decision{Answer::moves, {{MoveId(0), kNowhere}}, "", {}}).is_sound());
  EXPECT_TRUE((Decision{Answer::exhausted, {}, "", {}}).is_sound());
  EXPECT_TRUE((Decision{Answer::thinking, {}, "", {}}).is_sound());
  EXPECT_FALSE((Decision{Answer::moves, {}, "", {}}).is_sound());
  EXPECT_FALSE((Decision{Answer::thinking, {{MoveId(0), kNowhere}}, "", {}}).is_sound());
}

}  // namespace
}  // namespace marblemaze
