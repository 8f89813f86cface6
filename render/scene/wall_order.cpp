#include "render/scene/wall_order.h"

namespace marblemaze {
namespace {

// Calls visit(k) for the slabs from -1 to `last`, farthest from `eye` first.
template <class Visit>
void far_to_near(int eye, int last, Visit visit) {
  for (int k = -1; k < eye; ++k) visit(k);
  for (int k = last; k > eye; --k) visit(k);
  visit(eye);
}

bool shown(glm::ivec3 cell, glm::ivec3 from, glm::ivec3 to) {
  return glm::all(glm::greaterThanEqual(cell, from)) && glm::all(glm::lessThan(cell, to));
}

}  // namespace

WallOrder::WallOrder(const Maze& maze, glm::ivec3 from, glm::ivec3 to)
    : dims_(maze.grid().dims()), table_(dims_) {
  to = glm::min(to, dims_);
  for (int z = 0; z <= dims_.z; ++z)
    for (int y = 0; y <= dims_.y; ++y)
      for (int x = 0; x <= dims_.x; ++x)
        for (int axis = 0; axis < 3; ++axis) {
          const glm::ivec3 cell(x, y, z), below = cell - Direction{axis, 1}.vector();
          const bool near_shown = shown(cell, from, to), far_shown = shown(below, from, to);
          if (!near_shown && !far_shown) continue;
          if (!maze.wall(cell, {axis, -1})) continue;
          walls_.push_back({cell, axis});
          table_.add(walls_.back());
        }
  ordered_.reserve(walls_.size());
}

void WallOrder::visit(glm::ivec3 cell, glm::ivec3 eye_cell) {
  for (int axis = 0; axis < 3; ++axis) {
    if (cell[axis] <= eye_cell[axis] && table_.has(cell, axis)) ordered_.push_back({cell, axis});
    if (cell[axis] < eye_cell[axis] || cell[axis] >= dims_[axis]) continue;
    glm::ivec3 above = cell;
    ++above[axis];
    if (table_.has(above, axis)) ordered_.push_back({above, axis});
  }
}

std::span<const WallFace> WallOrder::back_to_front(glm::dvec3 eye) {
  const glm::dvec3 inside = glm::clamp(glm::floor(eye), glm::dvec3(-1.0), glm::dvec3(dims_));
  const glm::ivec3 eye_cell(inside);
  if (ordered_for_ == eye_cell) return ordered_;
  ordered_for_ = eye_cell;
  ordered_.clear();
  far_to_near(eye_cell.z, dims_.z, [&](int z) {
    far_to_near(eye_cell.y, dims_.y, [&](int y) {
      far_to_near(eye_cell.x, dims_.x, [&](int x) { visit({x, y, z}, eye_cell); });
    });
  });
  return ordered_;
}

}  // namespace marblemaze
