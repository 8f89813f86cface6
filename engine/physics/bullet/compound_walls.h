#pragma once

#include <memory>

#include "maze/grid/maze.h"

class btCollisionObject;
class btCollisionShape;
class btDispatcher;

namespace marblemaze {

/// The wall panels as Bullet takes shapes as they come: a compound of their boxes, and contacts
/// that are sorted out after they are found, as WallPanels says.
class CompoundWalls {
 public:
  /// Coordinates: the maze's centre is the origin, lengths in cells. Precondition: thickness > 0.
  CompoundWalls(const Maze& maze, double thickness);
  ~CompoundWalls();
  CompoundWalls(const CompoundWalls&) = delete;
  CompoundWalls& operator=(const CompoundWalls&) = delete;

  /// Valid as long as this object.
  [[nodiscard]] btCollisionShape* shape();

  /// Removes the contacts between `walls`, a body of this shape, and the sphere `marble` that lie
  /// at inner edges or repeat another's. Precondition: all contacts of `dispatcher` are theirs.
  void drop_inner_contacts(btDispatcher& dispatcher, const btCollisionObject& walls,
                           const btCollisionObject& marble) const;

 private:
  struct Boxes;  ///< Bullet's shapes
  std::unique_ptr<Boxes> boxes_;
};

}  // namespace marblemaze
