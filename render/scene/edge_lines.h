#pragma once

#include <array>
#include <span>
#include <vector>

#include <glm/glm.hpp>

#include "render/scene/view_options.h"
#include "render/scene/wall_order.h"

namespace marblemaze {

/// A straight piece of the outline of walls, between corners of the grid.
struct EdgeLine {
  glm::ivec3 from, to;  ///< differ along one axis
  bool free_end;        ///< the rim of a single wall, rather than a meeting of two

  bool operator==(const EdgeLine&) const = default;
};

/// What stands on a side of a wall.
enum class PanelSide : unsigned char {
  none,   ///< nothing to draw: the wall goes on
  rim,    ///< the wall ends
  joint,  ///< it meets another one at a right angle
  hull,   ///< the same on one of the twelve edges of the whole maze
};

/// Along the sides of a wall at the low and the high end of its first axis, then of its second one
/// (of x, y, z without its normal).
using PanelSides = std::array<PanelSide, 4>;

/// What stands on the sides of each of `walls`, which are all the walls shown, in their order.
/// Modes as for edge_lines().
[[nodiscard]] std::vector<PanelSides> panel_sides(std::span<const WallFace> walls, glm::ivec3 dims,
                                                  EdgeMode mode);

/// The lines that make walls legible (thesis 6.6), pieces in a row joined into one.
///   selective: where walls meet at a right angle (Figure 45), and the free rims of walls, marked
///   as such all: around every wall of every cell (Figure 43) none: nothing (Figure 44)
[[nodiscard]] std::vector<EdgeLine> edge_lines(std::span<const WallFace> walls, glm::ivec3 dims,
                                               EdgeMode mode);

}  // namespace marblemaze
