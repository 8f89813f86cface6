#include "maze/world/scene.h"

namespace marblemaze {

Scene still_scene(const Maze& maze, const OrientationScheme& scheme, StateId state,
                  double marble_radius, double wall_thickness) {
  Scene scene;
  const OrientationId orientation = scheme.orientation(state);
  scene.maze = &maze;
  scene.control = scheme.control();
  scene.maze_pose.rotation = glm::dquat(scheme.up(orientation), glm::dvec3(0, 0, 1));
  glm::dvec3 place = glm::dvec3(maze.grid().position(scheme.cell(state))) + 0.5;
  for (const Direction down : scheme.down(orientation))
    place[down.axis] += down.sign * (0.5 - wall_thickness / 2 - marble_radius);
  scene.marble.position = scene.maze_pose.rotation * (place - glm::dvec3(maze.grid().dims()) * 0.5);
  scene.marble.rotation = scene.maze_pose.rotation;
  scene.marble_radius = marble_radius;
  scene.wall_thickness = wall_thickness;
  return scene;
}

}  // namespace marblemaze
