#pragma once

#include <memory>
#include <vector>

#include <btBulletCollisionCommon.h>

#include "maze/grid/maze.h"

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

  /// Valid as long as this object.
  [[nodiscard]] btCollisionShape* shape() { return &compound_; }

  /// Removes the contacts between `walls`, a body of this shape, and the sphere `marble` that lie
  /// at inner edges or repeat another's. Precondition: all contacts of `dispatcher` are theirs.
  void drop_inner_contacts(btDispatcher& dispatcher, const btCollisionObject& walls,
                           const btCollisionObject& marble) const;

 private:
  struct Box {
    btVector3 centre, half;
  };

  void add_panel(int axis, const btVector3& centre);
  /// Is the point of this box nearest to `centre` no local minimum of the distance to all boxes?
  [[nodiscard]] bool hidden(int box, const btVector3& centre) const;

  std::vector<std::unique_ptr<btBoxShape>> panels_;  ///< by the axis across them
  std::vector<Box> boxes_;                           ///< by their index in the compound
  btCompoundShape compound_{true};
};

}  // namespace marblemaze
