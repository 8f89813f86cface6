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

/// Four bytes of colour, red first.
using Rgba8 = std::uint32_t;
[[nodiscard]] Rgba8 rgba8(glm::vec4 colour);
[[nodiscard]] inline Rgba8 rgba8(glm::vec3 colour, float alpha = 1.0f) {
  return rgba8(glm::vec4(colour, alpha));
}

/// One line as the graphics card gets it; widths in points (1/720 of the picture's height).
struct LineInstance {
  glm::vec3 from;
  float from_width;
  glm::vec3 to;
  float to_width;
  Rgba8 from_colour, to_colour;
};

/// One round or square solid; `stripe` with alpha shows rolling.
struct SolidInstance {
  glm::vec3 centre;
  glm::vec3 size;  ///< half extents
  glm::vec4 rotation{0, 0, 0, 1};
  Rgba8 colour;
  Rgba8 stripe = 0;
};

/// Where maze coordinates lie in the picture: rotation about the maze's centre, and the gap between
/// layers when they are pulled apart along z.
class MazePlacement {
 public:
  MazePlacement(const Scene& scene, const ViewOptions& look);

  [[nodiscard]] glm::mat4 model() const { return model_; }
  /// World frame of the picture from the world frame of the scene: the identity unless the picture
  /// stands still with the maze.
  [[nodiscard]] glm::quat from_scene() const { return from_scene_; }
  /// From the maze's coordinates to those in which walls are drawn.
  [[nodiscard]] glm::vec3 spread(glm::vec3 in_maze) const;
  [[nodiscard]] glm::vec3 to_world(glm::vec3 in_maze) const;
  /// The eye in the unexploded maze, for ordering walls.
  [[nodiscard]] glm::dvec3 eye_in_maze(glm::vec3 eye) const;
  [[nodiscard]] glm::vec3 marble() const { return marble_; }
  [[nodiscard]] glm::quat rotation() const { return rotation_; }
  /// Radius of the ball in which the maze turns.
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

/// The twelve edges of the box between two corners.
[[nodiscard]] std::array<std::pair<glm::vec3, glm::vec3>, 12> box_edges(glm::vec3 low,
                                                                        glm::vec3 high);

/// What lies in the maze and is drawn before its walls: paths, trail.
void add_paths(const SceneView& view, std::vector<LineInstance>& lines);
/// Adds the path that the agent expects the move under way to take and, dashed, the guessed one.
void add_predicted_paths(const SceneView& view, std::vector<LineInstance>& lines);
/// What belongs around the maze and is drawn last: hinge axis and the other vectors of a move,
/// moves between orientation points, contacts, and rings about the places where the agent expects
/// the marble to come to rest and, dashed, where the path predictor guesses it.
[[nodiscard]] std::vector<LineInstance> annotations(const SceneView& view);
/// A circle that faces the eye.
void add_ring(glm::vec3 centre, float radius, glm::vec3 eye, glm::vec4 colour, float width,
              std::vector<LineInstance>& lines);
/// The goal as a ball. It is not drawn smaller than `least_radius`, in cells.
void add_goal(const SceneView& view, float least_radius, std::vector<SolidInstance>& balls);
void add_orientation_points(const SceneView& view, std::vector<SolidInstance>& balls);
/// As large as the view says, which may be more than the marble's own size.
[[nodiscard]] SolidInstance marble_ball(const SceneView& view, glm::vec3 colour, glm::vec3 band);

/// What a cellular automaton has left: a box in every cell, which shrinks away while it is filled,
/// and lines through the passages between open cells. Only cells of the slice shown.
void add_automaton(const SceneView& view, std::vector<SolidInstance>& boxes,
                   std::vector<LineInstance>& lines);

/// A point on the surface of the box of these sides about the origin, a little outside it, in the
/// direction of `up`: where an orientation is marked (thesis Figure 37).
[[nodiscard]] glm::vec3 orientation_point(glm::dvec3 up, glm::ivec3 dims);

}  // namespace marblemaze
