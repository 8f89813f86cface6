#pragma once

#include <cmath>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"

namespace marblemaze {

/// Position and rotation of a body in the world frame W: p_W = position + rotation * p_local.
struct Pose {
  glm::dvec3 position{0};
  glm::dquat rotation{1, 0, 0, 0};
};

/// Contact between the marble and a wall, in world coordinates.
struct Contact {
  glm::dvec3 point;
  glm::dvec3 normal;  ///< from wall to marble
  double impulse;     ///< N s in the last step
};

/// Snapshot of a marble world at one tick, for drawing. The world frame has z up and its origin at
/// the centre of the maze. The maze frame extends from (0,0,0) to dims. A point p_M in the maze
/// frame is at maze_pose.position + maze_pose.rotation * (p_M - dims/2) in the world frame. Lengths
/// are in cells (1 cell = 1 m).
struct Scene {
  const Maze* maze = nullptr;
  ControlScheme control = ControlScheme::cube_8;
  Pose maze_pose;                 ///< centre of the maze
  Pose marble;                    ///< centre of the marble
  glm::dvec3 marble_velocity{0};  ///< cells/s, world frame
  glm::dvec3 hinge_axis{0};       ///< unit vector, world frame; zero while the maze is braked
  double marble_radius = 0;
  double wall_thickness = 0;
  double kinetic_energy_j = 0;    ///< of the marble (J)
  double time_s = 0;              ///< since reset (s)
  std::vector<Contact> contacts;  ///< empty unless the caller of World::scene() adds contacts

  [[nodiscard]] glm::dvec3 marble_in_maze() const {
    return glm::inverse(maze_pose.rotation) * (marble.position - maze_pose.position) +
           glm::dvec3(maze->grid().dims()) * 0.5;
  }
};

/// Returns the scene of a marble at rest in a state. The marble touches the lower walls of the
/// cell.
[[nodiscard]] Scene resting_scene(const Maze& maze, const OrientationScheme& scheme, StateId state,
                                  double marble_radius = 0.25, double wall_thickness = 0.06);

struct TiltLimits {
  double rate;          ///< rad/s
  double acceleration;  ///< rad/s²
};

/// Dynamic state of the marble and the maze, in maze axes. Apart from noise, this state determines
/// all future motion. The maze yaw and the marble rotation do not affect the motion, so they are
/// omitted.
struct TiltState {
  glm::dvec3 marble{0};       ///< centre of the marble, maze frame (cells)
  glm::dvec3 velocity{0};     ///< marble velocity relative to the rotating maze (cells/s)
  glm::dvec3 spin{0};         ///< angular velocity of the marble relative to the maze (rad/s)
  glm::dvec3 down{0, 0, -1};  ///< gravity direction, unit vector
  glm::dvec3 rate{0};         ///< angular velocity of the maze (rad/s)
};

/// Number of command steps from 0 to the limit along each axis. Commands are rounded to these
/// steps, so recordings can store commands exactly.
inline constexpr int kCommandSteps = 4096;
[[nodiscard]] inline glm::dvec3 fractions_of(glm::ivec3 steps) {
  return glm::dvec3(steps) / double{kCommandSteps};
}
/// Maximum length of a command; longer commands would overflow.
inline constexpr double kLargestCommand = 1e100;

/// Returns the command that rotates the maze until gravity pulls along `down` (unit vector, maze
/// axes). The rate is full if the remaining angle is at least `full` radians, and proportional to
/// smaller angles. Commands are fractions of the limit, as in MarbleWorld::set_command().
[[nodiscard]] inline glm::dvec3 command_for_down(const TiltState& state, glm::dvec3 down,
                                                 double full) {
  const glm::dvec3 axis = glm::cross(down, state.down);
  const double sine = glm::length(axis);
  if (sine < 1e-9) return {0, 0, 0};
  // Beyond a right angle, the sine decreases again although the angle increases.
  const double way = glm::dot(down, state.down) > 0 ? sine : 1;
  return axis / sine * std::fmin(way / full, 1.0);
}

}  // namespace marblemaze
