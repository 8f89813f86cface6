#pragma once

#include <array>
#include <span>
#include <vector>

#include <glm/glm.hpp>

#include "maze/grid/maze.h"
#include "render/scene/view_options.h"

namespace marblemaze {

/// Wall of one cell: a unit square normal to `axis`, with the lowest corner `corner`.
struct WallFace {
  glm::ivec3 corner;
  int axis;

  bool operator==(const WallFace&) const = default;
};

/// Returns the walls of all cells from `from` to `to` (exclusive).
[[nodiscard]] std::vector<WallFace> walls_of(const Maze& maze, glm::ivec3 from = glm::ivec3(0),
                                             glm::ivec3 to = glm::ivec3(1 << 20));

/// Returns the camera cell, clamped to one cell outside the grid. `eye` is in maze coordinates
/// without layer gaps.
[[nodiscard]] inline glm::ivec3 eye_cell_of(glm::dvec3 eye, glm::ivec3 dims) {
  return glm::clamp(glm::floor(eye), glm::dvec3(-1.0), glm::dvec3(dims));
}

/// Sorts walls from back to front, as translucent faces must be drawn. In a grid, the camera cell
/// determines the exact order. Each wall is drawn with the adjacent cell that is nearer to the
/// camera.
void sort_back_to_front(std::vector<WallFace>& walls, glm::ivec3 eye_cell, glm::ivec3 dims);

/// Straight line of a wall outline between two grid corners.
struct EdgeLine {
  glm::ivec3 from, to;  ///< differ along one axis
  bool free_end;        ///< true for the rim of a single wall, false where walls meet

  bool operator==(const EdgeLine&) const = default;
};

enum class PanelSide : unsigned char {
  none,   ///< the wall continues; nothing is drawn
  rim,    ///< the wall ends
  joint,  ///< meets another wall at a right angle
  hull,   ///< joint on one of the twelve edges of the maze box
};

/// Sides of a wall: low and high end of the first axis, then of the second axis. The axes are x, y
/// and z without the wall normal.
using PanelSides = std::array<PanelSide, 4>;

/// Returns the sides of each wall, in the order of `walls`. Requires: `walls` contains all visible
/// walls. See edge_lines() for the modes.
[[nodiscard]] std::vector<PanelSides> panel_sides(std::span<const WallFace> walls, glm::ivec3 dims,
                                                  EdgeMode mode);

/// Returns the wall outlines (thesis 6.6), with collinear lines joined. `selective` draws
/// right-angle joints and free rims (Figure 45), `all` draws every wall (Figure 43), and `none`
/// draws nothing (Figure 44).
[[nodiscard]] std::vector<EdgeLine> edge_lines(std::span<const WallFace> walls, glm::ivec3 dims,
                                               EdgeMode mode);

}  // namespace marblemaze
