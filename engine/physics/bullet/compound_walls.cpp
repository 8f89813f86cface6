#include "engine/physics/bullet/compound_walls.h"

#include <vector>

#include <btBulletCollisionCommon.h>

#include "engine/physics/wall_panels.h"

namespace marblemaze {

struct CompoundWalls::Boxes {
  explicit Boxes(const Maze& maze, double thickness);

  WallPanels panels;                                ///< by their index in the compound
  std::vector<std::unique_ptr<btBoxShape>> shapes;  ///< by the axis across them
  btCompoundShape compound{true};
};

CompoundWalls::Boxes::Boxes(const Maze& maze, double thickness) : panels(maze, thickness) {
  shapes.resize(3);
  for (const WallPanel& panel : panels.all()) {
    std::unique_ptr<btBoxShape>& shape = shapes[static_cast<std::size_t>(panel.axis)];
    if (!shape) {
      shape = std::make_unique<btBoxShape>(btVector3(panel.half.x, panel.half.y, panel.half.z));
      // Bullet's default of 0.04 is thicker than the wall.
      shape->setMargin(0.001 * thickness);
    }
    const btVector3 centre(panel.centre.x, panel.centre.y, panel.centre.z);
    compound.addChildShape(btTransform(btMatrix3x3::getIdentity(), centre), shape.get());
  }
}

CompoundWalls::CompoundWalls(const Maze& maze, double thickness)
    : boxes_(std::make_unique<Boxes>(maze, thickness)) {}

CompoundWalls::~CompoundWalls() = default;

btCollisionShape* CompoundWalls::shape() { return &boxes_->compound; }

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
      if (boxes_->panels.hidden(panel, centre)) manifold.removeContactPoint(k);
    }
  }
}

}  // namespace marblemaze
