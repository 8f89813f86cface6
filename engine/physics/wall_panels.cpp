#include "engine/physics/wall_panels.h"

#include <cassert>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace marblemaze {
namespace {

constexpr double kSame = 1e-9;  // cells: what rounding leaves of two equal lengths

glm::dvec3 nearest_in(const WallPanel& panel, const glm::dvec3& point) {
  return glm::clamp(point, panel.centre - panel.half, panel.centre + panel.half);
}

bool contains(const WallPanel& panel, const glm::dvec3& point) {
  const glm::dvec3 away = glm::abs(point - panel.centre) - panel.half;
  return away.x <= kSame && away.y <= kSame && away.z <= kSame;
}

}  // namespace

WallPanels::WallPanels(const Maze& maze, double thickness) {
  assert(thickness > 0);
  const glm::ivec3 dims = maze.grid().dims();
  for (int axis = 0; axis < 3; ++axis) {
    glm::dvec3 half(0.5 + 0.5 * thickness);
    half[axis] = 0.5 * thickness;
    glm::ivec3 p;
    for (p.z = axis == 2 ? -1 : 0; p.z < dims.z; ++p.z)
      for (p.y = axis == 1 ? -1 : 0; p.y < dims.y; ++p.y)
        for (p.x = axis == 0 ? -1 : 0; p.x < dims.x; ++p.x) {
          if (!maze.wall(p, {axis, +1})) continue;
          glm::dvec3 centre = glm::dvec3(p) + 0.5 - 0.5 * glm::dvec3(dims);
          centre[axis] += 0.5;
          panels_.push_back({axis, centre, half});
        }
  }
}

// A box is convex. So if the nearest point of box A lies in box B, and B has a nearer one, then the
// way between the two points lies in B and comes ever nearer to the centre: the contact with A is
// none with the union.
bool WallPanels::hidden(int panel, glm::dvec3 centre) const {
  assert(panel >= 0 && panel < static_cast<int>(panels_.size()));
  const glm::dvec3 point = nearest_in(panels_[static_cast<std::size_t>(panel)], centre);
  const double distance = glm::distance(point, centre);
  for (int other = 0; other < static_cast<int>(panels_.size()); ++other) {
    const WallPanel& b = panels_[static_cast<std::size_t>(other)];
    if (other == panel || !contains(b, point)) continue;
    const double others = glm::distance(nearest_in(b, centre), centre);
    const bool repeated = others <= distance + kSame && other < panel;
    if (others < distance - kSame || repeated) return true;
  }
  return false;
}

}  // namespace marblemaze
