#pragma once

#include <array>
#include <functional>
#include <vector>

#include <glm/vec3.hpp>

#include "maze/print/triangle_mesh.h"

namespace marblemaze {

/// A solid put together from the boxes between grid lines that need not be evenly spaced.
///
/// Its surface is made of whole sides of boxes, two triangles each, so that neighbouring triangles
/// always share a whole edge: no corner of one lies within an edge of another, as would happen if
/// sides in a row were joined.
class RectilinearSolid {
 public:
  /// Positions of the grid lines along each axis in any order; those nearer to each other than a
  /// thousandth become one.
  explicit RectilinearSolid(std::array<std::vector<double>, 3> lines);

  /// Fills the boxes whose centre belongs to the solid.
  void fill_where(const std::function<bool(glm::dvec3)>& belongs);

  [[nodiscard]] double volume() const;
  /// Closed, and every edge shared by two triangles: asserts that filled boxes which share an edge
  /// are joined by a side or by boxes around that edge.
  [[nodiscard]] TriangleMesh surface() const;

 private:
  [[nodiscard]] glm::ivec3 boxes() const;
  [[nodiscard]] std::size_t index(glm::ivec3 box) const;
  [[nodiscard]] bool filled(glm::ivec3 box) const;
  [[nodiscard]] glm::dvec3 corner(glm::ivec3 box) const;
  [[nodiscard]] bool edges_are_manifold(glm::ivec3 box) const;
  void add_side(glm::ivec3 box, int axis, bool high, TriangleMesh& mesh) const;
  template <class Visit>
  void for_each_box(Visit visit) const;

  std::array<std::vector<double>, 3> lines_;
  std::vector<char> filled_;
};

}  // namespace marblemaze
