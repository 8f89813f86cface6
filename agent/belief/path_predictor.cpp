#include "agent/belief/path_predictor.h"

#include <algorithm>
#include <cassert>

#include "agent/belief/rolling.h"

namespace marblemaze {
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

std::optional<StateId> PathPredictor::do_likeliest(StateId from, MoveId move) const {
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

}  // namespace marblemaze
