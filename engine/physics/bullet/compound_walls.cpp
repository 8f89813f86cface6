#include "engine/physics/bullet/compound_walls.h"

namespace marblemaze {

CompoundWalls::CompoundWalls(const Maze& maze, double thickness)
    : panels_(maze, thickness), boxes_(3) {
  for (const WallPanel& panel : panels_.all()) {
    std::unique_ptr<btBoxShape>& box = boxes_[static_cast<std::size_t>(panel.axis)];
    if (!box) {
      box = std::make_unique<btBoxShape>(btVector3(panel.half.x, panel.half.y, panel.half.z));
      // Bullet's default of 0.04 is thicker than the wall.
      box->setMargin(0.001 * thickness);
    }
    const btVector3 centre(panel.centre.x, panel.centre.y, panel.centre.z);
    compound_.addChildShape(btTransform(btMatrix3x3::getIdentity(), centre), box.get());
  }
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
      if (panels_.hidden(panel, centre)) manifold.removeContactPoint(k);
    }
  }
}

}  // namespace marblemaze
