#include "render/scene/camera.h"

#include <algorithm>
#include <cmath>

#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_transform.hpp>

namespace marblemaze {
namespace {

constexpr float kSteepestPitch = 1.55f;  // rad; the up vector is undefined at the poles

glm::vec3 from_target(float yaw, float pitch) {
  return {std::cos(pitch) * std::cos(yaw), std::cos(pitch) * std::sin(yaw), std::sin(pitch)};
}

}  // namespace

glm::vec3 Camera::eye() const { return target + distance * from_target(yaw_rad, pitch_rad); }

glm::mat4 Camera::view() const { return glm::lookAt(eye(), target, glm::vec3(0, 0, 1)); }

glm::mat4 Camera::projection(float aspect, float reach) const {
  const float to_origin = glm::length(eye());
  const float nearest = std::max(to_origin - reach, 0.05f);
  return glm::perspective(field_of_view_rad, aspect, nearest,
                          std::max(to_origin + reach, nearest + 1.0f));
}

glm::vec3 Camera::right() const { return {-std::sin(yaw_rad), std::cos(yaw_rad), 0}; }

void Camera::pan(glm::vec2 heights) {
  const glm::mat4 v = view();
  const glm::vec3 right(v[0][0], v[1][0], v[2][0]), up(v[0][1], v[1][1], v[2][1]);
  const float height = 2.0f * distance * std::tan(field_of_view_rad / 2);
  target -= (right * heights.x - up * heights.y) * height;
}

void Camera::orbit(glm::vec2 angles_rad) {
  yaw_rad = std::remainder(yaw_rad + angles_rad.x, 6.2831853f);
  pitch_rad = std::clamp(pitch_rad + angles_rad.y, -kSteepestPitch, kSteepestPitch);
}

void Camera::zoom(float factor) { distance = std::clamp(distance * factor, 0.5f, 500.0f); }

float distance_to_see(float radius, float field_of_view_rad, float aspect) {
  const float half_height = field_of_view_rad / 2;
  const float half_width = std::atan(std::tan(half_height) * aspect);
  return radius / std::sin(std::min(half_height, half_width));
}

}  // namespace marblemaze
