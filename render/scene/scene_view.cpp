#include "render/scene/scene_view.h"

namespace marblemaze {

std::vector<glm::vec3> SceneView::middles_of(const std::vector<CellId>& cells) const {
  std::vector<glm::vec3> middles;
  middles.reserve(cells.size());
  for (const CellId cell : cells) middles.push_back(middle_of(cell));
  return middles;
}

bool SceneView::visited(const WallFace& wall) const {
  const Grid& grid = maze().grid();
  const auto was_in = [&](glm::ivec3 cell) {
    return grid.in_maze(cell) && !frame.visited.empty() &&
           frame.visited[static_cast<std::size_t>(grid.cell(cell).index)];
  };
  return was_in(wall.corner) || was_in(wall.corner - Direction{wall.axis, 1}.vector());
}

}  // namespace marblemaze
