#include "engine/bullet/compound_walls.h"

#include <algorithm>
#include <cassert>
#include <vector>

#include <btBulletCollisionCommon.h>

namespace marblemaze {
namespace {

constexpr double kSame = 1e-9;  // cells: what rounding leaves of two equal lengths

btVector3 nearest_in(const btVector3& centre, const btVector3& half, const btVector3& point) {
  btVector3 nearest;
  for (int axis = 0; axis < 3; ++axis)
    nearest[axis] = std::clamp(point[axis], centre[axis] - half[axis], centre[axis] + half[axis]);
  return nearest;
}

bool contains(const btVector3& centre, const btVector3& half, const btVector3& point) {
  const btVector3 away = (point - centre).absolute() - half;
  return away.x() <= kSame && away.y() <= kSame && away.z() <= kSame;
}

}  // namespace

struct CompoundWalls::Boxes {
  struct Box {
    btVector3 centre, half;
  };

  void add_panel(int axis, const btVector3& centre);
  /// Is the point of this box nearest to `centre` no local minimum of the distance to all boxes?
  [[nodiscard]] bool hidden(int box, const btVector3& centre) const;

  std::vector<std::unique_ptr<btBoxShape>> panels;  ///< by the axis across them
  std::vector<Box> all;                             ///< by their index in the compound
  btCompoundShape compound{true};
};

CompoundWalls::~CompoundWalls() = default;

btCollisionShape* CompoundWalls::shape() { return &boxes_->compound; }

CompoundWalls::CompoundWalls(const Maze& maze, double thickness)
    : boxes_(std::make_unique<Boxes>()) {
  assert(thickness > 0);
  const glm::ivec3 dims = maze.grid().dims();
  for (int axis = 0; axis < 3; ++axis) {
    btVector3 half(0.5, 0.5, 0.5);
    half += btVector3(0.5, 0.5, 0.5) * thickness;
    half[axis] = 0.5 * thickness;
    boxes_->panels.push_back(std::make_unique<btBoxShape>(half));
    // Bullet's default of 0.04 is thicker than the wall.
    boxes_->panels.back()->setMargin(0.001 * thickness);
    glm::ivec3 p;
    for (p.z = axis == 2 ? -1 : 0; p.z < dims.z; ++p.z)
      for (p.y = axis == 1 ? -1 : 0; p.y < dims.y; ++p.y)
        for (p.x = axis == 0 ? -1 : 0; p.x < dims.x; ++p.x) {
          if (!maze.wall(p, {axis, +1})) continue;
          glm::dvec3 centre = glm::dvec3(p) + 0.5 - 0.5 * glm::dvec3(dims);
          centre[axis] += 0.5;
          boxes_->add_panel(axis, {centre.x, centre.y, centre.z});
        }
  }
}

void CompoundWalls::Boxes::add_panel(int axis, const btVector3& centre) {
  btBoxShape& panel = *panels[static_cast<std::size_t>(axis)];
  compound.addChildShape(btTransform(btMatrix3x3::getIdentity(), centre), &panel);
  all.push_back({centre, panel.getHalfExtentsWithMargin()});
}

// A box is convex. So if the nearest point of box A lies in box B, and B has a nearer one, then the
// way between the two points lies in B and comes ever nearer to the centre: the contact with A is
// none with the union.
bool CompoundWalls::Boxes::hidden(int box, const btVector3& centre) const {
  const Box& own = all[static_cast<std::size_t>(box)];
  const btVector3 point = nearest_in(own.centre, own.half, centre);
  const double distance = point.distance(centre);
  for (int other = 0; other < static_cast<int>(all.size()); ++other) {
    const Box& b = all[static_cast<std::size_t>(other)];
    if (other == box || !contains(b.centre, b.half, point)) continue;
    const double others = nearest_in(b.centre, b.half, centre).distance(centre);
    const bool repeated = others <= distance + kSame && other < box;
    if (others < distance - kSame || repeated) return true;
  }
  return false;
}

void CompoundWalls::drop_inner_contacts(btDispatcher& dispatcher, const btCollisionObject& walls,
                                        const btCollisionObject& marble) const {
  const btVector3 centre =
      walls.getWorldTransform().invXform(marble.getWorldTransform().getOrigin());
  for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
    btPersistentManifold& manifold = *dispatcher.getManifoldByIndexInternal(i);
    const bool walls_first = manifold.getBody0() == &walls;
    for (int k = manifold.getNumContacts() - 1; k >= 0; --k) {
      const btManifoldPoint& point = manifold.getContactPoint(k);
      const int box = walls_first ? point.m_index0 : point.m_index1;
      assert(box >= 0 && box < static_cast<int>(boxes_->all.size()));
      if (boxes_->hidden(box, centre)) manifold.removeContactPoint(k);
    }
  }
}

}  // namespace marblemaze
