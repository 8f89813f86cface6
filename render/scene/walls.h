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

/// Returns the walls of the cells from `from` up to, but excluding, `to` along each axis.
[[nodiscard]] std::vector<WallFace> walls_of(const Maze& maze, glm::ivec3 from = glm::ivec3(0),
                                             glm::ivec3 to = glm::ivec3(1 << 20));

/// Returns the cell that contains the camera. Coordinates outside the grid are clamped to -1 or the
/// number of cells. `eye` is in maze coordinates without gaps.
[[nodiscard]] inline glm::ivec3 eye_cell_of(glm::dvec3 eye, glm::ivec3 dims) {
  return glm::clamp(glm::floor(eye), glm::dvec3(-1.0), glm::dvec3(dims));
}

/// Sorts walls from back to front, as translucent faces must be drawn. In a grid, the cell of the
/// camera determines the exact order, so polygons need not be compared. Visiting the cells slab by
/// slab along each axis, from the farthest slab to the nearest, visits them from back to front.
/// Their faces are in the same order if each face is drawn with the cell whose far side it is.
void sort_back_to_front(std::vector<WallFace>& walls, glm::ivec3 eye_cell, glm::ivec3 dims);

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
