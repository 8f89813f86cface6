#include "render/scene/frame.h"

#include <glm/gtc/quaternion.hpp>

namespace marblemaze {

Scene between(const Scene& a, const Scene& b, double part) {
  Scene scene = b;
  scene.maze = {glm::mix(a.maze.position, b.maze.position, part),
                glm::slerp(a.maze.rotation, b.maze.rotation, part)};
  scene.marble = {glm::mix(a.marble.position, b.marble.position, part),
                  glm::slerp(a.marble.rotation, b.marble.rotation, part)};
  scene.time_s = a.time_s + (b.time_s - a.time_s) * part;
  return scene;
}

}  // namespace marblemaze
