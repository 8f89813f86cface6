#pragma once

#include <span>
#include <vector>

#include <glm/glm.hpp>

#include "maze/grid/maze.h"
#include "render/scene/wall_face.h"

namespace marblemaze {

/// The walls of a maze, ready to be put in order for every frame.
///
/// Translucent faces must be drawn from back to front. Within a grid the exact order costs no sort
/// and no comparison of polygons: seen from the eye, cells visited slab by slab along each axis,
/// farthest slab first, are in back-to-front order, and so are their faces if each face is drawn
/// with the cell whose far side it is.
class WallOrder {
 public:
  /// Layers from `from` up to and without `to` are kept along each axis.
  explicit WallOrder(const Maze& maze, glm::ivec3 from = glm::ivec3(0),
                     glm::ivec3 to = glm::ivec3(1 << 20));

  /// All walls, from the farthest to the nearest, for an eye in maze coordinates. `eye` must be
  /// given in the unexploded maze. The span is valid until the next call.
  [[nodiscard]] std::span<const WallFace> back_to_front(glm::dvec3 eye);
  /// All walls in grid order.
  [[nodiscard]] std::span<const WallFace> walls() const { return walls_; }

 private:
  void visit(glm::ivec3 cell, glm::ivec3 eye_cell);

  glm::ivec3 dims_;
  std::vector<WallFace> walls_;
  std::vector<WallFace> ordered_;
  glm::ivec3 ordered_for_{-2};  // the eye's cell; the order depends on nothing else
  WallTable table_;
};

}  // namespace marblemaze
