#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <glm/vec3.hpp>

namespace marblemaze {

/// Strongly typed 0-based indices (thesis 6.2). Text and files use the cell numbers of the thesis,
/// which start at 1.

template <class Tag>
struct Id {
  std::int32_t index = -1;  ///< 0-based; -1 is invalid

  constexpr Id() = default;
  constexpr explicit Id(std::int32_t value) : index(value) {}
  [[nodiscard]] constexpr bool valid() const { return index >= 0; }
  constexpr auto operator<=>(const Id&) const = default;
};

using CellId = Id<struct CellTag>;
using OrientationId = Id<struct OrientationTag>;
using MoveId = Id<struct MoveTag>;  ///< index among the moves of one state
/// State of a world: cell * orientations + orientation in a marble maze. Logic puzzles number their
/// states differently.
using StateId = Id<struct StateTag>;

constexpr int cell_number(CellId cell) { return cell.index + 1; }

struct Direction {
  int axis = 0;
  int sign = +1;

  constexpr bool operator==(const Direction&) const = default;
  [[nodiscard]] constexpr Direction opposite() const { return {axis, -sign}; }
  /// Returns the index in kDirections: +x 0, -x 1, +y 2, -y 3, +z 4, -z 5.
  [[nodiscard]] constexpr int index() const { return 2 * axis + (sign < 0 ? 1 : 0); }
  [[nodiscard]] glm::ivec3 vector() const {
    glm::ivec3 v(0);
    v[axis] = sign;
    return v;
  }
};

inline constexpr std::array<Direction, 6> kDirections{
    {{0, 1}, {0, -1}, {1, 1}, {1, -1}, {2, 1}, {2, -1}}};

[[nodiscard]] constexpr Direction direction_at(int index) {
  return {index / 2, index % 2 == 0 ? 1 : -1};
}

enum class Layers {
  all,
  outer,  ///< cells at the surface only; the core is empty and closed
  flat,   ///< one layer in z, rotated only about z
};

[[nodiscard]] std::string to_string(Layers layers);
/// Parses "all", "outer" or "flat". Throws BadInput for any other name.
[[nodiscard]] Layers layers_from_string(const std::string& name);

inline constexpr int kSmallestSide = 2;  ///< cells; the third side of a flat maze is 1
inline constexpr int kLargestSide = 64;

/// Box of cells and their numbering (thesis 6.2). Cells are unit cubes. The box extends from
/// (0,0,0) to dims in maze coordinates.
///
/// The formula printed in the thesis, N = (z-1)*w*h + (y-1)*w + x + 1, is off by one row and one
/// layer. The examples in the thesis use N = z*w*h + y*w + x + 1 with 0-based x, y, z.
class Grid {
 public:
  /// Throws BadInput if a side length is out of range or a flat grid has more than one layer.
  Grid(glm::ivec3 dims, Layers layers);
  /// Creates a cube, or a square if flat. Throws BadInput if `side` is out of range.
  Grid(int side, Layers layers) : Grid({side, side, layers == Layers::flat ? 1 : side}, layers) {}

  [[nodiscard]] glm::ivec3 dims() const { return dims_; }
  [[nodiscard]] Layers layers() const { return layers_; }
  /// Returns the number of cells in the box, including a hollow core. All cell indices are less
  /// than this number.
  [[nodiscard]] int box_cells() const { return dims_.x * dims_.y * dims_.z; }
  [[nodiscard]] int maze_cells() const { return maze_cells_; }

  [[nodiscard]] bool in_box(glm::ivec3 position) const {
    return position.x >= 0 && position.y >= 0 && position.z >= 0 && position.x < dims_.x &&
           position.y < dims_.y && position.z < dims_.z;
  }
  [[nodiscard]] bool in_box(CellId cell) const {
    return cell.index >= 0 && cell.index < box_cells();
  }
  /// Returns true if the position is a cell of the maze. Returns false outside the box and in the
  /// hollow core.
  [[nodiscard]] bool in_maze(glm::ivec3 position) const;
  [[nodiscard]] bool in_maze(CellId cell) const { return in_box(cell) && in_maze(position(cell)); }

  [[nodiscard]] CellId cell(glm::ivec3 position) const {
    return CellId((position.z * dims_.y + position.y) * dims_.x + position.x);
  }
  /// Returns the cell that contains a point in maze coordinates. Returns an invalid cell for points
  /// outside the maze and for NaN.
  [[nodiscard]] CellId cell_at(glm::dvec3 place) const;
  [[nodiscard]] glm::ivec3 position(CellId cell) const {
    const int layer = dims_.x * dims_.y;
    return {cell.index % dims_.x, cell.index % layer / dims_.x, cell.index / layer};
  }
  /// Returns the adjacent cell, which may be in the hollow core. Returns nullopt at the edge of the
  /// box.
  [[nodiscard]] std::optional<CellId> neighbour(CellId cell, Direction direction) const;
  /// Returns nullopt if the cells are not adjacent.
  [[nodiscard]] std::optional<Direction> direction_between(CellId from, CellId to) const;

  [[nodiscard]] CellId first_cell() const { return CellId(0); }
  [[nodiscard]] CellId last_cell() const { return CellId(box_cells() - 1); }

  bool operator==(const Grid&) const = default;

 private:
  glm::ivec3 dims_;
  Layers layers_;
  int maze_cells_;
};

}  // namespace marblemaze

template <class Tag>
struct std::hash<marblemaze::Id<Tag>> {
  std::size_t operator()(const marblemaze::Id<Tag>& id) const noexcept {
    return std::hash<std::int32_t>{}(id.index);
  }
};
