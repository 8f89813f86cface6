#pragma once

#include <span>
#include <vector>

#include <glm/vec3.hpp>

#include "maze/grid/maze.h"

namespace marblemaze {

/// The box of one wall panel. Coordinates: the maze's centre is the origin, lengths in cells.
struct WallPanel {
  int axis;           ///< across it: 0, 1 or 2 for x, y or z
  glm::dvec3 centre;  ///< of the box
  glm::dvec3 half;    ///< of its edges' lengths
};

/// The walls as an engine takes shapes as they come: one box a wall panel, each half a thickness
/// longer on every side so that no pits are left between them.
///
/// Boxes that touch are one wall to a marble, but not to an engine: a marble that rolls towards the
/// next panel of a flat floor meets that panel's edge a little before it is there, through a
/// contact whose normal leans against it, and is slowed and lifted (a ghost collision at an inner
/// edge). Walls that end in the floor from below have such edges too, so that merging the panels of
/// a plane would leave some. Therefore contacts are sorted out after they are found: those stay
/// that are local minima of the distance to the union of all boxes.
class WallPanels {
 public:
  /// Precondition: thickness > 0, in cells.
  WallPanels(const Maze& maze, double thickness);

  [[nodiscard]] std::span<const WallPanel> all() const { return panels_; }
  /// Is the point of this panel nearest to a sphere's `centre` no local minimum of the distance to
  /// all panels, or the same point as another panel's? Then a contact there is to be dropped.
  /// Precondition: `panel` is an index of all().
  [[nodiscard]] bool hidden(int panel, glm::dvec3 centre) const;

 private:
  std::vector<WallPanel> panels_;
};

}  // namespace marblemaze
