#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <glm/vec3.hpp>

#include "maze/grid/grid.h"
#include "maze/grid/maze.h"

namespace marblemaze {

/// Control scheme of a maze. The value is the number of orientations, which also names the scheme
/// in files, in the C interface and on the command line.
enum class ControlScheme : int {
  none = 0,  ///< no orientations: a logic maze or continuous control
  flat_4 = 4,
  cube_8 = 8,
  cube_24 = 24,
};
[[nodiscard]] constexpr int orientations_of(ControlScheme control) {
  return static_cast<int>(control);
}
[[nodiscard]] constexpr int format_as(ControlScheme control) { return orientations_of(control); }
[[nodiscard]] constexpr ControlScheme default_scheme(Layers layers) {
  return layers == Layers::flat ? ControlScheme::flat_4 : ControlScheme::cube_8;
}
[[nodiscard]] constexpr bool supports_scheme(Layers layers, ControlScheme control) {
  return control == default_scheme(layers) ||
         (layers != Layers::flat && control == ControlScheme::cube_24);
}

/// Rotation of the maze from one orientation to another (thesis 6.5).
struct Turn {
  OrientationId to;
  glm::dvec3 axis;        ///< unit vector in maze coordinates
  double turn_angle_rad;  ///< angle between the two up vectors
  bool within_corner;     ///< both orientations are in the same corner, so the cell cannot change
                          ///< (thesis 4.7)
};

/// Slopes of the 24-orientation scheme: the components of an up vector in descending order.
using SlopeTriple = std::array<double, 3>;
inline constexpr SlopeTriple kDefaultSlopes{1.0, 0.89, 0.4048};

/// Offset of the balanced states, which exceeds all settled states of the largest maze. A marble
/// above missing walls can come to rest balanced on edges (thesis 3.6). The balanced state is the
/// settled state of the same cell and orientation, plus this stride times a bit mask of the missing
/// walls.
inline constexpr int kBalancedStride = 10'000'000;
inline constexpr int kStateBound = 8 * kBalancedStride;

/// Returns a bit mask of the missing walls below the marble: bits 0, 1, 2 for x, y, z. Returns 0
/// for a settled state.
[[nodiscard]] constexpr int missing_walls(StateId state) {
  return state.valid() ? state.index / kBalancedStride : 0;
}
[[nodiscard]] constexpr bool is_balanced(StateId state) { return missing_walls(state) != 0; }
/// Returns the settled state of the same cell and orientation. Requires: `state` is valid.
[[nodiscard]] constexpr StateId settled_state(StateId state) {
  return StateId(state.index % kBalancedStride);
}

/// Orientations of the maze and the moves between them. An orientation is defined by its up vector,
/// the direction in maze coordinates that points up in the world.
///
///  4  Flat mazes. Up is (+,+), (-,+), (-,-), (+,-). Move 0 turns clockwise to the next
///     orientation, move 1 back.
///  8  The vertices of the cube. Bits 0, 1, 2 of the number are set if x, y, z of up are negative.
///     Move k flips the sign of component k.
/// 24  Three points next to each vertex (4.7): orientation 3*corner + f has its largest component
///     on axis f, the second on f+1 and the smallest on f+2 (mod 3). Moves 0 and 1 go to f+1 and
///     f+2 in the same corner. Move 2 flips the smallest component, and move 3 the middle
///     component. Both stay on the same face, so the same move leads back.
class OrientationScheme {
 public:
  /// Throws BadInput unless the scheme is 4 for a flat maze, or 8 or 24 for a cube, and the slopes
  /// are positive and descending.
  OrientationScheme(ControlScheme control, Layers layers, SlopeTriple slopes = kDefaultSlopes);

  [[nodiscard]] int orientations() const { return static_cast<int>(up_.size()); }
  [[nodiscard]] ControlScheme control() const { return ControlScheme{orientations()}; }
  [[nodiscard]] int moves() const { return moves_; }
  [[nodiscard]] std::span<const MoveId> move_ids() const { return std::span(ids_).first(moves_); }

  /// Returns the up vector, a unit vector in maze coordinates.
  [[nodiscard]] glm::dvec3 up(OrientationId orientation) const { return up_[orientation.index]; }
  [[nodiscard]] const Turn& turn(OrientationId from, MoveId move) const {
    return turns_[from.index * moves_ + move.index];
  }
  /// Returns the directions in which gravity pulls, at most three. The marble can rest only if
  /// there is a wall in each of these directions (thesis 3.6).
  [[nodiscard]] std::span<const Direction> down(OrientationId orientation) const {
    return down_[orientation.index];
  }

  /// Returns the upper corner of the cube: bits 0, 1, 2 for negative x, y, z.
  [[nodiscard]] int corner(OrientationId orientation) const;
  /// Returns the orientation with the nearest up vector. The lowest index breaks ties.
  [[nodiscard]] OrientationId nearest(glm::dvec3 up) const;

  /// Returns the state of a marble at rest. The state is balanced if `missing_walls` is not 0.
  [[nodiscard]] StateId state(CellId cell, OrientationId orientation, int missing_walls = 0) const {
    return StateId(cell.index * orientations() + orientation.index +
                   missing_walls * kBalancedStride);
  }
  [[nodiscard]] CellId cell(StateId state) const {
    return CellId(settled_state(state).index / orientations());
  }
  [[nodiscard]] OrientationId orientation(StateId state) const {
    return OrientationId(settled_state(state).index % orientations());
  }

  /// Returns the name of a move, such as "flip z", "clockwise" or "lean to y".
  [[nodiscard]] std::string move_name(OrientationId from, MoveId move) const;
  /// Returns a name such as "up (+,-,+)". With 24 orientations, the name also contains the steepest
  /// axis.
  [[nodiscard]] std::string orientation_name(OrientationId orientation) const;

 private:
  void add_orientations(SlopeTriple slopes);
  [[nodiscard]] OrientationId destination(OrientationId from, int move) const;

  int moves_ = 0;
  std::array<MoveId, 4> ids_{MoveId(0), MoveId(1), MoveId(2), MoveId(3)};
  std::vector<glm::dvec3> up_;
  std::vector<Turn> turns_;
  std::vector<std::vector<Direction>> down_;
};

/// Functions that determine where a marble can rest, from the walls and the orientation (thesis
/// 3.6). Agents and physics use the same functions.
///
/// All functions require: states and orientations belong to the scheme, and the maze supports the
/// scheme.

/// Returns true if the cell has a wall in each direction in which gravity pulls (thesis 3.6).
/// Returns false for a cell that is not in the maze.
[[nodiscard]] bool can_rest(const Maze& maze, const OrientationScheme& scheme, StateId state);

/// Returns a bit mask of the missing walls below a marble in this cell: bits 0, 1, 2 for x, y, z.
/// Returns 0 if the marble can rest. Requires: the cell is in the box of the maze.
[[nodiscard]] int missing_walls_below(const Maze& maze, const OrientationScheme& scheme,
                                      CellId cell, OrientationId orientation);

/// Returns the axes of the missing walls of a balanced state, such as "x" or "yz". Returns an empty
/// string for a settled state.
[[nodiscard]] std::string missing_axes(StateId state);

/// Returns the result of a move within a corner: the same cell in a new orientation (thesis 4.7).
/// Returns nullopt for other moves and for a balanced marble, because any move may tip over a
/// balanced marble.
[[nodiscard]] std::optional<StateId> certain_turn(const OrientationScheme& scheme, StateId from,
                                                  MoveId move);

/// Returns a description such as "cell 14, up (+,-,+)". The description of a balanced state
/// contains the axes of the missing walls.
[[nodiscard]] std::string describe_state(const OrientationScheme& scheme, StateId state);

}  // namespace marblemaze
