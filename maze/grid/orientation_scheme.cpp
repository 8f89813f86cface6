#include "maze/grid/orientation_scheme.h"

#include <cmath>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "maze/base/arithmetic/transcendental.h"
#include "maze/base/errors.h"

namespace marblemaze {

namespace {

const char* axis_name(int axis) { return axis == 0 ? "x" : axis == 1 ? "y" : "z"; }

void require_descending(const SlopeTriple& slopes) {
  // Maximum ratio of successive slopes. Closer slopes result in almost identical orientations.
  constexpr double kNearest = 0.999;
  if (slopes[0] * kNearest >= slopes[1] && slopes[1] * kNearest >= slopes[2] && slopes[2] > 0)
    return;
  throw BadInput("slopes", fmt::format("({}, {}, {})", slopes[0], slopes[1], slopes[2]),
                 "three numbers a > b > c > 0, at least 0.001 apart");
}

}  // namespace

OrientationScheme::OrientationScheme(ControlScheme control, Layers layers, SlopeTriple slopes) {
  if (!supports_scheme(layers, control))
    throw BadInput("orientations", std::to_string(orientations_of(control)),
                   layers == Layers::flat ? "4 for a flat maze" : "8 or 24 for a cube");
  if (control == ControlScheme::cube_24) require_descending(slopes);
  moves_ = control == ControlScheme::flat_4 ? 2 : control == ControlScheme::cube_8 ? 3 : 4;
  add_orientations(slopes);

  for (OrientationId from(0); from.index < orientations(); ++from.index) {
    std::vector<Direction>& down = down_.emplace_back();
    for (int axis = 0; axis < 3; ++axis)
      if (up(from)[axis] != 0) down.push_back({axis, up(from)[axis] > 0 ? -1 : +1});
    for (int move = 0; move < moves_; ++move) {
      const OrientationId to = destination(from, move);
      const glm::dvec3 a = up(from), b = up(to);
      // In maze coordinates, the up vector moves from a to b, so the maze rotates from b to a.
      turns_.push_back({to, glm::normalize(glm::cross(b, a)), arc_cosine(glm::dot(a, b)),
                        corner(from) == corner(to)});
    }
  }
}

void OrientationScheme::add_orientations(SlopeTriple slopes) {
  if (moves_ == 2) {
    const double h = std::sqrt(0.5);
    up_ = {{h, h, 0}, {-h, h, 0}, {-h, -h, 0}, {h, -h, 0}};
    return;
  }
  if (moves_ == 3) slopes = {1, 1, 1};
  for (int bits = 0; bits < 8; ++bits)
    for (int f = 0; f < (moves_ == 3 ? 1 : 3); ++f) {
      glm::dvec3 v;
      for (int rank = 0; rank < 3; ++rank) {
        const int axis = (f + rank) % 3;
        v[axis] = (bits >> axis & 1 ? -1 : 1) * slopes[rank];
      }
      up_.push_back(glm::normalize(v));
    }
}

OrientationId OrientationScheme::destination(OrientationId from, int move) const {
  if (orientations() == 4) return OrientationId((from.index + (move == 0 ? 1 : 3)) % 4);
  if (orientations() == 8) return OrientationId(from.index ^ (1 << move));
  const int bits = from.index / 3, f = from.index % 3;
  if (move < 2) return OrientationId(3 * bits + (f + 1 + move) % 3);
  const int flipped = move == 2 ? (f + 2) % 3 : (f + 1) % 3;
  return OrientationId(3 * (bits ^ (1 << flipped)) + f);
}

int OrientationScheme::corner(OrientationId orientation) const {
  const glm::dvec3 v = up(orientation);
  return (v.x < 0 ? 1 : 0) | (v.y < 0 ? 2 : 0) | (v.z < 0 ? 4 : 0);
}

OrientationId OrientationScheme::nearest(glm::dvec3 wanted) const {
  OrientationId best(0);
  for (OrientationId o(1); o.index < orientations(); ++o.index)
    if (glm::dot(up(o), wanted) > glm::dot(up(best), wanted) + 1e-12) best = o;
  return best;
}

std::string OrientationScheme::move_name(OrientationId from, MoveId move) const {
  if (orientations() == 4) return move.index == 0 ? "clockwise" : "counter-clockwise";
  const Turn& t = turn(from, move);
  if (t.within_corner) return fmt::format("lean to {}", axis_name(t.to.index % 3));
  for (int axis = 0; axis < 3; ++axis)
    if (up(from)[axis] * up(t.to)[axis] < 0) return fmt::format("flip {}", axis_name(axis));
  return "?";
}

std::string OrientationScheme::orientation_name(OrientationId orientation) const {
  const glm::dvec3 v = up(orientation);
  const auto sign = [](double c) { return c < 0 ? '-' : c > 0 ? '+' : '0'; };
  std::string name = fmt::format("up ({},{},{})", sign(v.x), sign(v.y), sign(v.z));
  if (orientations() == 24) name += fmt::format(" steepest {}", axis_name(orientation.index % 3));
  return name;
}

bool can_rest(const Maze& maze, const OrientationScheme& scheme, StateId state) {
  const CellId cell = scheme.cell(state);
  return maze.grid().in_maze(cell) &&
         missing_walls_below(maze, scheme, cell, scheme.orientation(state)) == 0;
}

int missing_walls_below(const Maze& maze, const OrientationScheme& scheme, CellId cell,
                        OrientationId orientation) {
  int missing = 0;
  for (Direction down : scheme.down(orientation))
    if (maze.is_open(cell, down)) missing |= 1 << down.axis;
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
  if (!turn.within_corner || is_balanced(from)) return std::nullopt;
  return scheme.state(scheme.cell(from), turn.to);
}

std::string describe_state(const OrientationScheme& scheme, StateId state) {
  const std::string place = fmt::format("cell {}, {}", cell_number(scheme.cell(state)),
                                        scheme.orientation_name(scheme.orientation(state)));
  return is_balanced(state) ? place + ", balanced: no wall below along " + missing_axes(state)
                            : place;
}

}  // namespace marblemaze
