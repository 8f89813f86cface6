#pragma once

#include <vector>

#include <glm/glm.hpp>

namespace marblemaze {

/// One wall of one cell: the unit square with this lowest corner, normal to this axis.
struct WallFace {
  glm::ivec3 corner;
  int axis;

  bool operator==(const WallFace&) const = default;
};

/// Which walls there are, with room for look-ups one step outside of a grid of these sides.
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
  std::vector<unsigned char> has_;  // by corner: a bit for each axis
};

}  // namespace marblemaze
