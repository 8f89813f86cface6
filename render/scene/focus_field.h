#pragma once

#include <span>
#include <vector>

#include <glm/glm.hpp>

namespace marblemaze {

/// How much each corner of a grid is in focus: 1 beside the cells that matter, falling to 0 within
/// about two cells. In large mazes the rest is drawn faintly, so that the way is found in it.
class FocusField {
 public:
  /// Everything is in focus.
  FocusField() = default;
  /// Around the middles of these cells of a grid of `dims` cells.
  FocusField(glm::ivec3 dims, std::span<const glm::ivec3> cells);

  /// 0 to 1, for a corner from (0, 0, 0) to `dims`.
  [[nodiscard]] float at(glm::ivec3 corner) const {
    return focus_.empty() ? 1.0f : focus_[index(corner)];
  }
  [[nodiscard]] bool everything() const { return focus_.empty(); }

 private:
  [[nodiscard]] std::size_t index(glm::ivec3 p) const {
    return static_cast<std::size_t>((p.z * size_.y + p.y) * size_.x + p.x);
  }
  glm::ivec3 size_{0};
  std::vector<float> focus_;
};

}  // namespace marblemaze
