#pragma once

#include <glm/glm.hpp>

namespace marblemaze {

/// Perspective camera that looks at a target. The world z axis points up. Lengths are in cells.
struct Camera {
  glm::vec3 target{0};
  float yaw_rad = 0.57f;    ///< angle about z, from the +x axis
  float pitch_rad = 0.23f;  ///< angle above the horizontal
  float distance = 10;
  float field_of_view_rad = 0.52f;  ///< vertical

  [[nodiscard]] glm::vec3 eye() const;
  [[nodiscard]] glm::mat4 view() const;
  /// Returns the projection matrix for an aspect ratio (width / height). The depth range contains a
  /// ball of radius `reach` around the origin.
  [[nodiscard]] glm::mat4 projection(float aspect, float reach) const;

  /// Returns a horizontal unit vector: right() points to the right of the image, and away() points
  /// away from the camera.
  [[nodiscard]] glm::vec3 right() const;
  [[nodiscard]] glm::vec3 away() const { return glm::cross(glm::vec3(0, 0, 1), right()); }
  /// Returns the image direction of a world direction (x right, y away).
  [[nodiscard]] glm::vec2 side_of(const glm::vec3& direction) const {
    return {glm::dot(direction, right()), glm::dot(direction, away())};
  }

  /// Moves the target parallel to the image, in fractions of the image height.
  void pan(glm::vec2 heights);
  /// Rotates the camera about the target. Clamps the pitch below 90 degrees.
  void orbit(glm::vec2 angles_rad);
  void zoom(float factor);
};

/// Returns the camera distance at which a ball of this radius is completely visible.
[[nodiscard]] float distance_to_see(float radius, float field_of_view_rad, float aspect);

}  // namespace marblemaze
