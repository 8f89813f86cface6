#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <glm/vec3.hpp>

#include "engine/sim/wall_contacts.h"
#include "maze/grid/maze.h"

namespace marblemaze {

/// Contact of a sphere that touches, or nearly touches, the walls, in maze coordinates.
struct WallContact {
  glm::dvec3 normal;  ///< unit vector, from wall to sphere
  double gap;         ///< distance between the surfaces; negative when they overlap
};

MARBLEMAZE_HOST_DEVICE inline glm::dvec3 vector(const Triple<double>& t) {
  return {t[0], t[1], t[2]};
}
MARBLEMAZE_HOST_DEVICE inline Triple<double> triple(const glm::dvec3& v) {
  return {{v.x, v.y, v.z}};
}

/// Walls as met by a sphere smaller than half a cell: the union of all wall panels, each extended
/// by half a thickness on every side, indexed by half cell.
///
/// From an octant of half a cell, with its grid vertex at the origin and the centre of the sphere
/// at d >= 0, the visible parts of the union are at most a face on each of the three axes, an edge
/// between two axes without faces, and the vertex if there is neither a face nor an edge. So eight
/// bits for each octant of each vertex describe everything that can be touched. Contacts are the
/// local minima of the distance to the union, so there are no ghost collisions at internal edges.
/// The cost does not depend on the size of the maze.
class WallFeatures {
 public:
  explicit WallFeatures(const Maze& maze);

  /// First bits of the faces (across x, y, z) and of the edges (along x, y, z), and the bit of the
  /// vertex.
  static constexpr std::uint8_t kFace = 1, kEdge = 8, kVertex = 64;

  /// Returns the features around vertex `corner` (0 to dims) in the octant whose sign on axis i is
  /// negative if bit i of `octant` is set.
  [[nodiscard]] std::uint8_t bits(glm::ivec3 corner, int octant) const {
    return table_[static_cast<std::size_t>(index(corner) * 8 + octant)];
  }

  /// Returns the index in table() of the octant that contains a centre.
  [[nodiscard]] int octant_at(glm::dvec3 centre) const;
  /// Returns the bits of all octants: all information about the walls that can affect a sphere.
  [[nodiscard]] const std::vector<std::uint8_t>& table() const { return table_; }
  /// Returns the table in the format that steps use. Requires: this object outlives the result.
  [[nodiscard]] WallFeatureTable view() const {
    return {table_.data(), {dims_.x, dims_.y, dims_.z}};
  }

  /// Finds all contacts of a sphere with gaps of at most `reach`. Returns their number, at most 4.
  /// Requires: the centre is inside the box; radius + reach + half a thickness < half a cell.
  int touch(glm::dvec3 centre, double radius, double half_thickness, double reach,
            std::array<WallContact, 4>& contacts) const;

 private:
  [[nodiscard]] int index(glm::ivec3 corner) const {
    return (corner.z * (dims_.y + 1) + corner.y) * (dims_.x + 1) + corner.x;
  }

  glm::ivec3 dims_;
  std::vector<std::uint8_t> table_;  // [vertex][octant]
};

}  // namespace marblemaze
