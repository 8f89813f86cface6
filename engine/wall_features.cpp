#include "engine/wall_features.h"

#include <algorithm>
#include <cmath>

namespace marblemaze {
namespace {

/// Is there a wall panel at `corner`, normal to `axis`, in the quadrant given by the signs of the
/// octant on the two other axes?
bool panel(const Maze& maze, glm::ivec3 corner, int axis, int octant) {
  glm::ivec3 above = corner;  // the cell on the panel's positive side
  for (int other = 0; other < 3; ++other)
    if (other != axis && ((octant >> other) & 1)) --above[other];
  glm::ivec3 below = above;
  --below[axis];
  return maze.wall(below, {axis, +1});
}

std::uint8_t features(const Maze& maze, glm::ivec3 corner, int octant) {
  const auto has = [&](int axis, int flipped) { return panel(maze, corner, axis, octant ^ flipped); };
  std::uint8_t bits = 0;
  for (int axis = 0; axis < 3; ++axis)
    if (has(axis, 0)) bits |= static_cast<std::uint8_t>(WallFeatures::face_x << axis);
  const int faces = bits;
  for (int along = 0; along < 3; ++along) {
    const int a = (along + 1) % 3, b = (along + 2) % 3;
    const bool hidden = faces & ((1 << a) | (1 << b));
    if (!hidden && (has(a, 1 << b) || has(b, 1 << a))) bits |= static_cast<std::uint8_t>(WallFeatures::edge_yz << along);
  }
  bool any_far = false;
  for (int axis = 0; axis < 3; ++axis) any_far = any_far || has(axis, 7);
  if (bits == 0 && any_far) bits = WallFeatures::vertex;
  return bits;
}

int nearest_vertex(double coordinate, int side) {
  return std::clamp(static_cast<int>(std::floor(coordinate + 0.5)), 0, side);
}

}  // namespace

WallFeatures::WallFeatures(const Maze& maze)
    : dims_(maze.grid().dims()),
      table_(static_cast<std::size_t>((dims_.x + 1) * (dims_.y + 1) * (dims_.z + 1)) * 8) {
  std::size_t next = 0;
  for (int z = 0; z <= dims_.z; ++z)
    for (int y = 0; y <= dims_.y; ++y)
      for (int x = 0; x <= dims_.x; ++x)
        for (int octant = 0; octant < 8; ++octant) table_[next++] = features(maze, {x, y, z}, octant);
}

int WallFeatures::octant_at(glm::dvec3 centre) const {
  glm::ivec3 corner;
  int octant = 0;
  for (int axis = 0; axis < 3; ++axis) {
    corner[axis] = nearest_vertex(centre[axis], dims_[axis]);
    if (centre[axis] < corner[axis]) octant |= 1 << axis;
  }
  return index(corner) * 8 + octant;
}

int WallFeatures::touch(glm::dvec3 centre, double radius, double half_thickness, double reach,
                        std::array<WallContact, 4>& contacts) const {
  glm::ivec3 corner;
  glm::dvec3 sign, gap;
  int octant = 0;
  for (int axis = 0; axis < 3; ++axis) {
    corner[axis] = nearest_vertex(centre[axis], dims_[axis]);
    const double offset = centre[axis] - corner[axis];
    sign[axis] = offset < 0 ? -1.0 : 1.0;
    if (offset < 0) octant |= 1 << axis;
    gap[axis] = std::abs(offset) - half_thickness;
  }
  const std::uint8_t near = bits(corner, octant);
  const double limit = radius + reach;
  int count = 0;
  for (int axis = 0; axis < 3; ++axis)
    if ((near >> axis) & 1 && gap[axis] <= limit) {
      glm::dvec3 normal(0);
      normal[axis] = sign[axis];
      contacts[static_cast<std::size_t>(count++)] = {normal, gap[axis] - radius};
    }
  const auto rounded = [&](glm::dvec3 offset) {
    const double distance = std::sqrt(offset.x * offset.x + offset.y * offset.y + offset.z * offset.z);
    if (distance > limit || distance == 0) return;
    contacts[static_cast<std::size_t>(count++)] = {sign * offset / distance, distance - radius};
  };
  const glm::dvec3 outside = {std::max(gap.x, 0.0), std::max(gap.y, 0.0), std::max(gap.z, 0.0)};
  // Within half a thickness of a grid plane the two edges across that axis show their flat ends, which
  // hide the edge along it as faces do.
  std::uint8_t seen = near;
  for (int along = 0; along < 3; ++along) {
    const int edge = edge_yz << along;
    const int others = (edge_yz | edge_zx | edge_xy) & ~edge;
    if (outside[along] == 0 && (seen & others)) seen &= static_cast<std::uint8_t>(~edge);
  }
  if (seen & edge_yz) rounded({0, outside.y, outside.z});
  if (seen & edge_zx) rounded({outside.x, 0, outside.z});
  if (seen & edge_xy) rounded({outside.x, outside.y, 0});
  if (seen & vertex) rounded(outside);
  return count;
}

}  // namespace marblemaze
