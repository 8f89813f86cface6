#include "agent/belief/path_predictor.h"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "maze/grid/orientation_scheme.h"
#include "support/mazes.h"

namespace marblemaze {
namespace {

using ::testing::ElementsAre;

std::shared_ptr<const OrientationScheme> scheme_of(ControlScheme control, Layers layers) {
  return std::make_shared<const OrientationScheme>(control, layers);
}

/// Literal transcription of getPredictedPath (thesis 4.5), used as an oracle.
class ThesisPrediction {
 public:
  ThesisPrediction(const Maze& maze, glm::dvec3 up, double threshold)
      : maze_(maze), up_(up), threshold_(threshold) {}

  std::vector<CellId> from(CellId cell) {
    path_ = {cell};
    proceed(cell, 0, std::nullopt);
    return path_;
  }

 private:
  std::optional<Direction> gravity_dominant(CellId cell,
                                            const std::optional<Direction>& velocity) const {
    std::optional<Direction> best;
    for (int axis = 0; axis < 3; ++axis) {
      const Direction down{axis, up_[axis] > 0 ? -1 : +1};
      if (std::abs(up_[axis]) < 1e-12 || (velocity && velocity->axis == axis)) continue;
      if (!maze_.is_open(cell, down)) continue;
      if (!best || std::abs(up_[axis]) - std::abs(up_[best->axis]) > 1e-6) best = down;
    }
    return best;
  }

  void proceed(CellId cell, double speed, std::optional<Direction> velocity) {
    const auto fall = gravity_dominant(cell, velocity);
    const bool onward = velocity && maze_.is_open(cell, *velocity);
    if (!fall && !onward) return;
    const bool straight = onward && (!fall || speed >= threshold_);
    const Direction way = straight ? *velocity : *fall;
    const double projection = std::abs(up_[way.axis]);
    const CellId next = *maze_.grid().neighbour(cell, way);
    path_.push_back(next);
    proceed(next, straight ? speed + projection : 0, way);
  }

  const Maze& maze_;
  glm::dvec3 up_;
  double threshold_;
  std::vector<CellId> path_;
};

TEST(PathPredictor, AgreesWithTheThesisProcedureEverywhere) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed)
    for (const ControlScheme control :
         {ControlScheme::flat_4, ControlScheme::cube_8, ControlScheme::cube_24}) {
      const Layers layers = control == ControlScheme::flat_4 ? Layers::flat
                            : seed % 2                       ? Layers::all
                                                             : Layers::outer;
      const glm::ivec3 dims(5, 4, layers == Layers::flat ? 1 : 5);
      const auto maze = testing::random_maze(dims, layers, seed);
      const auto scheme = scheme_of(control, layers);
      const double threshold = seed % 3 == 0 ? 1.0 : kDefaultPredictorThreshold;
      const PathPredictor predictor(maze, scheme, threshold), next_cell(maze, scheme, threshold, 1);
      for (StateId state(0); state.index < maze->grid().box_cells() * scheme->orientations();
           ++state.index) {
        if (!can_rest(*maze, *scheme, state)) continue;
        for (MoveId move : scheme->move_ids()) {
          const OrientationId to = scheme->turn(scheme->orientation(state), move).to;
          auto expected =
              ThesisPrediction(*maze, scheme->up(to), threshold).from(scheme->cell(state));
          const Prediction prediction = predictor.predict(state, move);
          ASSERT_EQ(prediction.path, expected);
          ASSERT_EQ(prediction.guesses.size(), 1u);
          ASSERT_EQ(prediction.guesses[0].to, scheme->state(expected.back(), to));
          ASSERT_EQ(predictor.most_likely(state, move), prediction.guesses[0].to);
          expected.resize(std::min<std::size_t>(expected.size(), 2));
          ASSERT_EQ(next_cell.predict(state, move).path, expected);
          ASSERT_EQ(next_cell.most_likely(state, move), scheme->state(expected.back(), to));
        }
      }
    }
}

TEST(PathPredictor, FollowsTheThesisFigure33OverAHole) {
  // A 5x4 maze with cell 1 in the lower left corner, cell 16 in the upper left corner, and gravity
  // towards the lower right. The marble rolls from position 1 to 2, where it is too slow to cross
  // the hole, and falls to 3. The marble turns to 4, the only open direction. After one straight
  // step to 5, the marble is fast enough to cross the hole below it, and rolls to 6.
  //   16 -> 17    18 .          1 -> 2    . .
  //         |                        |
  //   .     12 -> 13 -> 14 -> 15     3 -> 4 -> 5 -> 6
  const auto maze =
      testing::maze_with({5, 4, 1}, Layers::flat,
                         {{16, 17}, {17, 18}, {12, 17}, {12, 13}, {13, 14}, {14, 15}, {9, 14}},
                         {{11, 16}, {7, 12}, {8, 13}, {10, 15}, {11, 12}});
  const auto scheme = scheme_of(ControlScheme::flat_4, Layers::flat);
  const PathPredictor predictor(maze, scheme);
  const StateId start = scheme->state(CellId(16 - 1), OrientationId(0));
  std::vector<int> path;
  for (CellId cell : predictor.predict(start, MoveId(0)).path) path.push_back(cell_number(cell));
  EXPECT_THAT(path, ElementsAre(16, 17, 12, 13, 14, 15));
}

}  // namespace
}  // namespace marblemaze
