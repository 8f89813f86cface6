#include "agent/belief/maze_belief.h"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "agent/belief/path_predictor.h"
#include "maze/grid/resting.h"
#include "support/mazes.h"
#include "support/spanning_trees.h"

namespace marblemaze {
namespace {

struct Step {
  StateId from;
  MoveId move;
  StateId to;
};

/// A marble that rolls as predicted, moved at random.
class RandomMarble {
 public:
  RandomMarble(std::shared_ptr<const Maze> maze, std::shared_ptr<const OrientationScheme> scheme,
               std::uint64_t seed)
      : predictor_(maze, scheme), scheme_(scheme), rng_(seed) {
    state_ = predictor_.settle(maze->start(), OrientationId(0));
  }
  [[nodiscard]] StateId state() const { return state_; }
  Step step() {
    const MoveId move(static_cast<int>(rng_.below(static_cast<std::uint64_t>(scheme_->moves()))));
    const StateId from = state_;
    state_ = *predictor_.likeliest(from, move);
    return {from, move, state_};
  }

 private:
  PathPredictor predictor_;
  std::shared_ptr<const OrientationScheme> scheme_;
  Rng rng_;
  StateId state_;
};

struct Shape {
  glm::ivec3 dims;
  Layers layers;
  int orientations;
};

std::shared_ptr<const MazeLayout> layout_of(const Maze& maze,
                                            std::shared_ptr<const OrientationScheme> scheme,
                                            bool exact) {
  return std::make_shared<const MazeLayout>(
      MazeLayout{maze.grid(), maze.target(), std::move(scheme), kDefaultSpeedThreshold, exact});
}

bool is_open(const Maze& maze, Passage place) {
  return maze.open(place.first, *maze.grid().direction_between(place.first, place.second));
}

int count_unknown(const PartialMaze& maze) {
  return static_cast<int>(std::ranges::count_if(
      maze.places(), [&](int wall) { return maze.at(wall) == WallStatus::unknown; }));
}

void expect_true_of(const Maze& maze, const PartialMaze& certain) {
  for (int wall : certain.places())
    if (certain.at(wall) != WallStatus::unknown) {
      ASSERT_EQ(certain.at(wall) == WallStatus::passage, is_open(maze, certain.between(wall)))
          << describe(maze) << ", wall " << wall;
    }
}

/// All spanning trees of a small grid, each with its marble's every ending.
class AllMazes {
 public:
  AllMazes(const Shape& shape, std::shared_ptr<const OrientationScheme> scheme)
      : grid_(shape.dims, shape.layers), scheme_(std::move(scheme)) {
    testing::SpanningTrees(grid_).each([&](const std::vector<Passage>& tree) {
      mazes_.push_back(
          std::make_shared<const Maze>(grid_, tree, grid_.first_cell(), grid_.last_cell()));
    });
  }
  [[nodiscard]] const std::vector<std::shared_ptr<const Maze>>& mazes() const { return mazes_; }

  /// Those in which the marble rests and rolls as it was seen to.
  [[nodiscard]] std::vector<std::shared_ptr<const Maze>> agreeing(
      StateId first, const std::vector<Step>& steps) const {
    std::vector<std::shared_ptr<const Maze>> found;
    for (const auto& maze : mazes_) {
      const PathPredictor predictor(maze, scheme_);
      if (can_rest(*maze, *scheme_, first) && std::ranges::all_of(steps, [&](const Step& step) {
            return predictor.likeliest(step.from, step.move) == step.to;
          }))
        found.push_back(maze);
    }
    return found;
  }

 private:
  Grid grid_;
  std::shared_ptr<const OrientationScheme> scheme_;
  std::vector<std::shared_ptr<const Maze>> mazes_;
};

class InferenceIn : public ::testing::TestWithParam<Shape> {};

TEST_P(InferenceIn, EqualsBruteForceOverAllSpanningTrees) {
  const Shape& shape = GetParam();
  const auto scheme = std::make_shared<const OrientationScheme>(shape.orientations, shape.layers);
  const AllMazes all(shape, scheme);
  int compared = 0, more_than_trees_tell = 0;
  for (std::size_t i = 0; i < all.mazes().size(); ++i) {
    const auto& maze = all.mazes()[i];
    RandomMarble marble(maze, scheme, i);
    MazeBelief belief(layout_of(*maze, scheme, true));
    MazeBelief cautious(layout_of(*maze, scheme, false));
    belief.saw(marble.state());
    cautious.saw(marble.state());
    const StateId first = marble.state();
    std::vector<Step> steps;
    for (int move = 0; move < 8; ++move) {
      steps.push_back(marble.step());
      belief.saw(steps.back().from, steps.back().move, steps.back().to);
      cautious.saw(steps.back().from, steps.back().move, steps.back().to);
      belief.infer();
      cautious.infer();
      const auto agreeing = all.agreeing(first, steps);
      ASSERT_FALSE(agreeing.empty());
      for (int wall : belief.certain().places()) {
        const auto open = std::ranges::count_if(agreeing, [&](const auto& candidate) {
          return is_open(*candidate, belief.certain().between(wall));
        });
        const WallStatus status = open == 0                      ? WallStatus::wall
                                  : open == std::ssize(agreeing) ? WallStatus::passage
                                                                 : WallStatus::unknown;
        ASSERT_EQ(belief.certain().at(wall), status) << "maze " << i << " wall " << wall;
        ++compared;
        more_than_trees_tell += cautious.certain().at(wall) != status;
      }
    }
  }
  EXPECT_GT(compared, 1000);
  EXPECT_GT(more_than_trees_tell, 0) << "exact motion proves what rest alone does not";
}

INSTANTIATE_TEST_SUITE_P(Grids, InferenceIn,
                         ::testing::Values(Shape{glm::ivec3(2), Layers::all, 8},
                                           Shape{glm::ivec3(2), Layers::all, 24},
                                           Shape{{3, 3, 1}, Layers::flat, 4}));

TEST(MazeBelief, CallsNothingCertainThatIsNotSoInAThousandMazes) {
  const std::vector<Shape> shapes{{glm::ivec3(3), Layers::all, 8},
                                  {glm::ivec3(3), Layers::all, 24},
                                  {glm::ivec3(5), Layers::outer, 8},
                                  {glm::ivec3(5), Layers::outer, 24},
                                  {{4, 4, 1}, Layers::flat, 4}};
  int learned = 0;
  for (std::uint64_t seed = 61001; seed <= 62000; ++seed) {
    const Shape& shape = shapes[seed % shapes.size()];
    const auto maze = testing::random_maze(shape.dims, shape.layers, seed);
    const auto scheme = std::make_shared<const OrientationScheme>(shape.orientations, shape.layers);
    for (const bool exact : {true, false}) {
      RandomMarble marble(maze, scheme, seed);
      MazeBelief belief(layout_of(*maze, scheme, exact));
      belief.saw(marble.state());
      for (int move = 0; move < 25; ++move) {
        const Step step = marble.step();
        belief.saw(step.from, step.move, step.to);
      }
      belief.infer();
      expect_true_of(*maze, belief.certain());
      learned +=
          static_cast<int>(belief.certain().places().size()) - count_unknown(belief.certain());
    }
  }
  EXPECT_GT(learned, 20'000);
}

TEST(MazeBelief, SamplesEveryMazeThatAgreesAndNoOther) {
  const Shape shape{{3, 3, 1}, Layers::flat, 4};
  const auto scheme = std::make_shared<const OrientationScheme>(4, Layers::flat);
  const AllMazes all(shape, scheme);
  for (std::size_t i = 0; i < all.mazes().size(); i += 40) {
    const auto& maze = all.mazes()[i];
    RandomMarble marble(maze, scheme, i);
    MazeBelief belief(layout_of(*maze, scheme, true));
    const StateId first = marble.state();
    belief.saw(first);
    std::vector<Step> steps;
    for (int move = 0; move < 2; ++move) {
      steps.push_back(marble.step());
      belief.saw(steps.back().from, steps.back().move, steps.back().to);
    }
    belief.infer();
    Rng rng(1);
    std::map<std::vector<Passage>, int> drawn;
    for (const auto& sampled : belief.sample(2000, rng)) ++drawn[sampled->passages()];
    const auto agreeing = all.agreeing(first, steps);
    EXPECT_EQ(drawn.size(), agreeing.size());
    for (const auto& candidate : agreeing) EXPECT_TRUE(drawn.contains(candidate->passages()));
  }
}

TEST(MazeBelief, TakesAMoveThatNoRollExplainsForASurprise) {
  // Of the flat 3x3 maze: the marble jumps over a wall that it lay against before.
  const auto scheme = std::make_shared<const OrientationScheme>(4, Layers::flat);
  const auto maze = testing::random_maze({3, 3, 1}, Layers::flat, 1);
  MazeBelief belief(layout_of(*maze, scheme, false));
  const StateId from = scheme->state(CellId(0), OrientationId(0));
  belief.saw(from);
  belief.saw(from, MoveId(0),
             scheme->state(CellId(8), scheme->turn(OrientationId(0), MoveId(0)).to));
  belief.infer();
  Rng rng(1);
  EXPECT_EQ(belief.sample(10, rng).size(), 10u);
}

TEST(Explanations, OfALikelyMotionAreAllWaysDownFromOneCellToTheOther) {
  const Grid grid({2, 2, 1}, Layers::flat);
  const auto scheme = std::make_shared<const OrientationScheme>(4, Layers::flat);
  const MazeLayout layout{grid, grid.last_cell(), scheme, kDefaultSpeedThreshold, false};
  PartialMaze known(grid);
  for (OrientationId under(0); under.index < 4; ++under.index) {
    // The corner that gravity points to, and the one opposite.
    const auto down = scheme->down(under);
    const auto lowest = [&](CellId cell) {
      return std::ranges::none_of(
          down, [&](Direction way) { return grid.neighbour(cell, way).has_value(); });
    };
    CellId to(0);
    while (!lowest(to)) ++to.index;
    const CellId from(3 - to.index);
    const auto ways = explanations(layout, known, {from, under, to});
    ASSERT_TRUE(ways);
    EXPECT_EQ(ways->size(), 2u) << "around either side";
    for (const Explanation& way : *ways) {
      ASSERT_EQ(way.size(), 2u);
      for (const WallFact& fact : way) EXPECT_EQ(fact.status, WallStatus::passage);
    }
    const auto uphill = explanations(layout, known, {to, under, from});
    ASSERT_TRUE(uphill);
    EXPECT_TRUE(uphill->empty()) << "no marble rolls uphill";
  }
}

TEST(Explanations, TooManyToListAreNone) {
  const Grid grid(glm::ivec3(8), Layers::all);
  const auto scheme = std::make_shared<const OrientationScheme>(8, Layers::all);
  const MazeLayout layout{grid, grid.last_cell(), scheme, kDefaultSpeedThreshold, false};
  const PartialMaze known(grid);
  int listed = 0;
  for (OrientationId under(0); under.index < 8; ++under.index)
    if (const auto ways = explanations(layout, known, {grid.first_cell(), under, grid.last_cell()}))
      listed += !ways->empty();
  EXPECT_EQ(listed, 0);
}

TEST(MazeBelief, LearnsFromABalancedMarbleWhichWallsAreMissing) {
  const auto scheme = std::make_shared<const OrientationScheme>(8, Layers::all);
  const auto maze = testing::random_maze(glm::ivec3(3), Layers::all, 1);
  MazeBelief belief(layout_of(*maze, scheme, false));
  belief.saw(balanced_state(scheme->state(CellId(13), OrientationId(0)), 0b010));
  EXPECT_EQ(belief.certain().at(CellId(13), {1, -1}), WallStatus::passage);
  EXPECT_EQ(belief.certain().at(CellId(13), {0, -1}), WallStatus::wall);
  EXPECT_EQ(belief.certain().at(CellId(13), {2, -1}), WallStatus::wall);
  EXPECT_EQ(belief.certain().at(CellId(13), {0, +1}), WallStatus::unknown);
}

}  // namespace
}  // namespace marblemaze
