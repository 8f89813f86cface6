#include "render/scene/frame.h"

namespace marblemaze {

Scene between(const Scene& a, const Scene& b, double part) {
  Scene scene = b;
  scene.maze_pose = {glm::mix(a.maze_pose.position, b.maze_pose.position, part),
                     glm::slerp(a.maze_pose.rotation, b.maze_pose.rotation, part)};
  scene.marble = {glm::mix(a.marble.position, b.marble.position, part),
                  glm::slerp(a.marble.rotation, b.marble.rotation, part)};
  scene.time_s = a.time_s + (b.time_s - a.time_s) * part;
  return scene;
}

}  // namespace marblemaze
