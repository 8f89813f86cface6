#pragma once

#include <glm/glm.hpp>

namespace marblemaze {

/// One wall of one cell: the unit square with this lowest corner, normal to this axis.
struct WallFace {
  glm::ivec3 corner;
  int axis;

  bool operator==(const WallFace&) const = default;
};

}  // namespace marblemaze
