#include "agent/belief/partial_maze.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "support/mazes.h"
#include "support/spanning_trees.h"

namespace marblemaze {
namespace {

using enum WallStatus;

constexpr Direction kRight{0, +1}, kUp{1, +1};

/// Does the tree have all passages that are known, and none of the walls?
bool agrees(const PartialMaze& known, const std::vector<Passage>& tree) {
  return std::ranges::all_of(known.places(), [&](int wall) {
    const bool open = std::ranges::find(tree, known.between(wall)) != tree.end();
    return known.at(wall) == unknown || (known.at(wall) == passage) == open;
  });
}

std::vector<std::vector<Passage>> agreeing_trees(const PartialMaze& known) {
  std::vector<std::vector<Passage>> agreeing;
  testing::SpanningTrees(known.grid()).each([&](const std::vector<Passage>& tree) {
    if (agrees(known, tree)) agreeing.push_back(tree);
  });
  return agreeing;
}

/// What all of these trees have in common, at least one.
PartialMaze in_common(const Grid& grid, const std::vector<std::vector<Passage>>& trees) {
  PartialMaze common(grid);
  for (int wall : common.places()) {
    const auto open = std::ranges::count_if(trees, [&](const std::vector<Passage>& tree) {
      return std::ranges::find(tree, common.between(wall)) != tree.end();
    });
    if (open == 0) common.learn({wall, WallStatus::wall});
    if (open == static_cast<long>(trees.size())) common.learn({wall, passage});
  }
  return common;
}

TEST(PartialMaze, KnowsTheOutsideAndTheHollowCoreFromTheStart) {
  const PartialMaze maze(Grid(glm::ivec3(3), Layers::outer));
  EXPECT_EQ(maze.at(CellId(0), {0, -1}), wall);
  EXPECT_EQ(maze.at(CellId(26), {2, +1}), wall);
  EXPECT_EQ(maze.at(CellId(4), {2, +1}), wall) << "the core is closed off";
  EXPECT_EQ(maze.at(CellId(0), kRight), unknown);
  EXPECT_EQ(maze.places().size(), 48u) << "54 places between the cells of a cube, 6 at the core";
}

TEST(PartialMaze, NeverForgetsAndNeverBelievesTheOpposite) {
  PartialMaze maze(Grid({3, 3, 1}, Layers::flat));
  EXPECT_TRUE(maze.learn(CellId(0), kRight, passage));
  EXPECT_FALSE(maze.learn(CellId(1), {0, -1}, wall)) << "the same place from the other side";
  EXPECT_EQ(maze.at(CellId(0), kRight), passage);
  EXPECT_FALSE(maze.learn(CellId(0), {0, -1}, passage)) << "a way out";
}

TEST(PartialMaze, InfersWhatEverySpanningTreeThatAgreesHasInCommon) {
  const Grid grid({3, 3, 1}, Layers::flat);
  Rng rng(1);
  int possible = 0, impossible = 0;
  for (int trial = 0; trial < 300; ++trial) {
    PartialMaze maze(grid);
    for (int wall : maze.places()) {
      const auto lot = rng.below(5);
      if (lot < 2) maze.learn({wall, lot == 0 ? WallStatus::wall : passage});
    }
    const auto agreeing = agreeing_trees(maze);
    ASSERT_EQ(maze.is_possible(), !agreeing.empty());
    ASSERT_EQ(maze.infer(), !agreeing.empty());
    ++(agreeing.empty() ? impossible : possible);
    if (agreeing.empty()) continue;
    EXPECT_EQ(maze, in_common(grid, agreeing)) << "trial " << trial;
  }
  EXPECT_GT(possible, 50);
  EXPECT_GT(impossible, 50);
}

TEST(PartialMaze, IsCompletedToEachSpanningTreeThatAgrees) {
  PartialMaze maze(Grid({3, 3, 1}, Layers::flat));
  maze.learn(CellId(0), kRight, passage);
  maze.learn(CellId(4), kUp, wall);
  Rng rng(1);
  std::set<std::vector<Passage>> drawn;
  for (int i = 0; i < 3000; ++i) {
    auto tree = maze.completed(rng);
    std::ranges::sort(tree);
    drawn.insert(tree);
  }
  EXPECT_EQ(drawn.size(), agreeing_trees(maze).size());
  for (const auto& tree : drawn) EXPECT_TRUE(agrees(maze, tree));
}

}  // namespace
}  // namespace marblemaze
