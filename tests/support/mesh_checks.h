#pragma once

#include <cmath>
#include <cstring>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <glm/glm.hpp>

#include "maze/print/printed_maze.h"

namespace marblemaze::testing {

using MeshPoint = std::tuple<float, float, float>;

inline MeshPoint mesh_point(const glm::vec3& p) { return {p.x, p.y, p.z}; }

inline double area(const Triangle& t) {
  const glm::dvec3 a(t[0]), u = glm::dvec3(t[1]) - a, v = glm::dvec3(t[2]) - a;
  const glm::dvec3 n(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x);
  return std::sqrt(n.x * n.x + n.y * n.y + n.z * n.z) / 2;
}

/// Computes the volume by the divergence theorem: the sum of the signed volumes of the tetrahedra
/// with the origin.
inline double enclosed_volume(const TriangleMesh& mesh) {
  double six = 0;
  for (const Triangle& t : mesh) {
    const glm::dvec3 a(t[0]), b(t[1]), c(t[2]);
    six += a.x * (b.y * c.z - b.z * c.y) - a.y * (b.x * c.z - b.z * c.x) +
           a.z * (b.x * c.y - b.y * c.x);
  }
  return six / 6;
}

/// Returns whether the point is inside. Counts the crossings of a ray whose direction meets no edge
/// of a box.
inline bool inside(const TriangleMesh& mesh, const glm::dvec3& p) {
  const glm::dvec3 ray(0.5773, 0.6191, 0.5325);
  const auto volume = [&](const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c) {
    return a.x * (b.y * c.z - b.z * c.y) - a.y * (b.x * c.z - b.z * c.x) +
           a.z * (b.x * c.y - b.y * c.x);
  };
  int crossings = 0;
  for (const Triangle& t : mesh) {
    const glm::dvec3 a = glm::dvec3(t[0]) - p, b = glm::dvec3(t[1]) - p, c = glm::dvec3(t[2]) - p;
    const double u = volume(ray, a, b), v = volume(ray, b, c), w = volume(ray, c, a);
    const bool through = (u > 0 && v > 0 && w > 0) || (u < 0 && v < 0 && w < 0);
    if (through && volume(a, b, c) / (u + v + w) > 0) ++crossings;
  }
  return crossings % 2 == 1;
}

/// Edges around a corner, from each neighbour to the next, in the orientation of the triangles.
using CornerRing = std::map<MeshPoint, MeshPoint>;

inline bool is_one_ring(const CornerRing& ring) {
  std::size_t steps = 0;
  MeshPoint at = ring.begin()->first;
  do {
    const auto next = ring.find(at);
    if (next == ring.end()) return false;
    at = next->second;
    ++steps;
  } while (at != ring.begin()->first && steps <= ring.size());
  return steps == ring.size();
}

/// Describes a fault of the mesh as the surface of a solid, or returns an empty text. A sound mesh
/// has no triangle without area, uses every directed edge once and its reverse once, and has one
/// ring of triangles around every corner.
inline std::string fault_of(const TriangleMesh& mesh) {
  std::map<std::pair<MeshPoint, MeshPoint>, int> edges;
  std::map<MeshPoint, CornerRing> rings;
  for (const Triangle& t : mesh) {
    if (!(area(t) > 1e-6)) return "a triangle without area";
    for (std::size_t i = 0; i < 3; ++i) {
      const MeshPoint a = mesh_point(t[i]), b = mesh_point(t[(i + 1) % 3]),
                      c = mesh_point(t[(i + 2) % 3]);
      if (++edges[{a, b}] > 1) return "an edge used twice in one direction";
      if (!rings[a].emplace(b, c).second) return "two sheets that meet in an edge";
    }
  }
  for (const auto& [edge, count] : edges)
    if (!edges.contains({edge.second, edge.first})) return "a hole: an edge with one side only";
  for (const auto& [corner, ring] : rings)
    if (!is_one_ring(ring)) return "two sheets that meet in a corner";
  return mesh.empty() ? "no triangles" : "";
}

/// Returns the number of connected parts of the surface.
inline int shells(const TriangleMesh& mesh) {
  std::map<MeshPoint, std::vector<MeshPoint>> next;
  for (const Triangle& t : mesh)
    for (std::size_t i = 0; i < 3; ++i)
      next[mesh_point(t[i])].push_back(mesh_point(t[(i + 1) % 3]));
  std::map<MeshPoint, bool> seen;
  int count = 0;
  for (const auto& [first, ignored] : next) {
    if (seen[first]) continue;
    ++count;
    std::vector<MeshPoint> open{first};
    while (!open.empty()) {
      const MeshPoint at = open.back();
      open.pop_back();
      if (std::exchange(seen[at], true)) continue;
      for (const MeshPoint& beside : next[at]) open.push_back(beside);
    }
  }
  return count;
}

/// Reads a binary STL file according to its definition.
inline TriangleMesh read_stl(const std::string& bytes) {
  std::uint32_t count = 0;
  if (bytes.size() < 84) return {};
  std::memcpy(&count, bytes.data() + 80, 4);
  if (bytes.size() != 84 + 50 * std::size_t{count}) return {};
  TriangleMesh mesh(count);
  for (std::size_t i = 0; i < count; ++i)
    std::memcpy(&mesh[i], bytes.data() + 84 + 50 * i + 12, 36);
  return mesh;
}

}  // namespace marblemaze::testing
