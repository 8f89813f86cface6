#pragma once

#include <glm/glm.hpp>

namespace marblemaze {

/// A perspective camera that looks at a point from a direction. World
/// coordinates, z up, lengths in cells.
struct Camera {
  glm::vec3 target{0};
  float yaw_rad = 0.57f;    ///< of the eye about z, from the +x axis
  float pitch_rad = 0.23f;  ///< of the eye above the horizontal
  float distance = 10;
  float field_of_view_rad = 0.52f;  ///< vertical

  [[nodiscard]] glm::vec3 eye() const;
  [[nodiscard]] glm::mat4 view() const;
  /// `aspect` is width over height; the depth range hugs a ball of `reach` about the origin.
  [[nodiscard]] glm::mat4 projection(float aspect, float reach) const;

  /// Horizontal directions of the world: to the right of the picture, and away from who looks.
  [[nodiscard]] glm::vec3 right() const;
  [[nodiscard]] glm::vec3 away() const { return glm::cross(glm::vec3(0, 0, 1), right()); }
  /// To which side of the picture a direction points, x right, y away.
  [[nodiscard]] glm::vec2 side_of(const glm::vec3& direction) const {
    return {glm::dot(direction, right()), glm::dot(direction, away())};
  }

  /// Moves the target within the plane of the picture, by fractions of the picture's height.
  void pan(glm::vec2 heights);
  /// Turns the eye about the target; the pitch stays short of the poles.
  void orbit(glm::vec2 angles_rad);
  void zoom(float factor);
};

/// The distance from which a ball of this radius is seen whole, whatever way it turns: no corner of
/// a maze inside it can be cut off.
[[nodiscard]] float distance_to_see(float radius, float field_of_view_rad, float aspect);

}  // namespace marblemaze
