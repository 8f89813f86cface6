#pragma once

#include "maze/grid/maze.h"
#include "render/scene/frame.h"
#include "render/scene/wall_face.h"

namespace marblemaze {

/// How certain a wall is to an agent that believes this: 1 for what is proved and for the outside.
[[nodiscard]] inline float wall_chance(const Grid& grid, const Belief& belief,
                                       const WallFace& wall) {
  const Direction onward{wall.axis, 1};
  const glm::ivec3 below = wall.corner - onward.vector();
  if (!grid.in_maze(below) || !grid.in_maze(wall.corner)) return 1;
  const auto number = grid.wall_number(grid.cell(below), onward);
  return 1 - belief.passages[static_cast<std::size_t>(*number - 1)];
}

/// How strongly to draw a wall, from 0 to 1: a certain one fully, a possible one faintly.
[[nodiscard]] inline float strength_of(const WallFace& wall, const Frame& frame) {
  if (!frame.belief) return 1;
  const float chance = wall_chance(frame.scene.maze->grid(), *frame.belief, wall);
  return chance >= 1 ? 1.0f : 0.04f + 0.3f * chance * chance;
}

}  // namespace marblemaze
