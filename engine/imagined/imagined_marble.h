#pragma once

#include <memory>

#include <glm/vec3.hpp>

#include "engine/imagined/imagined_step.h"

namespace marblemaze {

inline glm::dvec3 vector(const Triple<double>& t) { return {t[0], t[1], t[2]}; }
inline Triple<double> triple(const glm::dvec3& v) { return {{v.x, v.y, v.z}}; }

/// An imagined marble in its maze: all that a step reads and changes. Its back end steps it alone,
/// ImaginedLanes together with others.
struct ImaginedMarble {
  std::shared_ptr<const WallFeatures> features;  ///< of the maze; not null
  glm::dvec3 half_dims{0};                       ///< cells: half the sides of the maze
  ImaginedLaws<double> laws{};
  ImaginedBodies<double> bodies{};

  /// The centre in maze coordinates (0 to dims), cells.
  [[nodiscard]] glm::dvec3 in_maze() const { return vector(bodies.centre) + half_dims; }

  /// What the marble touches, or may touch within a step.
  void find_contacts(SortedContacts& found) const {
    features->touch(in_maze(), laws.radius, laws.half_thickness, reach(laws, bodies), found);
  }
};

}  // namespace marblemaze
