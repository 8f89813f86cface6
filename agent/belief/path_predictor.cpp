#include "agent/belief/path_predictor.h"

#include <cmath>

namespace marblemaze {
namespace {

/// Slopes are equal when they differ by rounding only.
constexpr double kSameSlope = 1e-9;

/// The steepest open way down that is not along `except_axis`; axes come in order, so that of equal
/// ones the first is kept.
std::optional<Direction> steepest_open(const Maze& maze, const OrientationScheme& scheme,
                                       CellId cell, OrientationId orientation, int except_axis) {
  const glm::dvec3 up = scheme.up(orientation);
  std::optional<Direction> best;
  for (Direction direction : scheme.down(orientation)) {
    if (direction.axis == except_axis || !maze.open(cell, direction)) continue;
    if (!best || std::abs(up[direction.axis]) > std::abs(up[best->axis]) + kSameSlope)
      best = direction;
  }
  return best;
}

}  // namespace

PathPredictor::PathPredictor(std::shared_ptr<const Maze> maze,
                             std::shared_ptr<const OrientationScheme> scheme,
                             double speed_threshold)
    : maze_(std::move(maze)), scheme_(std::move(scheme)), speed_threshold_(speed_threshold) {}

template <class Visit>
CellId PathPredictor::roll(CellId cell, OrientationId orientation, Visit visit) const {
  const glm::dvec3 up = scheme_->up(orientation);
  std::optional<Direction> velocity;
  double speed = 0;
  while (true) {
    const bool onward = velocity && maze_->open(cell, *velocity);
    const auto fall =
        steepest_open(*maze_, *scheme_, cell, orientation, velocity ? velocity->axis : -1);
    if (!onward && !fall) return cell;
    if (onward && (!fall || speed >= speed_threshold_)) {
      speed += std::abs(up[velocity->axis]);
    } else {
      velocity = fall;
      speed = 0;
    }
    cell = *maze_->grid().neighbour(cell, *velocity);
    visit(cell);
  }
}

Prediction PathPredictor::do_predict(const Situation& from, MoveId move) const {
  const OrientationId to = scheme_->turn(scheme_->orientation(from.state), move).to;
  Prediction prediction;
  prediction.path.push_back(scheme_->cell(from.state));
  const CellId end =
      roll(prediction.path.front(), to, [&](CellId cell) { prediction.path.push_back(cell); });
  prediction.guesses.push_back({{scheme_->state(end, to), nullptr}, Motion::settled, 1});
  return prediction;
}

std::optional<StateId> PathPredictor::do_likeliest(const Situation& from, MoveId move) const {
  const OrientationId to = scheme_->turn(scheme_->orientation(from.state), move).to;
  return scheme_->state(roll(scheme_->cell(from.state), to, [](CellId) {}), to);
}

StateId PathPredictor::settle(CellId cell, OrientationId orientation) const {
  return scheme_->state(roll(cell, orientation, [](CellId) {}), orientation);
}

FirstCell::FirstCell(std::shared_ptr<const Maze> maze,
                     std::shared_ptr<const OrientationScheme> scheme)
    : maze_(std::move(maze)), scheme_(std::move(scheme)) {}

Prediction FirstCell::do_predict(const Situation& from, MoveId move) const {
  const OrientationId to = scheme_->turn(scheme_->orientation(from.state), move).to;
  CellId cell = scheme_->cell(from.state);
  Prediction prediction;
  prediction.path.push_back(cell);
  if (const auto way = steepest_open(*maze_, *scheme_, cell, to, -1)) {
    cell = *maze_->grid().neighbour(cell, *way);
    prediction.path.push_back(cell);
  }
  prediction.guesses.push_back({{scheme_->state(cell, to), nullptr}, Motion::settled, 1});
  return prediction;
}

}  // namespace marblemaze
