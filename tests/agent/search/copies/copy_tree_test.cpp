#include <gtest/gtest.h>

#include "agent/search/copies/world_copies.h"
#include "support/scripted_graph.h"

namespace marblemaze {
namespace {

using testing::GraphWorld;
using testing::indices;

/// A graph in which nodes 10 and 11 are two poses of state 10.
class TwinWorld : public GraphWorld {
 public:
  TwinWorld()
      : GraphWorld({{0, {10, 11}}, {10, {10, 10}}, {11, {3, 3}}, {3, {9, 9}}, {9, {9, 9}}}, 0, 9) {
    tick();
  }
  [[nodiscard]] StateId do_state() const override {
    return node() == StateId(11) ? StateId(10) : node();
  }
  [[nodiscard]] PoseKey do_pose_key() const override { return {node().index, 0, 0}; }
  [[nodiscard]] std::unique_ptr<World> clone() const override {
    return std::make_unique<TwinWorld>(*this);
  }

 private:
  [[nodiscard]] StateId node() const { return GraphWorld::do_state(); }
};

/// Returns the path to the goal, or an empty one. Stores the expanded states in `taken`.
std::vector<int> way(OtherPoses other_poses, std::vector<int>& taken) {
  CopyTree tree(std::make_shared<TwinWorld>(), other_poses, false);
  for (int node = tree.take(true); node >= 0; node = tree.take(true)) {
    taken.push_back(tree.state(node).index);
    for (MoveId move : tree.world(node)->moves(tree.state(node)))
      if (const int goal = tree.try_move(node, move); goal >= 0) return indices(tree.path_to(goal));
    tree.release(node);
  }
  return {};
}

TEST(CopyTree, ExpandsEachStateOnceIfOtherPosesAreSkipped) {
  std::vector<int> taken;
  EXPECT_TRUE(way(OtherPoses::skipped, taken).empty());
  EXPECT_EQ(taken, (std::vector{0, 10}));
}

TEST(CopyTree, ExpandsOtherPosesInOrderOrLast) {
  for (const OtherPoses other_poses : {OtherPoses::in_order, OtherPoses::last}) {
    std::vector<int> taken;
    EXPECT_EQ(way(other_poses, taken), (std::vector{1, 0, 0}));
    EXPECT_EQ(taken, (std::vector{0, 10, 10, 3}));
  }
}

TEST(CopyTree, ReturnsPostponedPosesOnlyOnRequest) {
  CopyTree tree(std::make_shared<TwinWorld>(), OtherPoses::last, false);
  ASSERT_EQ(tree.take(), 0);
  for (int move : {0, 1}) EXPECT_EQ(tree.try_move(0, MoveId(move)), -1);
  EXPECT_EQ(tree.states(), 2u);
  const int first = tree.take();
  EXPECT_FALSE(tree.is_twin(first));
  EXPECT_EQ(tree.take(), -1);
  const int twin = tree.take(true);
  EXPECT_TRUE(tree.is_twin(twin));
  EXPECT_EQ(tree.depth(twin), 1);
  EXPECT_EQ(tree.state(twin), tree.state(first));
}

}  // namespace
}  // namespace marblemaze
