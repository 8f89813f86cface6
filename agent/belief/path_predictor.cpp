#include "agent/belief/path_predictor.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "maze/grid/grid.h"
#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"
#include "maze/puzzles/four_bit_maze.h"
#include "maze/puzzles/jump_maze.h"
#include "maze/world/world.h"

namespace marblemaze {

namespace {

/// Downward directions of an orientation, steepest first. Equally steep directions are ordered x,
/// y, z.
class WaysDown {
 public:
  WaysDown(const OrientationScheme& scheme, OrientationId orientation) {
    const glm::dvec3 up = scheme.up(orientation);
    // Tolerance for rounding errors when slopes are compared.
    constexpr double kSameSlope = 1e-9;
    for (Direction direction : scheme.down(orientation)) {
      std::size_t place = count_++;
      for (; place > 0 && slope(up, direction) > slope(up, ways_[place - 1]) + kSameSlope; --place)
        ways_[place] = ways_[place - 1];
      ways_[place] = direction;
    }
  }
  [[nodiscard]] const Direction* begin() const { return ways_.data(); }
  [[nodiscard]] const Direction* end() const { return ways_.data() + count_; }

 private:
  static double slope(glm::dvec3 up, Direction direction) { return std::abs(up[direction.axis]); }

  std::array<Direction, 3> ways_{};
  std::size_t count_ = 0;
};

/// Follows a marble by the thesis's path prediction (4.5) in a stationary maze, and returns the
/// cell where it comes to rest. `is_open(cell, direction)` returns true if there is no wall.
/// `visit(cell)` is called for every cell that the marble enters. The marble stops in this cell if
/// `visit` returns false.
///
/// The speed is 0 when the marble enters its first cell and after every turn. Each straight step
/// adds the projection of unit gravity on the direction of travel. The marble crosses a hole if its
/// speed is at least `speed_threshold`.
template <class IsOpen, class Visit>
CellId rolling(const Grid& grid, const OrientationScheme& scheme, CellId cell,
               OrientationId orientation, double speed_threshold, IsOpen is_open, Visit visit) {
  const glm::dvec3 up = scheme.up(orientation);
  const WaysDown ways(scheme, orientation);
  std::optional<Direction> velocity;
  double speed = 0;
  while (true) {
    const bool onward = velocity && is_open(cell, *velocity);
    const Direction* fall = ways.end();
    if (!onward || speed < speed_threshold)
      fall = std::find_if(ways.begin(), ways.end(), [&](Direction way) {
        return !(velocity && way.axis == velocity->axis) && is_open(cell, way);
      });
    if (fall != ways.end()) {
      velocity = *fall;
      speed = 0;
    } else if (onward) {
      speed += std::abs(up[velocity->axis]);
    } else {
      return cell;
    }
    cell = *grid.neighbour(cell, *velocity);
    if (!visit(cell)) return cell;
  }
}

}  // namespace

PathPredictor::PathPredictor(std::shared_ptr<const Maze> maze,
                             std::shared_ptr<const OrientationScheme> scheme,
                             double speed_threshold)
    : maze_(std::move(maze)), scheme_(std::move(scheme)), speed_threshold_(speed_threshold) {
  assert(maze_ && scheme_);
}

template <class Visit>
CellId PathPredictor::roll(CellId cell, OrientationId orientation, Visit visit) const {
  return rolling(
      maze_->grid(), *scheme_, cell, orientation, speed_threshold_,
      [&](CellId at, Direction direction) { return maze_->open(at, direction); },
      [&](CellId entered) {
        visit(entered);
        return true;
      });
}

Prediction PathPredictor::do_predict(StateId from, MoveId move) const {
  const OrientationId to = scheme_->turn(scheme_->orientation(from), move).to;
  Prediction prediction;
  prediction.path.push_back(scheme_->cell(from));
  const CellId end =
      roll(prediction.path.front(), to, [&](CellId cell) { prediction.path.push_back(cell); });
  prediction.guesses.push_back({scheme_->state(end, to), 1});
  return prediction;
}

std::optional<StateId> PathPredictor::do_most_likely(StateId from, MoveId move) const {
  const OrientationId to = scheme_->turn(scheme_->orientation(from), move).to;
  return scheme_->state(roll(scheme_->cell(from), to, [](CellId) {}), to);
}

StateId PathPredictor::settle(CellId cell, OrientationId orientation) const {
  return scheme_->state(roll(cell, orientation, [](CellId) {}), orientation);
}

FirstCell::FirstCell(std::shared_ptr<const Maze> maze,
                     std::shared_ptr<const OrientationScheme> scheme)
    : maze_(std::move(maze)), scheme_(std::move(scheme)) {}

Prediction FirstCell::do_predict(StateId from, MoveId move) const {
  const OrientationId to = scheme_->turn(scheme_->orientation(from), move).to;
  CellId cell = scheme_->cell(from);
  Prediction prediction;
  prediction.path.push_back(cell);
  const WaysDown ways(*scheme_, to);
  const auto way = std::find_if(ways.begin(), ways.end(),
                                [&](Direction down) { return maze_->open(cell, down); });
  if (way != ways.end()) {
    cell = *maze_->grid().neighbour(cell, *way);
    prediction.path.push_back(cell);
  }
  prediction.guesses.push_back({scheme_->state(cell, to), 1});
  return prediction;
}

PredictedWorld::PredictedWorld(std::string name, const std::shared_ptr<const Maze>& maze,
                               const std::shared_ptr<const OrientationScheme>& scheme,
                               std::shared_ptr<const ForwardModel> model, StateId first)
    : DiscreteWorld(std::make_shared<const MazeRules>(maze, scheme), std::move(name), first,
                    maze->grid().box_cells() * scheme->orientations()),
      model_(std::move(model)),
      maze_(maze),
      scheme_(scheme) {
  assert(model_);
}

namespace {

Prediction one_guess(StateId state) { return {{{state, 1}}, {}}; }

int lamps_on(StateId state) { return std::popcount(static_cast<unsigned>(state.index)); }

class PressedLampGoesOut : public ForwardModel {
 public:
  [[nodiscard]] Prediction do_predict(StateId from, MoveId button) const override {
    return one_guess(StateId(from.index & ~(1 << button.index)));
  }
};

class ReadOffTheBoard : public ForwardModel {
 public:
  explicit ReadOffTheBoard(std::shared_ptr<const JumpRules> board) : board_(std::move(board)) {}
  [[nodiscard]] Prediction do_predict(StateId from, MoveId move) const override {
    return one_guess(board_->result(from, move));
  }

 private:
  std::shared_ptr<const JumpRules> board_;
};

// Predicts the next square in the direction of the jump and ignores the number on the square.
class NextSquare : public ForwardModel {
 public:
  explicit NextSquare(std::shared_ptr<const JumpRules> board) : board_(std::move(board)) {}
  [[nodiscard]] Prediction do_predict(StateId from, MoveId move) const override {
    const JumpStates states = board_->states();
    const int here = states.square(from.index);
    const int there = states.square(board_->result(from, move).index);
    const int step = (there - here) / board_->maze().jumps[here];
    return one_guess(states.in_square(here + step));
  }

 private:
  std::shared_ptr<const JumpRules> board_;
};

double steps_to_goal(const JumpMaze& maze, int square) {
  return 1 + std::abs(square / maze.cols - maze.goal / maze.cols) +
         std::abs(square % maze.cols - maze.goal % maze.cols);
}

}  // namespace

Advice maze_advice(const std::shared_ptr<const Maze>& maze,
                   const std::shared_ptr<const OrientationScheme>& scheme, double speed_threshold) {
  assert(maze && scheme);
  Advice advice;
  auto paths = std::make_shared<const TheoreticalPaths>(*maze);
  advice.maze = maze;
  advice.control = scheme->control();
  advice.rules = std::make_shared<const MazeRules>(maze, scheme);
  advice.distance = [paths, scheme](StateId state) {
    return static_cast<double>(paths->length(scheme->cell(state)));
  };
  advice.first_cell = std::make_shared<FirstCell>(maze, scheme);
  advice.predictor = std::make_shared<PathPredictor>(maze, scheme, speed_threshold);
  advice.seed = maze->origin().seed;
  return advice;
}

Advice four_bit_advice() {
  Advice advice;
  advice.rules = std::make_shared<const LampRules>();
  advice.distance = [](StateId state) { return 1.0 + lamps_on(state); };
  advice.first_cell = std::make_shared<PressedLampGoesOut>();
  advice.predictor = advice.first_cell;
  return advice;
}

Advice jump_advice(JumpMaze maze) {
  const auto board = std::make_shared<const JumpRules>(std::move(maze));
  Advice advice;
  advice.rules = board;
  advice.distance = [board](StateId state) {
    return steps_to_goal(board->maze(), board->states().square(state.index));
  };
  advice.first_cell = std::make_shared<NextSquare>(board);
  advice.predictor = std::make_shared<ReadOffTheBoard>(board);
  return advice;
}

}  // namespace marblemaze
