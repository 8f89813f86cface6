#include "maze/grid/resting.h"

#include <fmt/format.h>

namespace marblemaze {

bool can_rest(const Maze& maze, const OrientationScheme& scheme, StateId state) {
  const CellId cell = scheme.cell(state);
  return maze.grid().in_maze(cell) &&
         missing_walls_below(maze, scheme, cell, scheme.orientation(state)) == 0;
}

int missing_walls_below(const Maze& maze, const OrientationScheme& scheme, CellId cell,
                        OrientationId orientation) {
  int missing = 0;
  for (Direction down : scheme.down(orientation))
    if (maze.open(cell, down)) missing |= 1 << down.axis;
  return missing;
}

std::string missing_axes(StateId state) {
  std::string axes;
  for (int axis = 0; axis < 3; ++axis)
    if (missing_walls(state) >> axis & 1) axes += "xyz"[axis];
  return axes;
}

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

}  // namespace marblemaze
