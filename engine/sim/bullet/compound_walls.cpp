#include "engine/sim/bullet/compound_walls.h"

#include <cassert>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace marblemaze {

static constexpr double kSame = 1e-9;  // cells: what rounding leaves of two equal lengths

CompoundWalls::CompoundWalls(const Maze& maze, double thickness) {
  assert(thickness > 0);
  const glm::ivec3 dims = maze.grid().dims();
  for (int axis = 0; axis < 3; ++axis) {
    glm::ivec3 p;
    for (p.z = axis == 2 ? -1 : 0; p.z < dims.z; ++p.z)
      for (p.y = axis == 1 ? -1 : 0; p.y < dims.y; ++p.y)
        for (p.x = axis == 0 ? -1 : 0; p.x < dims.x; ++p.x) {
          if (!maze.wall(p, {axis, +1})) continue;
          glm::dvec3 centre = glm::dvec3(p) + 0.5 - 0.5 * glm::dvec3(dims);
          centre[axis] += 0.5;
          add(axis, centre, thickness);
        }
  }
}

void CompoundWalls::add(int axis, const glm::dvec3& centre, double thickness) {
  glm::dvec3 half(0.5 + 0.5 * thickness);
  half[axis] = 0.5 * thickness;
  std::unique_ptr<btBoxShape>& box = boxes_[axis];
  if (!box) {
    box = std::make_unique<btBoxShape>(btVector3(half.x, half.y, half.z));
    // Bullet's default of 0.04 is thicker than the wall.
    box->setMargin(0.001 * thickness);
  }
  compound_.addChildShape(
      btTransform(btMatrix3x3::getIdentity(), btVector3(centre.x, centre.y, centre.z)), box.get());
  panels_.push_back({centre, half});
}

glm::dvec3 CompoundWalls::Panel::nearest(const glm::dvec3& point) const {
  return glm::clamp(point, centre - half, centre + half);
}

bool CompoundWalls::Panel::contains(const glm::dvec3& point) const {
  const glm::dvec3 away = glm::abs(point - centre) - half;
  return away.x <= kSame && away.y <= kSame && away.z <= kSame;
}

// A box is convex. So if the nearest point of box A lies in box B, and B has a nearer one, then the
// way between the two points lies in B and comes ever nearer to the centre: the contact with A is
// none with the union.
bool CompoundWalls::hidden(std::size_t panel, const glm::dvec3& centre) const {
  const glm::dvec3 point = panels_[panel].nearest(centre);
  const double distance = glm::distance(point, centre);
  for (std::size_t other = 0; other < panels_.size(); ++other) {
    if (other == panel || !panels_[other].contains(point)) continue;
    const double others = glm::distance(panels_[other].nearest(centre), centre);
    const bool repeated = others <= distance + kSame && other < panel;
    if (others < distance - kSame || repeated) return true;
  }
  return false;
}

void CompoundWalls::drop_inner_contacts(btDispatcher& dispatcher, const btCollisionObject& walls,
                                        const btCollisionObject& marble) const {
  const btVector3 from = walls.getWorldTransform().invXform(marble.getWorldTransform().getOrigin());
  const glm::dvec3 centre(from.x(), from.y(), from.z());
  for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
    btPersistentManifold& manifold = *dispatcher.getManifoldByIndexInternal(i);
    const bool walls_first = manifold.getBody0() == &walls;
    for (int k = manifold.getNumContacts() - 1; k >= 0; --k) {
      const btManifoldPoint& point = manifold.getContactPoint(k);
      const int panel = walls_first ? point.m_index0 : point.m_index1;
      if (hidden(static_cast<std::size_t>(panel), centre)) manifold.removeContactPoint(k);
    }
  }
}

}  // namespace marblemaze
