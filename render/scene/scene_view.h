#pragma once

#include <algorithm>
#include <array>

#include "render/gl/quality.h"
#include "render/scene/camera.h"
#include "render/scene/draw_lists.h"
#include "render/scene/walls.h"

namespace marblemaze {

/// Input for drawing one image. Lengths are in cells, and directions are unit vectors. The caller
/// owns the referenced objects.
struct SceneView {
  const Frame& frame;
  const ViewOptions& look;
  const Palette& palette;
  Camera camera;
  MazeTransform placement;
  glm::mat4 view_projection{1};
  glm::vec3 eye{0}, light{0};
  glm::vec3 right{0}, up{0}, ahead{0};
  /// Line of sight through the image point (x, y) in [-1, 1]: ray[0] + x ray[1] + y ray[2].
  std::array<glm::vec3, 3> ray{};
  glm::vec2 size{0};  ///< pixels
  glm::vec2 middle_origin{0},
      middle_size{0};     ///< part of the image that contains the maze (pixels)
  float points = 1;       ///< pixels per point
  float pixel_angle = 0;  ///< angle per pixel, radians
  float point_size = 0;   ///< size of a point at the marble (cells)
  float ball_radius = 0;  ///< radius of the drawn marble, enlarged for visibility
  /// Opacity of the marker around a small marble, 0 to 1.
  float marker_opacity = 0;
  float light_space = 0;  ///< colour space of the image; see shaders/tone.glsl
  float side = 1;         ///< longest side of the maze (cells)
  float floor_height = 0;
  float floor_opacity = 0;  ///< floor opacity; 0 if there is no floor

  [[nodiscard]] const StudioColours& studio() const { return palette.studio; }
  [[nodiscard]] const Maze& maze() const { return *frame.scene.maze; }
  [[nodiscard]] glm::vec3 centre_of(CellId cell) const {
    return placement.to_world(glm::vec3(maze().grid().position(cell)) + 0.5f);
  }
  [[nodiscard]] std::vector<glm::vec3> centres_of(const std::vector<CellId>& cells) const;
  /// Returns the lowest corner of a wall, including the gaps between layers. The lid of the maze
  /// moves with the topmost layer.
  [[nodiscard]] glm::vec3 lowest_corner(const WallFace& wall) const {
    const int layer = std::min(wall.corner.z, maze().grid().dims().z - 1);
    return glm::vec3(wall.corner) + glm::vec3(0, 0, look.explode * static_cast<float>(layer));
  }
  /// Returns true if the marble has visited a cell next to the wall.
  [[nodiscard]] bool visited(const WallFace& wall) const;
  [[nodiscard]] float to_pixels(glm::vec3 at) const { return 1 / (pixel_angle * distance(at)); }
  [[nodiscard]] float distance(glm::vec3 at) const { return glm::length(at - eye); }
  [[nodiscard]] glm::vec2 pixel_of(glm::vec3 at) const {
    const glm::vec4 clip = view_projection * glm::vec4(at, 1);
    return (glm::vec2(clip) / clip.w * 0.5f + 0.5f) * size;
  }
  [[nodiscard]] glm::vec3 mirrored_in_floor(glm::vec3 at) const {
    return {at.x, at.y, 2 * floor_height - at.z};
  }
  /// Returns the camera distances at which lines begin and stop fading.
  [[nodiscard]] glm::vec2 depth_range() const {
    const float to_centre = glm::length(eye), reach = placement.reach();
    return {to_centre - reach * 0.75f, to_centre + reach * 0.8f};
  }
};

}  // namespace marblemaze
