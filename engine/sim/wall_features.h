#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <glm/vec3.hpp>

#include "engine/sim/wall_contacts.h"
#include "maze/grid/maze.h"

namespace marblemaze {

/// Contact between a sphere and a wall, in maze coordinates.
struct WallContact {
  glm::dvec3 normal;  ///< unit vector from the wall to the sphere
  double gap;         ///< distance between the surfaces; negative if they overlap
};

inline glm::dvec3 vector(const Vec3<double>& t) { return {t[0], t[1], t[2]}; }
inline Vec3<double> vec3(const glm::dvec3& v) { return {{v.x, v.y, v.z}}; }

/// Lookup table of the walls that a sphere can touch. The walls are the union of all wall panels,
/// each extended by half the wall thickness on every side. The table is indexed by octants, which
/// are cubes of half a cell with a grid vertex at one corner.
///
/// Place the vertex of an octant at the origin, with the octant at positive coordinates. From the
/// octant, a sphere sees at most one face on each of the three axes, edges between two axes without
/// faces, and the vertex if there is neither a face nor an edge. Therefore, seven bits per octant
/// describe everything that the sphere can touch. Contacts are the local minima of the distance to
/// the union, so there are no ghost collisions at internal edges. The cost of a lookup does not
/// depend on the maze size. Requires: the radius of the sphere is less than half a cell.
class WallFeatures {
 public:
  explicit WallFeatures(const Maze& maze);

  /// Bit masks: the first of three faces (across x, y and z), the first of three edges (along x, y
  /// and z), and the vertex.
  static constexpr std::uint8_t kFace = 1, kEdge = 8, kVertex = 64;

  /// Returns the features of one octant at vertex `corner` (0 to dims). The octant is on the
  /// negative side of axis i if bit i of `octant` is set.
  [[nodiscard]] std::uint8_t bits(glm::ivec3 corner, int octant) const {
    return table_[index(corner) * 8 + octant];
  }

  [[nodiscard]] int octant_at(glm::dvec3 centre) const;
  /// Returns the features of all octants. Physics engines use no other information about walls.
  [[nodiscard]] const std::vector<std::uint8_t>& table() const { return table_; }
  /// Requires: this object outlives the view.
  [[nodiscard]] WallFeatureTable view() const {
    return {table_.data(), {dims_.x, dims_.y, dims_.z}};
  }

  /// Finds all contacts of a sphere with gaps of at most `reach`. Returns the number of contacts,
  /// at most 4. Requires: the centre is inside the box of the maze, and radius + reach +
  /// half_thickness is less than half a cell.
  int find_wall_contacts(glm::dvec3 centre, double radius, double half_thickness, double reach,
                         std::array<WallContact, 4>& contacts) const;

 private:
  [[nodiscard]] int index(glm::ivec3 corner) const {
    return (corner.z * (dims_.y + 1) + corner.y) * (dims_.x + 1) + corner.x;
  }

  glm::ivec3 dims_;
  std::vector<std::uint8_t> table_;  // [vertex][octant]
};

}  // namespace marblemaze
