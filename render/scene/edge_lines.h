#pragma once

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

/// The lines that make walls legible (thesis 6.6), pieces in a row joined into one.
///   selective: where walls meet at a right angle (Figure 45), and the free rims of walls, marked
///   as such all: around every wall of every cell (Figure 43) none: nothing (Figure 44)
[[nodiscard]] std::vector<EdgeLine> edge_lines(std::span<const WallFace> walls, glm::ivec3 dims,
                                               EdgeMode mode);

}  // namespace marblemaze
