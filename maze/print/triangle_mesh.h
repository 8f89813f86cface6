#pragma once

#include <array>
#include <string>
#include <vector>

#include <glm/vec3.hpp>

namespace marblemaze {

/// Corners counter-clockwise as seen from outside.
using Triangle = std::array<glm::vec3, 3>;
/// A surface; corners that meet are bit for bit equal.
using TriangleMesh = std::vector<Triangle>;

/// The mesh as a binary STL file: 80 bytes of header, the number of triangles, then for each its
/// normal and corners as little-endian 32-bit floats and two empty bytes. `title` becomes the
/// header, cut to fit.
[[nodiscard]] std::string stl_bytes(const TriangleMesh& mesh, const std::string& title);

}  // namespace marblemaze
