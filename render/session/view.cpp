#include "render/session/view.h"

#include <algorithm>
#include <cmath>

#include "render/scene/draw_lists.h"

namespace marblemaze {
namespace {

// The ball in which the maze turns fills this part of the free scene.
constexpr float kFilled = 0.92f;
constexpr int kFollowedSide = 20;  // cells: from here on the camera follows the marble

}  // namespace

void View::look_at_marble() {
  camera.target = MazePlacement(marble_->about().scene(), look).marble();
}

void View::reset_camera() {
  camera = Camera{};
  const Grid& grid = marble_->about().maze().grid();
  follow_marble = std::max({grid.dims().x, grid.dims().y, grid.dims().z}) >= kFollowedSide;
  if (follow_marble) look_at_marble();
  camera.distance = whole_distance();
  if (grid.layers() == Layers::flat) look_along(Axis::z);
}

void View::fit_maze() {
  follow_marble = false;
  camera.target = glm::vec3(0);
  camera.distance = whole_distance();
}

void View::fit_camera(float aspect) {
  const float before = whole_distance();
  aspect_ = aspect;
  camera.distance *= whole_distance() / before;
}

float View::whole_distance() const {
  const glm::vec3 whole(marble_->about().maze().grid().dims());
  const glm::vec3 dims = follow_marble ? glm::min(whole, kFollowedSide * 1.0f) : whole;
  const glm::vec3 extent = dims + glm::vec3(0, 0, look.explode * (dims.z - 1));
  return distance_to_see(glm::length(extent) * 0.5f / kFilled, camera.field_of_view_rad, aspect_);
}

void View::look_along(Axis axis) {
  const glm::dquat rotation = look.frame == ReferenceFrame::maze
                                  ? glm::dquat(1, 0, 0, 0)
                                  : marble_->about().scene().maze_pose.rotation;
  glm::dvec3 from(0);
  from[static_cast<int>(axis)] = 1;
  from = rotation * from;
  camera.target = glm::vec3(0);
  camera.yaw_rad = static_cast<float>(std::atan2(from.y, from.x));
  camera.pitch_rad = 0;
  camera.orbit({0, static_cast<float>(std::asin(std::clamp(from.z, -1.0, 1.0)))});
}

}  // namespace marblemaze
