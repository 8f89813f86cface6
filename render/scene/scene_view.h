#pragma once

#include <algorithm>
#include <array>

#include "render/gl/quality.h"
#include "render/scene/camera.h"
#include "render/scene/draw_lists.h"
#include "render/scene/walls.h"

namespace marblemaze {

/// One picture: what it shows, in which look, and its matrices and sizes. Lengths in cells of the
/// maze, directions of unit length. The first three belong to the caller.
struct SceneView {
  const Frame& frame;
  const ViewOptions& look;
  const Palette& palette;
  Camera camera;
  MazePlacement placement;
  glm::mat4 view_projection{1};
  glm::vec3 eye{0}, light{0};
  glm::vec3 right{0}, up{0}, ahead{0};  ///< of the camera
  /// A point of the picture, x and y from -1 to 1, is seen along ray[0] + x ray[1] + y ray[2].
  std::array<glm::vec3, 3> ray{};
  glm::vec2 size{0};                           ///< pixels
  glm::vec2 middle_origin{0}, middle_size{0};  ///< where the maze stands in it, pixels
  float points = 1;                            ///< pixels in a point
  float pixel_angle = 0;                       ///< rad, of a pixel
  float point_size = 0;                        ///< of a point where the marble is
  float ball_radius = 0;  ///< as the marble is drawn: never too small to be seen
  float lost = 0;         ///< 0 to 1: how much the marble needs to be marked, so small it is
  float light_space = 0;  ///< what the picture holds; see shaders/tone.glsl
  float side = 1;         ///< of the maze, its longest
  float floor_height = 0;
  float floor_seen = 0;  ///< 0: there is none

  [[nodiscard]] const StudioColours& studio() const { return palette.studio; }
  [[nodiscard]] const Maze& maze() const { return *frame.scene.maze; }
  [[nodiscard]] glm::vec3 middle_of(CellId cell) const {
    return placement.to_world(glm::vec3(maze().grid().position(cell)) + 0.5f);
  }
  [[nodiscard]] std::vector<glm::vec3> middles_of(const std::vector<CellId>& cells) const;
  /// Of a wall, which is lifted where layers are drawn apart; the lid stays on the topmost layer.
  [[nodiscard]] glm::vec3 lowest_corner(const WallFace& wall) const {
    const int layer = std::min(wall.corner.z, maze().grid().dims().z - 1);
    return glm::vec3(wall.corner) + glm::vec3(0, 0, look.explode * static_cast<float>(layer));
  }
  /// The marble was in one of the cells on both sides of it.
  [[nodiscard]] bool visited(const WallFace& wall) const;
  [[nodiscard]] float to_pixels(glm::vec3 at) const { return 1 / (pixel_angle * distance(at)); }
  [[nodiscard]] float distance(glm::vec3 at) const { return glm::length(at - eye); }
  [[nodiscard]] glm::vec2 pixel_of(glm::vec3 at) const {
    const glm::vec4 clip = view_projection * glm::vec4(at, 1);
    return (glm::vec2(clip) / clip.w * 0.5f + 0.5f) * size;
  }
  /// As the floor mirrors it.
  [[nodiscard]] glm::vec3 in_floor(glm::vec3 at) const {
    return {at.x, at.y, 2 * floor_height - at.z};
  }
  /// Distances from the eye between which lines pale.
  [[nodiscard]] glm::vec2 depth_range() const {
    const float to_centre = glm::length(eye), reach = placement.reach();
    return {to_centre - reach * 0.75f, to_centre + reach * 0.8f};
  }
};

}  // namespace marblemaze
