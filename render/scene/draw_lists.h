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

/// A colour in four bytes, red first.
using Rgba8 = std::uint32_t;
[[nodiscard]] Rgba8 rgba8(glm::vec4 colour);
[[nodiscard]] inline Rgba8 rgba8(glm::vec3 colour, float alpha = 1.0f) {
  return rgba8(glm::vec4(colour, alpha));
}

/// One line in the vertex format of the graphics card. Widths are in points (1/720 of the image
/// height).
struct LineInstance {
  glm::vec3 from;
  float from_width;
  glm::vec3 to;
  float to_width;
  Rgba8 from_colour, to_colour;
};

/// One round or square solid. A `stripe` with nonzero alpha makes rolling visible.
struct SolidInstance {
  glm::vec3 centre;
  glm::vec3 size;  ///< half extents
  glm::vec4 rotation{0, 0, 0, 1};
  Rgba8 colour;
  Rgba8 stripe = 0;
};

/// Transforms maze coordinates to the image: rotation about the centre of the maze, and the gap
/// between layers if they are separated along z.
class MazePlacement {
 public:
  MazePlacement(const Scene& scene, const ViewOptions& look);

  [[nodiscard]] glm::mat4 model() const { return model_; }
  /// Returns the rotation from the scene's world frame to the image's world frame. It is the
  /// identity unless the image rotates with the maze.
  [[nodiscard]] glm::quat from_scene() const { return from_scene_; }
  /// Converts maze coordinates to the coordinates in which walls are drawn.
  [[nodiscard]] glm::vec3 spread(glm::vec3 in_maze) const;
  [[nodiscard]] glm::vec3 to_world(glm::vec3 in_maze) const;
  /// Returns the camera position in the maze without gaps, which determines the order of walls.
  [[nodiscard]] glm::dvec3 eye_in_maze(glm::vec3 eye) const;
  [[nodiscard]] glm::vec3 marble() const { return marble_; }
  [[nodiscard]] glm::quat rotation() const { return rotation_; }
  /// Returns the radius of the ball that contains the maze in every rotation.
  [[nodiscard]] float reach() const { return reach_; }

 private:
  float gap_;
  glm::ivec3 dims_;
  glm::quat rotation_, from_scene_;
  glm::mat4 model_;
  glm::vec3 marble_;
  float reach_;
};

struct SceneView;

/// Returns the twelve edges of the box between two corners.
[[nodiscard]] std::array<std::pair<glm::vec3, glm::vec3>, 12> box_edges(glm::vec3 low,
                                                                        glm::vec3 high);

/// Adds the lines inside the maze that are drawn before its walls: paths and trail.
void add_paths(const SceneView& view, std::vector<LineInstance>& lines);
/// Adds the predicted path of the current move and, dashed, the guess of the path predictor.
void add_predicted_paths(const SceneView& view, std::vector<LineInstance>& lines);
/// Returns the lines around the maze that are drawn last: hinge axis and other vectors of a move,
/// moves between orientation points, contacts, and rings at the cells in which the agent (dashed:
/// the path predictor) expects the marble to rest.
[[nodiscard]] std::vector<LineInstance> annotations(const SceneView& view);
/// Adds a circle that faces the camera.
void add_ring(glm::vec3 centre, float radius, glm::vec3 eye, glm::vec4 colour, float width,
              std::vector<LineInstance>& lines);
/// Adds the goal as a ball with a radius of at least `least_radius` cells.
void add_goal(const SceneView& view, float least_radius, std::vector<SolidInstance>& balls);
void add_orientation_points(const SceneView& view, std::vector<SolidInstance>& balls);
/// Returns the marble with the radius of the view, which may be larger than the real radius.
[[nodiscard]] SolidInstance marble_ball(const SceneView& view, glm::vec3 colour, glm::vec3 band);

/// Adds the remaining cells of a cellular automaton: a box in every cell, which shrinks while the
/// cell is filled, and lines through the passages between open cells. Draws only cells of the
/// visible slice.
void add_automaton(const SceneView& view, std::vector<SolidInstance>& boxes,
                   std::vector<LineInstance>& lines);

/// Returns the point that marks an orientation (thesis Figure 37): slightly outside the surface of
/// the box with these side lengths around the origin, in the direction of `up`.
[[nodiscard]] glm::vec3 orientation_point(glm::dvec3 up, glm::ivec3 dims);

}  // namespace marblemaze
