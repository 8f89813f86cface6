#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include <glm/vec3.hpp>

#include "maze/grid/grid.h"
#include "maze/grid/ids.h"

namespace marblemaze {

/// Control scheme of a maze: in which orientations it may stand (see OrientationScheme). The number
/// is that of the orientations, by which files, the C interface and the command line name it.
enum class ControlScheme : int {
  none = 0,  ///< no orientations: a logic maze, or continuous control
  flat_4 = 4,
  cube_8 = 8,
  cube_24 = 24,
};
[[nodiscard]] constexpr int orientations_of(ControlScheme control) {
  return static_cast<int>(control);
}
/// For fmt::format().
[[nodiscard]] constexpr int format_as(ControlScheme control) { return orientations_of(control); }
/// Returns the scheme that a maze has unless another is asked for.
[[nodiscard]] constexpr ControlScheme usual_scheme(Layers layers) {
  return layers == Layers::flat ? ControlScheme::flat_4 : ControlScheme::cube_8;
}
/// Can a maze with these layers have the scheme?
[[nodiscard]] constexpr bool has_scheme(Layers layers, ControlScheme control) {
  return control == usual_scheme(layers) ||
         (layers != Layers::flat && control == ControlScheme::cube_24);
}

/// One turn of the maze from an orientation to another (thesis 6.5).
struct Turn {
  OrientationId to;
  glm::dvec3 axis;   ///< unit vector in maze coordinates: cross product of the two up vectors
  double sweep_rad;  ///< angle between the two up vectors, the arc cosine of their dot product
  bool close;  ///< both in one corner of the cube, so that the marble's cell cannot change (4.7)
};

/// The slopes of the 24-orientation scheme: an up vector's components, by size.
using SlopeTriple = std::array<double, 3>;
inline constexpr SlopeTriple kDefaultSlopes{1.0, 0.89, 0.4048};

/// A marble may come to rest balanced on edges where a wall is missing below it, a state beyond
/// cells and orientations (thesis 3.6). Its number is that of the settled state of its cell and
/// orientation plus so much for every unit of the missing walls' bits; settled states of the
/// largest maze stay below. Only the functions here know that: OrientationScheme::state() makes
/// such a number, and missing_walls() and settled_part() read it.
inline constexpr int kBalancedStride = 10'000'000;
/// Every state of every maze is below it.
inline constexpr int kStateBound = 8 * kBalancedStride;

/// Which walls are missing below: bits 0, 1, 2 for the axes x, y, z. 0 for a settled state.
[[nodiscard]] constexpr int missing_walls(StateId state) {
  return state.valid() ? state.index / kBalancedStride : 0;
}
[[nodiscard]] constexpr bool is_balanced(StateId state) { return missing_walls(state) != 0; }
/// Returns the settled state of the same cell and orientation. Requires: `state` is valid.
[[nodiscard]] constexpr StateId settled_part(StateId state) {
  return StateId(state.index % kBalancedStride);
}

/// A control scheme: the orientations in which the maze may come to stand, and the moves between
/// them. An orientation is the direction, in maze coordinates, that points up in the world.
///
///  4  flat mazes. Up (+,+), (-,+), (-,-), (+,-); move 0, clockwise, goes to the next, move 1 back.
///  8  the vertices. Bits 0, 1, 2 of the number say that x, y, z of up are negative; move k flips
///     the sign of component k.
/// 24  three points beside each vertex (4.7): orientation 3*corner + f has its largest component on
///     axis f, the next on f+1, the smallest on f+2 (mod 3). Moves 0 and 1 go to f+1 and f+2 in the
///     same corner; 2 flips the smallest component, 3 the middle one, which keeps to the face and
///     so is symmetric. (Taking the two nearest points by distance instead makes moves one-way.)
class OrientationScheme {
 public:
  /// Throws BadInput unless 4 is asked for a flat maze, and 8 or 24 for a cube, with a > b > c > 0.
  OrientationScheme(ControlScheme control, Layers layers, SlopeTriple slopes = kDefaultSlopes);

  [[nodiscard]] int orientations() const { return static_cast<int>(up_.size()); }
  [[nodiscard]] ControlScheme control() const { return ControlScheme{orientations()}; }
  [[nodiscard]] int moves() const { return moves_; }
  [[nodiscard]] std::span<const MoveId> move_ids() const {
    return {ids_.data(), static_cast<std::size_t>(moves_)};
  }

  /// Unit vector in maze coordinates.
  [[nodiscard]] glm::dvec3 up(OrientationId orientation) const {
    return up_[static_cast<std::size_t>(orientation.index)];
  }
  [[nodiscard]] const Turn& turn(OrientationId from, MoveId move) const {
    return turns_[static_cast<std::size_t>(from.index * moves_ + move.index)];
  }
  /// The directions gravity points to, at most three: in each a wall must stand for the marble to
  /// rest (thesis 3.6).
  [[nodiscard]] std::span<const Direction> down(OrientationId orientation) const;

  /// Which corner of the cube is up: bits 0, 1, 2 for negative x, y, z.
  [[nodiscard]] int corner(OrientationId orientation) const;
  /// The orientation of this scheme that is nearest to an up vector of the same corner.
  [[nodiscard]] OrientationId nearest(glm::dvec3 up) const;

  /// Returns the state at rest in a cell; a balanced one if walls are missing below it.
  [[nodiscard]] StateId state(CellId cell, OrientationId orientation, int missing_walls = 0) const {
    return StateId(cell.index * orientations() + orientation.index +
                   missing_walls * kBalancedStride);
  }
  /// Both of balanced states too.
  [[nodiscard]] CellId cell(StateId state) const {
    return CellId(settled_part(state).index / orientations());
  }
  [[nodiscard]] OrientationId orientation(StateId state) const {
    return OrientationId(settled_part(state).index % orientations());
  }

  /// What a move does, for a person: "flip z", "clockwise", "lean to y".
  [[nodiscard]] std::string move_name(OrientationId from, MoveId move) const;
  /// "up (+,-,+)", with the steepest axis named in the 24 scheme.
  [[nodiscard]] std::string orientation_name(OrientationId orientation) const;

 private:
  void add_flat();
  void add_vertices();
  void add_beside_vertices(SlopeTriple slopes);
  [[nodiscard]] OrientationId destination(OrientationId from, int move) const;

  int moves_ = 0;
  std::array<MoveId, 4> ids_{MoveId(0), MoveId(1), MoveId(2), MoveId(3)};
  std::vector<glm::dvec3> up_;
  std::vector<Turn> turns_;  // [orientation][move]
  std::vector<std::array<Direction, 3>> down_;
  std::size_t down_count_ = 3;
};

}  // namespace marblemaze
