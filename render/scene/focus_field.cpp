#include "render/scene/focus_field.h"

#include <algorithm>

namespace marblemaze {
namespace {

constexpr float kSharp = 0.8f, kBlurred = 2.1f;  // cells from the middle of a cell that matters
constexpr int kReach = 2;                        // cells that a middle can reach

}  // namespace

FocusField::FocusField(glm::ivec3 dims, std::span<const glm::ivec3> cells)
    : size_(dims + 1), focus_(static_cast<std::size_t>(size_.x * size_.y * size_.z)) {
  for (const glm::ivec3 cell : cells) {
    const glm::ivec3 low = glm::max(cell - (kReach - 1), 0), high = glm::min(cell + kReach, dims);
    for (int z = low.z; z <= high.z; ++z)
      for (int y = low.y; y <= high.y; ++y)
        for (int x = low.x; x <= high.x; ++x) {
          const float away = glm::distance(glm::vec3(x, y, z), glm::vec3(cell) + 0.5f);
          float& here = focus_[index({x, y, z})];
          here = std::max(here, 1 - glm::smoothstep(kSharp, kBlurred, away));
        }
  }
}

}  // namespace marblemaze
