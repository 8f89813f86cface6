#pragma once

#include <array>
#include <span>
#include <vector>

#include <glm/glm.hpp>

#include "maze/grid/maze.h"
#include "render/scene/view_options.h"

namespace marblemaze {

/// One wall of one cell: the unit square with this lowest corner, normal to this axis.
struct WallFace {
  glm::ivec3 corner;
  int axis;

  bool operator==(const WallFace&) const = default;
};

/// Table of walls, which can be queried up to one step outside a grid with these side lengths.
class WallTable {
 public:
  explicit WallTable(glm::ivec3 dims)
      : size_(dims + 3), has_(static_cast<std::size_t>(size_.x * size_.y * size_.z)) {}
  void add(const WallFace& wall) {
    has_[index(wall.corner)] |= static_cast<unsigned char>(1 << wall.axis);
  }
  [[nodiscard]] bool has(glm::ivec3 corner, int axis) const {
    return (has_[index(corner)] >> axis) & 1;
  }

 private:
  [[nodiscard]] std::size_t index(glm::ivec3 corner) const {
    const glm::ivec3 p = corner + 1;
    return static_cast<std::size_t>((p.z * size_.y + p.y) * size_.x + p.x);
  }
  glm::ivec3 size_;
  std::vector<unsigned char> has_;  // indexed by corner: one bit for each axis
};

/// The walls of a maze, which are sorted for every frame.
///
/// Translucent faces must be drawn from back to front. In a grid, the exact order requires neither
/// sorting nor comparisons of polygons: if cells are visited slab by slab along each axis, the
/// farthest slab first, the cells are in back-to-front order. Their faces are also in this order if
/// each face is drawn together with the cell of which it is the far side.
class WallOrder {
 public:
  /// Includes the layers from `from` up to, but excluding, `to` along each axis.
  explicit WallOrder(const Maze& maze, glm::ivec3 from = glm::ivec3(0),
                     glm::ivec3 to = glm::ivec3(1 << 20));

  /// Returns the cell of the camera, which alone determines the order; -1 or the number of cells if
  /// the camera is outside. `eye` must be in maze coordinates of the maze without gaps.
  [[nodiscard]] glm::ivec3 eye_cell(glm::dvec3 eye) const {
    return glm::clamp(glm::floor(eye), glm::dvec3(-1.0), glm::dvec3(dims_));
  }
  /// Returns all walls, from the farthest to the nearest. The span is valid until the next call.
  [[nodiscard]] std::span<const WallFace> seen_from(glm::ivec3 eye_cell);
  [[nodiscard]] std::span<const WallFace> back_to_front(glm::dvec3 eye) {
    return seen_from(eye_cell(eye));
  }
  /// Sorts some of the walls into the same order.
  void sort_back_to_front(std::vector<WallFace>& some, glm::ivec3 eye_cell) const;
  /// Returns all walls in grid order.
  [[nodiscard]] std::span<const WallFace> walls() const { return walls_; }
  [[nodiscard]] bool has(const WallFace& wall) const { return table_.has(wall.corner, wall.axis); }

 private:
  void visit(glm::ivec3 cell, glm::ivec3 eye_cell);

  glm::ivec3 dims_;
  std::vector<WallFace> walls_;
  std::vector<WallFace> ordered_;
  glm::ivec3 ordered_for_{-2};  // cell of the camera; the order depends only on it
  WallTable table_;
};

/// A straight piece of the outline of walls, between corners of the grid.
struct EdgeLine {
  glm::ivec3 from, to;  ///< differ along one axis
  bool free_end;        ///< true for the rim of a single wall, false if two walls meet

  bool operator==(const EdgeLine&) const = default;
};

/// Kind of wall side.
enum class PanelSide : unsigned char {
  none,   ///< nothing to draw: the wall continues
  rim,    ///< the wall ends
  joint,  ///< meets another wall at a right angle
  hull,   ///< a joint on one of the twelve edges of the whole maze
};

/// Sides of a wall: the low and the high end of its first axis, then of its second axis (of x, y, z
/// without the normal of the wall).
using PanelSides = std::array<PanelSide, 4>;

/// Returns the sides of each of `walls`, which are all walls shown, in the same order. Modes are
/// explained at edge_lines().
[[nodiscard]] std::vector<PanelSides> panel_sides(std::span<const WallFace> walls, glm::ivec3 dims,
                                                  EdgeMode mode);

/// Returns the lines that outline the walls (thesis 6.6), with adjacent pieces joined. Mode
/// `selective` draws lines where walls meet at a right angle (Figure 45), and marks the free rims
/// of walls; `all` draws lines around every wall of every cell (Figure 43); `none` draws nothing
/// (Figure 44).
[[nodiscard]] std::vector<EdgeLine> edge_lines(std::span<const WallFace> walls, glm::ivec3 dims,
                                               EdgeMode mode);

}  // namespace marblemaze
