#pragma once

#include <memory>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include "engine/sim/fast/fast_step.h"
#include "engine/sim/wall_features.h"

namespace marblemaze {

/// Walls and laws of the fast model in one maze: all that a step reads and does not change.
struct FastModel {
  std::shared_ptr<const WallFeatures> features;  ///< of the maze; not null
  glm::dvec3 half_dims{0};                       ///< cells: half the sides of the maze
  FastLaws<double> laws{};

  /// The marble's centre in maze coordinates (0 to dims), cells.
  [[nodiscard]] glm::dvec3 in_maze(const FastBodies<double>& bodies) const {
    return vector(bodies.centre) + half_dims;
  }

  /// Not inline, since files that are compiled for one kind of processor call it.
  [[nodiscard]] Octant<double> octant_of(const FastBodies<double>& bodies) const;
  /// Finds what the marble touches, or may touch within a step.
  void find_contacts(const FastBodies<double>& bodies, Touching<double>& touching,
                     bool turning) const {
    const Octant<double> octant = features->octant(in_maze(bodies));
    touch(octant, octant.from_corner(bodies.centre), laws.radius, laws.half_thickness,
          laws.radius + reach(laws, bodies, turning), touching);
  }
};

/// Attitude of a maze that turns freely, from what is seen of the world's axes: the rounding of
/// many steps is taken out.
[[nodiscard]] inline glm::dmat3 tilt_attitude(const FastBodies<double>& bodies) {
  const glm::dvec3 up = -glm::normalize(vector(bodies.weight)), seen = vector(bodies.sideways);
  const glm::dvec3 x = glm::normalize(seen - up * glm::dot(up, seen));
  return glm::transpose(glm::dmat3(x, glm::cross(up, x), up));
}

}  // namespace marblemaze
