#include "engine/sim/wall_features.h"

#include <algorithm>

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

/// For each set of bits the numbers of Octant::features.
constexpr auto kNumbersOfBits = [] {
  std::array<std::array<double, 7>, 128> numbers{};
  for (unsigned bits = 0; bits < 128; ++bits)
    for (unsigned bit = 0; bit < 7; ++bit) numbers[bits][bit] = bits >> bit & 1;
  return numbers;
}();

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

Octant<double> WallFeatures::octant(glm::dvec3 centre) const {
  const glm::ivec3 corner = nearest_vertex(centre, dims_);
  const glm::dvec3 offset = centre - glm::dvec3(corner);
  const unsigned seen = bits(corner, octant_of(offset));
  Octant<double> octant{triple(0.5 * glm::dvec3(dims_)), triple(glm::dvec3(corner)), {}, {}};
  for (int a = 0; a < 3; ++a) octant.side[a] = offset[a] < 0 ? -1.0 : 1.0;
  std::copy_n(kNumbersOfBits[seen].begin(), 7, octant.features);
  return octant;
}

int WallFeatures::touch(glm::dvec3 centre, double radius, double half_thickness, double reach,
                        std::array<WallContact, 4>& contacts) const {
  const Octant<double> octant = this->octant(centre);
  const glm::dvec3 from = glm::abs(centre - vector(octant.corner));
  Touching<double> touching;
  marblemaze::touch(octant, triple(from), radius, half_thickness, radius + reach, touching);
  std::size_t count = 0;
  for (int axis = 0; axis < 3; ++axis) {
    if (!touching.face[axis]) continue;
    glm::dvec3 normal(0);
    normal[axis] = touching.side[axis];
    contacts[count++] = {normal, touching.gap[axis]};
  }
  for (int i = 0; i < touching.rounded; ++i)
    contacts[count++] = {vector(touching.normal[i]), touching.rounded_gap[i]};
  return static_cast<int>(count);
}

}  // namespace marblemaze
