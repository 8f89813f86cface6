#include "engine/physics/wall_features.h"

#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

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
  const auto has = [&](int axis, int flipped) {
    return panel(maze, corner, axis, octant ^ flipped);
  };
  std::uint8_t bits = 0;
  for (int axis = 0; axis < 3; ++axis)
    if (has(axis, 0)) bits |= static_cast<std::uint8_t>(WallFeatures::face_x << axis);
  const int faces = bits;
  for (int along = 0; along < 3; ++along) {
    const int a = (along + 1) % 3, b = (along + 2) % 3;
    const bool hidden = faces & ((1 << a) | (1 << b));
    if (!hidden && (has(a, 1 << b) || has(b, 1 << a)))
      bits |= static_cast<std::uint8_t>(WallFeatures::edge_yz << along);
  }
  bool any_far = false;
  for (int axis = 0; axis < 3; ++axis) any_far = any_far || has(axis, 7);
  if (bits == 0 && any_far) bits = WallFeatures::vertex;
  return bits;
}

/// Clamped first, and 0 where it is no number: other numbers have no whole ones.
glm::ivec3 nearest_vertex(glm::dvec3 centre, glm::ivec3 dims) {
  return glm::ivec3(glm::min(glm::max(glm::dvec3(0), centre + 0.5), glm::dvec3(dims)));
}

int octant_of(glm::dvec3 offset) {
  return (offset.x < 0 ? 1 : 0) | (offset.y < 0 ? 2 : 0) | (offset.z < 0 ? 4 : 0);
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
  const glm::ivec3 corner = nearest_vertex(centre, dims_);
  return index(corner) * 8 + octant_of(centre - glm::dvec3(corner));
}

std::uint8_t WallFeatures::look_up(glm::dvec3 centre, glm::dvec3& corner, glm::dvec3& side) const {
  const glm::ivec3 nearest = nearest_vertex(centre, dims_);
  corner = glm::dvec3(nearest);
  const glm::dvec3 offset = centre - corner;
  side = {offset.x < 0 ? -1.0 : 1.0, offset.y < 0 ? -1.0 : 1.0, offset.z < 0 ? -1.0 : 1.0};
  return bits(nearest, octant_of(offset));
}

void WallFeatures::touch(glm::dvec3 centre, double radius, double half_thickness, double reach,
                         SortedContacts& contacts) const {
  glm::dvec3 corner, side;
  const std::uint8_t near = look_up(centre, corner, side);
  const glm::dvec3 to_surface = glm::abs(centre - corner) - half_thickness;
  const double limit = radius + reach;

  contacts.face = {(near & face_x) && to_surface.x <= limit,
                   (near & face_y) && to_surface.y <= limit,
                   (near & face_z) && to_surface.z <= limit};
  contacts.side = {side.x, side.y, side.z};
  contacts.gap = {to_surface.x - radius, to_surface.y - radius, to_surface.z - radius};
  contacts.rounded = 0;
  if (!(near & (edge_yz | edge_zx | edge_xy | vertex))) return;

  const auto rounded = [&](glm::dvec3 out) {
    const double distance2 = glm::dot(out, out);
    if (distance2 > limit * limit || distance2 == 0) return;
    const double distance = std::sqrt(distance2);
    contacts.around[static_cast<std::size_t>(contacts.rounded++)] = {side * out / distance,
                                                                     distance - radius};
  };
  const glm::dvec3 outside = glm::max(to_surface, 0.0);
  // Within half a thickness of a grid plane the two edges across that axis show their flat ends,
  // which hide the edge along it as faces do.
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
}

int WallFeatures::touch(glm::dvec3 centre, double radius, double half_thickness, double reach,
                        std::array<WallContact, 4>& contacts) const {
  SortedContacts sorted;
  touch(centre, radius, half_thickness, reach, sorted);
  std::size_t count = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    if (!sorted.face[a]) continue;
    glm::dvec3 normal(0);
    normal[axis] = sorted.side[a];
    contacts[count++] = {normal, sorted.gap[a]};
  }
  for (int i = 0; i < sorted.rounded; ++i)
    contacts[count++] = sorted.around[static_cast<std::size_t>(i)];
  return static_cast<int>(count);
}

}  // namespace marblemaze
