#include "agent/belief/path_predictor.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "maze/grid/resting.h"
#include "support/mazes.h"

namespace marblemaze {
namespace {

using ::testing::ElementsAre;

std::shared_ptr<const OrientationScheme> scheme_of(ControlScheme control, Layers layers) {
  return std::make_shared<const OrientationScheme>(control, layers);
}

/// Returns the cells of a predicted path by thesis number.
std::vector<int> path(const PathPredictor& predictor, StateId from, int move) {
  std::vector<int> numbers;
  for (CellId cell : predictor.predict(from, MoveId(move)).path)
    numbers.push_back(cell_number(cell));
  return numbers;
}

/// Transcription of getPredictedPath of thesis 4.5, step by step, as an oracle.
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
      if (!maze_.open(cell, down)) continue;
      if (!best || std::abs(up_[axis]) - std::abs(up_[best->axis]) > 1e-6) best = down;
    }
    return best;
  }

  void proceed(CellId cell, double speed, std::optional<Direction> velocity) {
    const auto fall = gravity_dominant(cell, velocity);
    const bool onward = velocity && maze_.open(cell, *velocity);
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
      const double threshold = seed % 3 == 0 ? 1.0 : kDefaultSpeedThreshold;
      const PathPredictor predictor(maze, scheme, threshold);
      for (StateId state(0); state.index < maze->grid().box_cells() * scheme->orientations();
           ++state.index) {
        if (!can_rest(*maze, *scheme, state)) continue;
        for (MoveId move : scheme->move_ids()) {
          const OrientationId to = scheme->turn(scheme->orientation(state), move).to;
          const auto expected =
              ThesisPrediction(*maze, scheme->up(to), threshold).from(scheme->cell(state));
          const Prediction prediction = predictor.predict(state, move);
          ASSERT_EQ(prediction.path, expected);
          ASSERT_EQ(prediction.guesses.size(), 1u);
          ASSERT_EQ(prediction.guesses[0].to, scheme->state(expected.back(), to));
          ASSERT_EQ(predictor.most_likely(state, move), prediction.guesses[0].to);
        }
      }
    }
}

TEST(PathPredictor, AlwaysEndsWhereAMarbleCanRest) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto maze = testing::random_maze(glm::ivec3(4), Layers::all, seed);
    const auto scheme = scheme_of(ControlScheme::cube_24, Layers::all);
    const PathPredictor predictor(maze, scheme);
    for (StateId state(0); state.index < 64 * 24; ++state.index)
      if (can_rest(*maze, *scheme, state)) {
        for (MoveId move : scheme->move_ids())
          ASSERT_TRUE(can_rest(*maze, *scheme, *predictor.most_likely(state, move)));
      }
  }
}

TEST(PathPredictor, FollowsTheThesisFigure33OverAHole) {
  // A 5x4 maze with lower left cell 1, upper left cell 16, and gravity towards the lower right. The
  // marble goes from position 1 to 2, is too slow to cross the hole there and falls to 3. It turns
  // to 4, the only other direction, and one straight step to 5 later it crosses the hole below it
  // to 6.
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
  EXPECT_THAT(path(predictor, start, 0), ElementsAre(16, 17, 12, 13, 14, 15));
}

TEST(PathPredictor, WithoutAStraightStepFallsIntoTheFirstHole) {
  const auto maze =
      testing::maze_with({3, 2, 1}, Layers::flat, {{4, 5}, {5, 6}, {2, 5}}, {{1, 4}, {2, 3}});
  const auto scheme = scheme_of(ControlScheme::flat_4, Layers::flat);
  const StateId start = scheme->state(CellId(4 - 1), OrientationId(0));
  EXPECT_THAT(path(PathPredictor(maze, scheme), start, 0), ElementsAre(4, 5, 2));
}

TEST(PathPredictor, PrefersXToYToZOnEqualSlopes) {
  // From the upper corner of a cube the marble can fall in all three directions.
  const auto scheme = scheme_of(ControlScheme::cube_8, Layers::all);
  const auto first_step = [&](const std::vector<std::pair<int, int>>& open,
                              const std::vector<std::pair<int, int>>& closed) {
    const auto maze = testing::maze_with(glm::ivec3(2), Layers::all, open, closed);
    // The marble rests in cell 8 with x, y and z of up negative. Flipping all three axes would take
    // three moves, so the test asks from the orientation one flip away from up (+,+,+).
    const StateId start = scheme->state(CellId(8 - 1), OrientationId(4));
    return path(PathPredictor(maze, scheme), start, 2).at(1);
  };
  EXPECT_EQ(first_step({{7, 8}, {6, 8}, {4, 8}}, {}), 7) << "x";
  EXPECT_EQ(first_step({{6, 8}, {4, 8}}, {{7, 8}}), 6) << "y, where x is shut";
  EXPECT_EQ(first_step({{4, 8}}, {{7, 8}, {6, 8}}), 4) << "z, where nothing else is open";
}

TEST(PathPredictor, TakesTheSteepestDirectionWith24Orientations) {
  const auto scheme = scheme_of(ControlScheme::cube_24, Layers::all);
  const auto maze = testing::maze_with(glm::ivec3(2), Layers::all, {{7, 8}, {6, 8}, {4, 8}}, {});
  const PathPredictor predictor(maze, scheme);
  const int below[] = {7, 6, 4};  // across x, y, z
  for (int steepest = 0; steepest < 3; ++steepest) {
    // Up is (+,+,+). After the move it leans to `steepest`, before it to the previous axis.
    const StateId start = scheme->state(CellId(8 - 1), OrientationId((steepest + 2) % 3));
    EXPECT_EQ(path(predictor, start, 0).at(1), below[steepest]);
  }
}

TEST(PathPredictor, ThresholdsUpToOneStepAreEquivalentWithEightOrientations) {
  const auto scheme = scheme_of(ControlScheme::cube_8, Layers::all);
  int differing = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const auto maze = testing::random_maze(glm::ivec3(4), Layers::all, seed);
    const PathPredictor usual(maze, scheme, 0.3), low(maze, scheme, 1e-6),
        high(maze, scheme, 0.577), two_steps(maze, scheme, 0.578);
    for (StateId state(0); state.index < 64 * 8; ++state.index)
      for (MoveId move : scheme->move_ids()) {
        if (!can_rest(*maze, *scheme, state)) continue;
        const auto expected = usual.most_likely(state, move);
        ASSERT_EQ(low.most_likely(state, move), expected);
        ASSERT_EQ(high.most_likely(state, move), expected);
        differing += two_steps.most_likely(state, move) != expected;
      }
  }
  EXPECT_GT(differing, 0) << "above 1/sqrt(3) one straight cell no longer carries the marble";
}

TEST(PathPredictor, VisitsTheCellsOfTheThesisExample) {
  const auto maze = testing::cremer_4x4();
  const auto scheme = scheme_of(ControlScheme::flat_4, Layers::flat);
  const PathPredictor predictor(maze, scheme);
  StateId state = scheme->state(maze->start(), OrientationId(0));
  std::vector<int> visited;
  for (int move : {0, 0, 1, 1, 1, 1}) {
    state = *predictor.most_likely(state, MoveId(move));
    visited.push_back(cell_number(scheme->cell(state)));
  }
  EXPECT_THAT(visited, ElementsAre(3, 12, 4, 4, 14, 16));
}

TEST(FirstCell, PredictsOnlyTheFirstCell) {
  const auto maze = testing::cremer_4x4();
  const auto scheme = scheme_of(ControlScheme::flat_4, Layers::flat);
  const FirstCell model(maze, scheme);
  const StateId start = scheme->state(maze->start(), OrientationId(0));
  const StateId next = *model.most_likely(start, MoveId(0));
  EXPECT_EQ(cell_number(scheme->cell(next)), 2) << "though the marble rolls on to 3";
  EXPECT_EQ(scheme->orientation(next), OrientationId(1));
  // After a counter-clockwise move from the start the marble would roll up the column of cell 5.
  EXPECT_EQ(cell_number(scheme->cell(*model.most_likely(start, MoveId(1)))), 5);
}

TEST(CanRest, RequiresAWallInEachDirectionOfGravity) {
  const auto maze = testing::cremer_4x4();
  const auto scheme = scheme_of(ControlScheme::flat_4, Layers::flat);
  const auto rests = [&](int cell, int orientation) {
    return can_rest(*maze, *scheme, scheme->state(CellId(cell - 1), OrientationId(orientation)));
  };
  EXPECT_TRUE(rests(1, 0)) << "in the lower left corner, gravity towards it";
  EXPECT_FALSE(rests(1, 1)) << "gravity to the right, where 1-2 is open";
  EXPECT_TRUE(rests(3, 1));
  EXPECT_FALSE(rests(3, 0));
  const auto hollow = testing::random_maze(glm::ivec3(3), Layers::outer, 1);
  const auto eight = scheme_of(ControlScheme::cube_8, Layers::outer);
  EXPECT_FALSE(can_rest(*hollow, *eight, eight->state(CellId(14 - 1), OrientationId(0))));
}

}  // namespace
}  // namespace marblemaze
