#pragma once

#include <cstring>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include <glm/glm.hpp>

#include "maze/base/digraph.h"
#include "maze/print/printed_maze.h"

namespace marblemaze::testing {

using MeshPoint = std::tuple<float, float, float>;

inline MeshPoint mesh_point(const glm::vec3& p) { return {p.x, p.y, p.z}; }

inline double area(const Triangle& t) {
  const glm::dvec3 a(t[0]), u = glm::dvec3(t[1]) - a, v = glm::dvec3(t[2]) - a;
  return glm::length(glm::cross(u, v)) / 2;
}

/// Returns six times the signed volume of the tetrahedron formed with the origin.
inline double volume_of(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c) {
  return glm::dot(a, glm::cross(b, c));
}

/// Computes the volume by the divergence theorem.
inline double enclosed_volume(const TriangleMesh& mesh) {
  double six = 0;
  for (const Triangle& t : mesh) six += volume_of(t[0], t[1], t[2]);
  return six / 6;
}

/// Counts the crossings of a ray whose direction avoids the edges of boxes.
inline bool inside(const TriangleMesh& mesh, const glm::dvec3& p) {
  const glm::dvec3 ray(0.5773, 0.6191, 0.5325);
  int crossings = 0;
  for (const Triangle& t : mesh) {
    const glm::dvec3 a = glm::dvec3(t[0]) - p, b = glm::dvec3(t[1]) - p, c = glm::dvec3(t[2]) - p;
    const double u = volume_of(ray, a, b), v = volume_of(ray, b, c), w = volume_of(ray, c, a);
    const bool through = (u > 0 && v > 0 && w > 0) || (u < 0 && v < 0 && w < 0);
    if (through && volume_of(a, b, c) / (u + v + w) > 0) ++crossings;
  }
  return crossings % 2 == 1;
}

/// Returns an empty string if the mesh is a closed surface, or a description of a fault. A closed
/// surface has no degenerate triangles, and contains each directed edge once and the reverse edge
/// once.
inline std::string fault_of(const TriangleMesh& mesh) {
  std::map<std::pair<MeshPoint, MeshPoint>, int> edges;
  for (const Triangle& t : mesh) {
    if (!(area(t) > 1e-6)) return "a triangle without area";
    for (std::size_t i = 0; i < 3; ++i)
      if (++edges[{mesh_point(t[i]), mesh_point(t[(i + 1) % 3])}] > 1)
        return "an edge used twice in one direction";
  }
  for (const auto& [edge, count] : edges)
    if (!edges.contains({edge.second, edge.first})) return "a hole: an edge with one side only";
  return mesh.empty() ? "no triangles" : "";
}

inline int shells(const TriangleMesh& mesh) {
  std::map<MeshPoint, int> numbers;
  for (const Triangle& t : mesh)
    for (const glm::vec3& corner : t)
      numbers.emplace(mesh_point(corner), static_cast<int>(numbers.size()));
  DisjointSet parts(static_cast<int>(numbers.size()));
  for (const Triangle& t : mesh)
    for (std::size_t i = 1; i < 3; ++i)
      parts.join(numbers.at(mesh_point(t[0])), numbers.at(mesh_point(t[i])));
  return parts.sets();
}

/// Returns an empty mesh if the file size is wrong.
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
