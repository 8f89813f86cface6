#include "maze/print/rectilinear_solid.h"

#include <algorithm>
#include <cassert>

namespace marblemaze {
namespace {

constexpr double kSameLine = 1e-3;

void sort_and_join(std::vector<double>& lines) {
  std::sort(lines.begin(), lines.end());
  const auto same = [](double a, double b) { return b - a < kSameLine; };
  lines.erase(std::unique(lines.begin(), lines.end(), same), lines.end());
}

}  // namespace

RectilinearSolid::RectilinearSolid(std::array<std::vector<double>, 3> lines)
    : lines_(std::move(lines)) {
  for (std::vector<double>& axis : lines_) {
    sort_and_join(axis);
    assert(axis.size() >= 2);
  }
  filled_.resize(index({0, 0, boxes().z}));
}

glm::ivec3 RectilinearSolid::boxes() const {
  const auto count = [](const std::vector<double>& axis) {
    return static_cast<int>(axis.size()) - 1;
  };
  return {count(lines_[0]), count(lines_[1]), count(lines_[2])};
}

std::size_t RectilinearSolid::index(glm::ivec3 box) const {
  const glm::ivec3 n = boxes();
  return (static_cast<std::size_t>(box.z) * static_cast<std::size_t>(n.y) +
          static_cast<std::size_t>(box.y)) *
             static_cast<std::size_t>(n.x) +
         static_cast<std::size_t>(box.x);
}

bool RectilinearSolid::filled(glm::ivec3 box) const {
  const glm::ivec3 n = boxes();
  for (int axis = 0; axis < 3; ++axis)
    if (box[axis] < 0 || box[axis] >= n[axis]) return false;
  return filled_[index(box)] != 0;
}

glm::dvec3 RectilinearSolid::corner(glm::ivec3 box) const {
  glm::dvec3 point;
  for (int axis = 0; axis < 3; ++axis)
    point[axis] = lines_[static_cast<std::size_t>(axis)][static_cast<std::size_t>(box[axis])];
  return point;
}

template <class Visit>
void RectilinearSolid::for_each_box(Visit visit) const {
  const glm::ivec3 n = boxes();
  for (int z = 0; z < n.z; ++z)
    for (int y = 0; y < n.y; ++y)
      for (int x = 0; x < n.x; ++x) visit(glm::ivec3(x, y, z));
}

void RectilinearSolid::fill_where(const std::function<bool(glm::dvec3)>& belongs) {
  for_each_box([&](glm::ivec3 box) {
    filled_[index(box)] = belongs((corner(box) + corner(box + 1)) * 0.5);
  });
}

double RectilinearSolid::volume() const {
  double sum = 0;
  for_each_box([&](glm::ivec3 box) {
    const glm::dvec3 size = corner(box + 1) - corner(box);
    if (filled(box)) sum += size.x * size.y * size.z;
  });
  return sum;
}

bool RectilinearSolid::edges_are_manifold(glm::ivec3 box) const {
  for (int axis = 0; axis < 3; ++axis) {
    glm::ivec3 u(0), v(0);
    u[(axis + 1) % 3] = v[(axis + 2) % 3] = 1;
    for (const glm::ivec3& across : {v, -v})
      if (filled(box + u + across) && !filled(box + u) && !filled(box + across)) return false;
  }
  return true;
}

void RectilinearSolid::add_side(glm::ivec3 box, int axis, bool high, TriangleMesh& mesh) const {
  glm::ivec3 u(0), v(0), origin = box;
  u[(axis + 1) % 3] = v[(axis + 2) % 3] = 1;
  origin[axis] += high;
  if (!high) std::swap(u, v);
  const auto at = [&](glm::ivec3 offset) { return glm::vec3(corner(origin + offset)); };
  mesh.push_back({at(glm::ivec3(0)), at(u), at(u + v)});
  mesh.push_back({at(glm::ivec3(0)), at(u + v), at(v)});
}

TriangleMesh RectilinearSolid::surface() const {
  TriangleMesh mesh;
  for_each_box([&](glm::ivec3 box) {
    if (!filled(box)) return;
    assert(edges_are_manifold(box));
    for (int axis = 0; axis < 3; ++axis)
      for (bool high : {false, true}) {
        glm::ivec3 beside = box;
        beside[axis] += high ? 1 : -1;
        if (!filled(beside)) add_side(box, axis, high, mesh);
      }
  });
  return mesh;
}

}  // namespace marblemaze
