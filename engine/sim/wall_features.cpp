#include "engine/sim/wall_features.h"

#include <algorithm>

#include <glm/common.hpp>

namespace marblemaze {
namespace {

/// Returns true if a wall panel normal to `axis` touches vertex `corner` in the quadrant given by
/// the signs of the octant on the other two axes.
bool panel(const Maze& maze, glm::ivec3 corner, int axis, int octant) {
  glm::ivec3 above = corner;  // cell on the positive side of the panel
  for (int other = 0; other < 3; ++other)
    if (other != axis && ((octant >> other) & 1)) --above[other];
  glm::ivec3 below = above;
  --below[axis];
  return maze.has_wall(below, {axis, +1});
}

std::uint8_t features(const Maze& maze, glm::ivec3 corner, int octant) {
  const auto has = [&](int axis, int flipped) {
    return panel(maze, corner, axis, octant ^ flipped);
  };
  std::uint8_t bits = 0;
  for (int axis = 0; axis < 3; ++axis)
    if (has(axis, 0)) bits |= static_cast<std::uint8_t>(WallFeatures::kFace << axis);
  const int faces = bits;
  for (int along = 0; along < 3; ++along) {
    const int a = (along + 1) % 3, b = (along + 2) % 3;
    const bool hidden = faces & ((1 << a) | (1 << b));
    if (!hidden && (has(a, 1 << b) || has(b, 1 << a)))
      bits |= static_cast<std::uint8_t>(WallFeatures::kEdge << along);
  }
  bool any_far = false;
  for (int axis = 0; axis < 3; ++axis) any_far = any_far || has(axis, 7);
  if (bits == 0 && any_far) bits = WallFeatures::kVertex;
  return bits;
}

}  // namespace

WallFeatures::WallFeatures(const Maze& maze)
    : dims_(maze.grid().dims()),
      table_(static_cast<std::size_t>((dims_.x + 1) * (dims_.y + 1) * (dims_.z + 1)) * 8) {
  std::size_t next = 0;
  for (int z = 0; z <= dims_.z; ++z)
    for (int y = 0; y <= dims_.y; ++y)
      for (int x = 0; x <= dims_.x; ++x)
        for (int octant = 0; octant < 8; ++octant)
          table_[next++] = features(maze, {x, y, z}, octant);
}

int WallFeatures::octant_at(glm::dvec3 centre) const {
  int index;
  static_cast<void>(view().place(vec3(centre), index));
  return index;
}

int WallFeatures::find_wall_contacts(glm::dvec3 centre, double radius, double half_thickness,
                                     double reach, std::array<WallContact, 4>& contacts) const {
  const Octant<double> octant = view().octant(vec3(centre));
  const glm::dvec3 from = glm::abs(centre - vector(octant.corner));
  SphereContacts<double> found;
  marblemaze::find_wall_contacts(octant, vec3(from), radius, half_thickness, radius + reach, found);
  std::size_t count = 0;
  for (int axis = 0; axis < 3; ++axis) {
    if (!found.face[axis]) continue;
    glm::dvec3 normal(0);
    normal[axis] = found.side[axis];
    contacts[count++] = {normal, found.gap[axis]};
  }
  for (int i = 0; i < found.rounded; ++i)
    contacts[count++] = {vector(found.normal[i]), found.rounded_gap[i]};
  return static_cast<int>(count);
}

}  // namespace marblemaze
