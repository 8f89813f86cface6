#pragma once

#include <memory>

#include "maze/grid/maze.h"

class btCollisionObject;
class btCollisionShape;
class btDispatcher;

namespace marblemaze {

/// The maze as Bullet takes shapes as they come: a compound of one box a wall panel, each half a
/// thickness longer on every side so that no pits are left between them.
///
/// Boxes that touch are one wall to a marble, but not to Bullet: a marble that rolls towards the
/// next panel of a flat floor meets that panel's edge a little before it is there, through a
/// contact whose normal leans against it, and is slowed and lifted (a ghost collision at an inner
/// edge). Walls that end in the floor from below have such edges too, so that merging the panels of
/// a plane would leave some. Therefore the contacts are sorted out after they are found: those stay
/// that are local minima of the distance to the union of all boxes.
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
