#pragma once

#include <memory>
#include <vector>

#include <btBulletCollisionCommon.h>

#include "maze/grid/maze.h"

namespace marblemaze {

/// The walls as Bullet takes shapes as they come: a compound of one box a wall panel, each half a
/// thickness longer on every side so that no pits are left between them.
///
/// Boxes that touch are one wall to a marble, but not to an engine: a marble that rolls towards the
/// next panel of a flat floor meets that panel's edge a little before it is there, through a
/// contact whose normal leans against it, and is slowed and lifted (a ghost collision at an inner
/// edge). Walls that end in the floor from below have such edges too, so that merging the panels of
/// a plane would leave some. Therefore contacts are sorted out after they are found: those stay
/// that are local minima of the distance to the union of all boxes.
class CompoundWalls {
 public:
  /// Coordinates: the maze's centre is the origin, lengths in cells. Requires: thickness > 0.
  CompoundWalls(const Maze& maze, double thickness);

  /// Valid as long as this object.
  [[nodiscard]] btCollisionShape* shape() { return &compound_; }

  /// Removes the contacts between `walls`, a body of this shape, and the sphere `marble` that lie
  /// at inner edges or repeat another's. Requires: all contacts of `dispatcher` are theirs.
  void drop_inner_contacts(btDispatcher& dispatcher, const btCollisionObject& walls,
                           const btCollisionObject& marble) const;

 private:
  /// The box of one panel.
  struct Panel {
    glm::dvec3 centre, half;  // of the edges' lengths

    [[nodiscard]] glm::dvec3 nearest(const glm::dvec3& point) const;
    [[nodiscard]] bool contains(const glm::dvec3& point) const;
  };

  void add(int axis, const glm::dvec3& centre, double thickness);
  /// Is the point of this panel nearest to a sphere's `centre` no local minimum of the distance to
  /// all panels, or the same point as another panel's?
  [[nodiscard]] bool hidden(std::size_t panel, const glm::dvec3& centre) const;

  std::vector<Panel> panels_;             // by their index in the compound
  std::unique_ptr<btBoxShape> boxes_[3];  // by the axis across them
  btCompoundShape compound_{true};
};

}  // namespace marblemaze
