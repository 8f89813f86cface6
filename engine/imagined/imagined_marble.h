#pragma once

#include <memory>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include "engine/imagined/imagined_step.h"
#include "engine/physics/wall_features.h"

namespace marblemaze {

inline glm::dvec3 vector(const Triple<double>& t) { return {t[0], t[1], t[2]}; }
inline Triple<double> triple(const glm::dvec3& v) { return {{v.x, v.y, v.z}}; }

/// What the marble can touch from the octant of a cell in which it is (WallFeatures).
template <class Real>
struct Octant {
  Triple<Real> half_dims;  ///< of the marble's maze
  Triple<Real> corner;     ///< the grid's vertex, maze coordinates
  Triple<Real> side;       ///< from the vertex to the marble: 1 or -1
  Real features[7];        ///< 1 for each bit of WallFeatures::Bit that is set, in their order
};

/// An imagined marble in its maze: all that a step reads and changes. Its back end steps it alone,
/// play_in_lanes() together with others.
struct ImaginedMarble {
  std::shared_ptr<const WallFeatures> features;  ///< of the maze; not null
  glm::dvec3 half_dims{0};                       ///< cells: half the sides of the maze
  ImaginedLaws<double> laws{};
  ImaginedBodies<double> bodies{};
  /// The last one in which lanes saw the marble; where it is still there, nobody looks it up again.
  Octant<double> octant{};

  /// The maze turns freely from now on; so far at no rate. `sideways` is the world's x axis.
  void begin_free_turn(const glm::dvec3& sideways) {
    bodies.axis = {};
    bodies.angle = 0;
    bodies.rate = 1;
    bodies.sideways = triple(sideways);
  }
  [[nodiscard]] bool turns_freely() const {
    return bodies.sideways[0] != 0 || bodies.sideways[1] != 0 || bodies.sideways[2] != 0;
  }
  /// Of the maze in a free turn, from what is seen of the world's axes: the rounding of many steps
  /// is taken out.
  [[nodiscard]] glm::dmat3 free_attitude() const {
    const glm::dvec3 up = -glm::normalize(vector(bodies.weight)), seen = vector(bodies.sideways);
    const glm::dvec3 x = glm::normalize(seen - up * glm::dot(up, seen));
    return glm::transpose(glm::dmat3(x, glm::cross(up, x), up));
  }

  /// The centre in maze coordinates (0 to dims), cells.
  [[nodiscard]] glm::dvec3 in_maze() const { return vector(bodies.centre) + half_dims; }

  /// What the marble touches, or may touch within a step.
  void find_contacts(Touching<double>& touching, bool turning) const {
    SortedContacts found;
    features->touch(in_maze(), laws.radius, laws.half_thickness, reach(laws, bodies, turning),
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

}  // namespace marblemaze
