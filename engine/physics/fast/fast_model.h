#pragma once

#include <memory>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include "engine/physics/fast/fast_step.h"
#include "engine/physics/wall_features.h"

namespace marblemaze {

inline glm::dvec3 vector(const Triple<double>& t) { return {t[0], t[1], t[2]}; }
inline Triple<double> triple(const glm::dvec3& v) { return {{v.x, v.y, v.z}}; }

/// Walls and laws of the fast model in one maze: all that a step reads and does not change.
struct FastModel {
  std::shared_ptr<const WallFeatures> features;  ///< of the maze; not null
  glm::dvec3 half_dims{0};                       ///< cells: half the sides of the maze
  FastLaws<double> laws{};

  /// The marble's centre in maze coordinates (0 to dims), cells.
  [[nodiscard]] glm::dvec3 in_maze(const FastBodies<double>& bodies) const {
    return vector(bodies.centre) + half_dims;
  }

  /// Finds what the marble touches, or may touch within a step.
  void find_contacts(const FastBodies<double>& bodies, Touching<double>& touching,
                     bool turning) const {
    SortedContacts found;
    features->touch(in_maze(bodies), laws.radius, laws.half_thickness, reach(laws, bodies, turning),
                    found);
    for (int a = 0; a < 3; ++a) {
      const auto axis = static_cast<std::size_t>(a);
      touching.face[a] = found.face[axis];
      touching.side[a] = found.side[axis];
      touching.gap[a] = found.gap[axis];
    }
    touching.rounded = found.rounded;
    for (int i = 0; i < found.rounded; ++i) {
      const WallContact& contact = found.around[static_cast<std::size_t>(i)];
      touching.has_rounded[i] = true;
      touching.normal[i] = triple(contact.normal);
      touching.rounded_gap[i] = contact.gap;
    }
  }
};

/// Attitude of a maze that turns freely, from what is seen of the world's axes: the rounding of
/// many steps is taken out.
[[nodiscard]] inline glm::dmat3 free_attitude(const FastBodies<double>& bodies) {
  const glm::dvec3 up = -glm::normalize(vector(bodies.weight)), seen = vector(bodies.sideways);
  const glm::dvec3 x = glm::normalize(seen - up * glm::dot(up, seen));
  return glm::transpose(glm::dmat3(x, glm::cross(up, x), up));
}

}  // namespace marblemaze
