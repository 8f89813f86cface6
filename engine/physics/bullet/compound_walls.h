#pragma once

#include <memory>
#include <vector>

#include <btBulletCollisionCommon.h>

#include "engine/physics/wall_panels.h"
#include "maze/grid/maze.h"

namespace marblemaze {

/// The wall panels as Bullet takes shapes as they come: a compound of their boxes, and contacts
/// that are sorted out after they are found, as WallPanels says.
class CompoundWalls {
 public:
  /// Coordinates: the maze's centre is the origin, lengths in cells. Precondition: thickness > 0.
  CompoundWalls(const Maze& maze, double thickness);

  /// Valid as long as this object.
  [[nodiscard]] btCollisionShape* shape() { return &compound_; }

  /// Removes the contacts between `walls`, a body of this shape, and the sphere `marble` that lie
  /// at inner edges or repeat another's. Precondition: all contacts of `dispatcher` are theirs.
  void drop_inner_contacts(btDispatcher& dispatcher, const btCollisionObject& walls,
                           const btCollisionObject& marble) const;

 private:
  WallPanels panels_;                               // by their index in the compound
  std::vector<std::unique_ptr<btBoxShape>> boxes_;  // by the axis across them
  btCompoundShape compound_{true};
};

}  // namespace marblemaze
