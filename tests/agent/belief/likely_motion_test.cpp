#include "agent/belief/likely_motion.h"

#include <numeric>

#include <gtest/gtest.h>

#include "agent/belief/path_predictor.h"
#include "support/mazes.h"

namespace marblemaze {
namespace {

MazeLayout layout_of(const Maze& maze, int orientations, bool exact) {
  return {maze.grid(), maze.target(),
          std::make_shared<const OrientationScheme>(orientations, maze.grid().layers()),
          kDefaultSpeedThreshold, exact};
}

template <class Visit>
void each_start(const MazeLayout& layout, Visit visit) {
  for (CellId cell(0); cell.index < layout.grid.box_cells(); ++cell.index)
    for (OrientationId to(0); to.index < layout.scheme->orientations(); ++to.index)
      if (layout.grid.in_maze(cell)) visit(cell, to);
}

TEST(LikelyMotion, EndsWhereThePredictorSaysWhereMotionIsExact) {
  for (const int orientations : {8, 24})
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const auto maze = testing::random_maze(glm::ivec3(4), Layers::all, seed);
      const MazeLayout layout = layout_of(*maze, orientations, true);
      const PathPredictor predictor(maze, layout.scheme, layout.speed_threshold);
      each_start(layout, [&](CellId cell, OrientationId to) {
        const auto endings = likely_endings(layout, *maze, cell, to);
        ASSERT_EQ(endings.size(), 1u);
        EXPECT_EQ(layout.scheme->state(endings[0].first, to), predictor.settle(cell, to));
        EXPECT_EQ(endings[0].second, 1);
      });
    }
}

TEST(LikelyMotion, MayEndWhereThePredictorSaysBeforeRareChoicesAddUp) {
  int certain = 0, chances = 0, too_rare = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto maze = testing::random_maze(glm::ivec3(4), Layers::all, seed);
    const MazeLayout layout = layout_of(*maze, 8, false);
    const PathPredictor predictor(maze, layout.scheme, layout.speed_threshold);
    each_start(layout, [&](CellId cell, OrientationId to) {
      const auto endings = likely_endings(layout, *maze, cell, to);
      double sum = 0, predicted = 0;
      for (const auto& [end, chance] : endings) {
        sum += chance;
        if (layout.scheme->state(end, to) == predictor.settle(cell, to)) predicted += chance;
      }
      EXPECT_LE(sum, 1 + 1e-12);
      too_rare += predicted == 0;  // after many choices in a row
      ++(endings.size() == 1 && sum == 1 ? certain : chances);
    });
  }
  EXPECT_GT(certain, chances) << "most cells have one way down at most";
  EXPECT_GT(chances, 0);
  EXPECT_LT(100 * too_rare, chances);
}

TEST(LikelyMotion, OftenHaltsBetweenTwoEquallySteepWays) {
  // Cell 1 is open to both sides below it.
  const auto maze = testing::flat_maze(2, 2, {{1, 2}, {1, 3}, {2, 4}});
  const MazeLayout layout = layout_of(*maze, 4, false);
  const auto endings = likely_endings(layout, *maze, CellId(0), OrientationId(2));
  double settled = 0;
  for (const auto& [end, chance] : endings) settled += chance;
  EXPECT_EQ(endings.size(), 2u);
  EXPECT_NEAR(settled, 0.4, 1e-9);
}

TEST(LikelyMotion, TakesTheOnlyOpenWayForSureAndOneOfSeveralWithChancesThatDoNotExceedOne) {
  const auto maze = testing::random_maze(glm::ivec3(4), Layers::all, 1);
  int sure = 0, doubtful = 0;
  for (const int orientations : {8, 24}) {
    const MazeLayout layout = layout_of(*maze, orientations, false);
    for (OrientationId to(0); to.index < orientations; ++to.index)
      for (unsigned open = 0; open < 64; ++open)
        for (int axis = -1; axis < 3; ++axis)
          for (const double speed : {0.0, 10.0}) {
            const auto ways = ways_on(layout, {CellId(21), axis, speed}, to, open);
            double sum = 0;
            for (const WayOn& on : ways) sum += on.chance;
            EXPECT_LE(sum, 1 + 1e-12);
            if (ways.size() == 1) {
              EXPECT_EQ(sum, 1) << "ways " << open << ", axis " << axis;
            }
            ++(ways.size() == 1 ? sure : doubtful);
          }
  }
  EXPECT_GT(sure, 0);
  EXPECT_GT(doubtful, 0);
}

}  // namespace
}  // namespace marblemaze
