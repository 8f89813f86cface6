#include "agent/belief/maze_advice.h"

#include <fmt/format.h>

#include "maze/grid/theoretical_path.h"

namespace marblemaze {

std::optional<StateId> certain_turn(const OrientationScheme& scheme, StateId from, MoveId move) {
  const Turn& turn = scheme.turn(scheme.orientation(from), move);
  if (!turn.close || is_balanced(from)) return std::nullopt;
  return scheme.state(scheme.cell(from), turn.to);
}

std::string describe_state(const OrientationScheme& scheme, StateId state) {
  const std::string place = fmt::format("cell {}, {}", cell_number(scheme.cell(state)),
                                        scheme.orientation_name(scheme.orientation(state)));
  return is_balanced(state) ? place + ", balanced: no wall below along " + missing_axes(state)
                            : place;
}

std::string missing_axes(StateId state) {
  std::string axes;
  for (int axis = 0; axis < 3; ++axis)
    if (missing_walls(state) >> axis & 1) axes += "xyz"[axis];
  return axes;
}

int missing_walls_below(const Maze& maze, const OrientationScheme& scheme, CellId cell,
                        OrientationId orientation) {
  int missing = 0;
  for (Direction down : scheme.down(orientation))
    if (maze.open(cell, down)) missing |= 1 << down.axis;
  return missing;
}

Advice maze_advice(std::shared_ptr<const Maze> maze,
                   std::shared_ptr<const OrientationScheme> scheme, double speed_threshold) {
  Advice advice;
  auto paths = std::make_shared<const TheoreticalPaths>(*maze);
  advice.distance = [paths, scheme](StateId state) {
    return static_cast<double>(paths->length(scheme->cell(state)));
  };
  advice.first_cell = std::make_shared<FirstCell>(maze, scheme);
  advice.predictor = std::make_shared<PathPredictor>(maze, scheme, speed_threshold);
  advice.is_goal = [maze, scheme](StateId state) {
    return !is_balanced(state) && scheme->cell(state) == maze->target();
  };
  advice.moves = [scheme](StateId) { return scheme->move_ids(); };
  advice.certain = [scheme](StateId state, MoveId move) {
    return certain_turn(*scheme, state, move);
  };
  advice.seed = maze->origin().seed;
  return advice;
}

}  // namespace marblemaze
