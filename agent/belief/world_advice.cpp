#include "agent/belief/world_advice.h"

#include <bit>
#include <cassert>
#include <cstdlib>

#include "maze/grid/maze.h"
#include "maze/puzzles/four_bit_maze.h"
#include "maze/puzzles/jump_maze.h"
#include "maze/world/rules.h"

namespace marblemaze {
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

Advice jump_advice(JumpMaze maze, UTurns u_turns) {
  const auto board = std::make_shared<const JumpRules>(std::move(maze), u_turns);
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
