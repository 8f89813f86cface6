#include "agent/belief/path_predictor.h"

#include <bit>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <optional>
#include <utility>

#include "maze/grid/grid.h"
#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"
#include "maze/puzzles/four_bit_maze.h"
#include "maze/puzzles/jump_maze.h"
#include "maze/world/world.h"

namespace marblemaze {

PathPredictor::PathPredictor(std::shared_ptr<const Maze> maze,
                             std::shared_ptr<const OrientationScheme> scheme,
                             double predictor_threshold, int max_cells)
    : maze_(std::move(maze)),
      scheme_(std::move(scheme)),
      speed_threshold_(predictor_threshold),
      max_cells_(max_cells) {
  assert(maze_ && scheme_);
}

/// Follows a marble in a stationary maze and returns the cell where it comes to rest. Calls
/// visit(cell) for every cell that the marble enters.
///
/// The speed is 0 when the marble enters its first cell and after every turn. Each straight step
/// adds the projection of unit gravity on the direction of travel. The marble crosses a hole if its
/// speed is at least the threshold.
template <class Visit>
CellId PathPredictor::roll(CellId cell, OrientationId orientation, Visit visit) const {
  const glm::dvec3 up = scheme_->up(orientation);
  constexpr double kSameSlope = 1e-9;
  std::optional<Direction> velocity;
  double speed = 0;
  for (int cells = 0; cells < max_cells_; ++cells) {
    const bool straight = velocity && maze_->is_open(cell, *velocity);
    std::optional<Direction> fall;  // steepest open direction; ties in the order x, y, z
    if (!straight || speed < speed_threshold_)
      for (const Direction way : scheme_->down(orientation))
        if (!(velocity && way.axis == velocity->axis) && maze_->is_open(cell, way) &&
            (!fall || std::abs(up[way.axis]) > std::abs(up[fall->axis]) + kSameSlope))
          fall = way;
    if (fall) {
      velocity = fall;
      speed = 0;
    } else if (straight) {
      speed += std::abs(up[velocity->axis]);
    } else {
      return cell;
    }
    cell = *maze_->grid().neighbour(cell, *velocity);
    visit(cell);
  }
  return cell;
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
  return settle(scheme_->cell(from), scheme_->turn(scheme_->orientation(from), move).to);
}

StateId PathPredictor::settle(CellId cell, OrientationId orientation) const {
  return scheme_->state(roll(cell, orientation, [](CellId) {}), orientation);
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

/// Model of a logic maze, defined by a function that predicts a single result.
class FunctionModel : public ForwardModel {
 public:
  using Function = std::function<StateId(StateId from, MoveId move)>;
  explicit FunctionModel(Function function) : function_(std::move(function)) {}
  [[nodiscard]] Prediction do_predict(StateId from, MoveId move) const override {
    return {{{function_(from, move), 1}}, {}};
  }

 private:
  Function function_;
};

}  // namespace

Advice maze_advice(const std::shared_ptr<const Maze>& maze,
                   const std::shared_ptr<const OrientationScheme>& scheme,
                   double predictor_threshold) {
  assert(maze && scheme);
  Advice advice;
  auto paths = std::make_shared<const TheoreticalPaths>(*maze);
  advice.maze = maze;
  advice.control = scheme->control();
  advice.rules = std::make_shared<const MazeRules>(maze, scheme);
  advice.distance = [paths, scheme](StateId state) {
    return static_cast<double>(paths->length(scheme->cell(state)));
  };
  advice.first_cell = std::make_shared<PathPredictor>(maze, scheme, predictor_threshold, 1);
  advice.predictor = std::make_shared<PathPredictor>(maze, scheme, predictor_threshold);
  advice.seed = maze->generator().seed;
  return advice;
}

Advice four_bit_advice() {
  Advice advice;
  advice.rules = std::make_shared<const LampRules>();
  advice.distance = [](StateId state) {
    return 1.0 + std::popcount(static_cast<unsigned>(state.index));
  };
  advice.first_cell = std::make_shared<FunctionModel>(
      [](StateId from, MoveId button) { return StateId(from.index & ~(1 << button.index)); });
  advice.predictor = advice.first_cell;
  return advice;
}

Advice jump_advice(JumpMaze jump_maze) {
  const auto board = std::make_shared<const JumpRules>(std::move(jump_maze));
  Advice advice;
  advice.rules = board;
  advice.distance = [board](StateId state) {
    const JumpMaze& maze = board->maze();
    const int square = board->states().square(state.index);
    return 1.0 + std::abs(square / maze.cols - maze.goal / maze.cols) +
           std::abs(square % maze.cols - maze.goal % maze.cols);
  };
  advice.first_cell = std::make_shared<FunctionModel>([board](StateId from, MoveId move) {
    const JumpStates states = board->states();
    const int here = states.square(from.index);
    const int there = states.square(board->result(from, move).index);
    return states.in_square(here + (there - here) / board->maze().jumps[here]);
  });
  advice.predictor = std::make_shared<FunctionModel>(
      [board](StateId from, MoveId move) { return board->result(from, move); });
  return advice;
}

}  // namespace marblemaze
