#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

#include "render/scene/frame.h"
#include "render/scene/view_options.h"

namespace marblemaze {

/// Colour with 8 bits per channel. Red is the lowest byte.
using Rgba8 = std::uint32_t;
[[nodiscard]] Rgba8 rgba8(glm::vec4 colour);
[[nodiscard]] inline Rgba8 rgba8(glm::vec3 colour, float alpha = 1.0f) {
  return rgba8(glm::vec4(colour, alpha));
}

/// Line segment in GPU vertex format. Widths are in points (1/720 of the image height).
struct LineInstance {
  glm::vec3 from;
  float from_width;
  glm::vec3 to;
  float to_width;
  Rgba8 from_colour, to_colour;
};

/// Ball, box or cone in GPU vertex format. A `stripe` with nonzero alpha makes rolling visible.
struct SolidInstance {
  glm::vec3 centre;
  glm::vec3 size;  ///< half extents
  glm::vec4 rotation{0, 0, 0, 1};
  Rgba8 colour;
  Rgba8 stripe = 0;
};

/// Transform from maze coordinates to the world frame of the image: rotation about the maze centre,
/// and gaps between layers.
class MazeTransform {
 public:
  MazeTransform(const Scene& scene, const ViewOptions& look);

  [[nodiscard]] glm::mat4 model() const { return model_; }
  /// Returns the rotation from the world frame of the scene to the world frame of the image. The
  /// rotation is the identity unless the image rotates with the maze.
  [[nodiscard]] glm::quat scene_to_image() const { return scene_to_image_; }
  /// Adds the gaps between layers to maze coordinates.
  [[nodiscard]] glm::vec3 spread(glm::vec3 in_maze) const;
  [[nodiscard]] glm::vec3 to_world(glm::vec3 in_maze) const;
  /// Returns the camera position in maze coordinates without gaps, for sorting walls.
  [[nodiscard]] glm::dvec3 eye_in_maze(glm::vec3 eye) const;
  [[nodiscard]] glm::vec3 marble() const { return marble_; }
  [[nodiscard]] glm::quat rotation() const { return rotation_; }
  /// Returns the radius of the bounding sphere of the maze.
  [[nodiscard]] float reach() const { return reach_; }

 private:
  float gap_;
  glm::ivec3 dims_;
  glm::quat rotation_, scene_to_image_;
  glm::mat4 model_;
  glm::vec3 marble_;
  float reach_;
};

struct SceneView;

[[nodiscard]] std::array<std::pair<glm::vec3, glm::vec3>, 12> box_edges(glm::vec3 low,
                                                                        glm::vec3 high);

/// Adds the paths and the trail, which must be drawn before the walls.
void add_paths(const SceneView& view, std::vector<LineInstance>& lines);
void add_predicted_paths(const SceneView& view, std::vector<LineInstance>& lines);
/// Returns the lines to draw last, such as the hinge axis, turn vectors, contacts, and rings at
/// expected rest positions.
[[nodiscard]] std::vector<LineInstance> annotations(const SceneView& view);
/// Adds a circle that faces the camera.
void add_ring(glm::vec3 centre, float radius, glm::vec3 eye, glm::vec4 colour, float width,
              std::vector<LineInstance>& lines);
/// Adds the goal as a ball. `least_radius` is the minimum radius in cells.
void add_goal(const SceneView& view, float least_radius, std::vector<SolidInstance>& balls);
void add_orientation_points(const SceneView& view, std::vector<SolidInstance>& balls);
/// Returns the marble as a ball with the radius view.ball_radius, which may exceed the real radius.
[[nodiscard]] SolidInstance marble_ball(const SceneView& view, glm::vec3 colour, glm::vec3 band);

/// Adds the cells and passages of the dead-end automaton. The box of a cell shrinks while the cell
/// is filled. Omits cells outside the visible slice.
void add_automaton(const SceneView& view, std::vector<SolidInstance>& boxes,
                   std::vector<LineInstance>& lines);

/// Returns the marker position of an orientation (thesis Figure 37): in the direction `up`,
/// slightly outside a box of size `dims` around the origin.
[[nodiscard]] glm::vec3 orientation_point(glm::dvec3 up, glm::ivec3 dims);

}  // namespace marblemaze
