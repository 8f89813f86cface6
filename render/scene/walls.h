#pragma once

#include <array>
#include <span>
#include <vector>

#include <glm/glm.hpp>

#include "maze/grid/maze.h"
#include "render/scene/view_options.h"

namespace marblemaze {

/// One wall of one cell: a unit square normal to `axis`, with its lowest corner at `corner`.
struct WallFace {
  glm::ivec3 corner;
  int axis;

  bool operator==(const WallFace&) const = default;
};

/// Set of walls. Queries may be up to one step outside the grid.
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
  std::vector<unsigned char> has_;  // indexed by corner; one bit per axis
};

/// Walls of a maze in drawing order.
///
/// Translucent faces must be drawn from back to front. In a grid, the exact order requires neither
/// sorting nor comparisons of polygons. Visiting the cells slab by slab along each axis, from the
/// farthest slab to the nearest, visits them from back to front. Their faces are in the same order
/// if each face is drawn with the cell whose far side it is.
class WallOrder {
 public:
  /// Includes the cells from `from` up to, but excluding, `to` along each axis.
  explicit WallOrder(const Maze& maze, glm::ivec3 from = glm::ivec3(0),
                     glm::ivec3 to = glm::ivec3(1 << 20));

  /// Returns the cell that contains the camera, which determines the order. Coordinates outside the
  /// grid are clamped to -1 or the number of cells. `eye` is in maze coordinates without gaps.
  [[nodiscard]] glm::ivec3 eye_cell(glm::dvec3 eye) const {
    return glm::clamp(glm::floor(eye), glm::dvec3(-1.0), glm::dvec3(dims_));
  }
  /// Returns all walls from back to front. The span is valid until the next call.
  [[nodiscard]] std::span<const WallFace> seen_from(glm::ivec3 eye_cell);
  [[nodiscard]] std::span<const WallFace> back_to_front(glm::dvec3 eye) {
    return seen_from(eye_cell(eye));
  }
  /// Sorts a subset of the walls into the same order.
  void sort_back_to_front(std::vector<WallFace>& some, glm::ivec3 eye_cell) const;
  /// Returns all walls in grid order.
  [[nodiscard]] std::span<const WallFace> walls() const { return walls_; }
  [[nodiscard]] bool has(const WallFace& wall) const { return table_.has(wall.corner, wall.axis); }

 private:
  void visit(glm::ivec3 cell, glm::ivec3 eye_cell);

  glm::ivec3 dims_;
  std::vector<WallFace> walls_;
  std::vector<WallFace> ordered_;
  glm::ivec3 ordered_for_{-2};  // camera cell for which ordered_ was computed
  WallTable table_;
};

/// Straight line of a wall outline, between corners of the grid.
struct EdgeLine {
  glm::ivec3 from, to;  ///< differ along one axis
  bool free_end;        ///< true for the rim of a single wall, false where walls meet

  bool operator==(const EdgeLine&) const = default;
};

/// Kind of wall side.
enum class PanelSide : unsigned char {
  none,   ///< the wall continues; nothing is drawn
  rim,    ///< the wall ends
  joint,  ///< meets another wall at a right angle
  hull,   ///< a joint on one of the twelve edges of the whole maze
};

/// Sides of a wall: the low and high ends of its first axis, then of its second axis. The axes are
/// x, y and z without the normal of the wall.
using PanelSides = std::array<PanelSide, 4>;

/// Returns the sides of each wall, in the order of `walls`, which must contain all visible walls.
/// See edge_lines() for the modes.
[[nodiscard]] std::vector<PanelSides> panel_sides(std::span<const WallFace> walls, glm::ivec3 dims,
                                                  EdgeMode mode);

/// Returns the outlines of the walls (thesis 6.6), with adjacent collinear lines joined.
/// `selective` draws lines where walls meet at a right angle (Figure 45) and at the free rims of
/// walls. `all` draws lines around every wall of every cell (Figure 43). `none` draws nothing
/// (Figure 44).
[[nodiscard]] std::vector<EdgeLine> edge_lines(std::span<const WallFace> walls, glm::ivec3 dims,
                                               EdgeMode mode);

}  // namespace marblemaze
