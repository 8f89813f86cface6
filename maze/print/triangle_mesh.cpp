#include "maze/print/triangle_mesh.h"

#include <cstdint>
#include <cstring>

#include <glm/geometric.hpp>

namespace marblemaze {
namespace {

constexpr std::size_t kHeaderBytes = 80;

void put(std::string& bytes, std::uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(value >> shift & 255);
}

void put(std::string& bytes, const glm::vec3& point) {
  for (int axis = 0; axis < 3; ++axis) {
    std::uint32_t bits;
    std::memcpy(&bits, &point[axis], sizeof bits);
    put(bytes, bits);
  }
}

}  // namespace

std::string stl_bytes(const TriangleMesh& mesh, const std::string& title) {
  std::string bytes = title.substr(0, kHeaderBytes);
  bytes.resize(kHeaderBytes, ' ');
  put(bytes, static_cast<std::uint32_t>(mesh.size()));
  for (const Triangle& t : mesh) {
    put(bytes, glm::normalize(glm::cross(t[1] - t[0], t[2] - t[0])));
    for (const glm::vec3& corner : t) put(bytes, corner);
    bytes.append(2, '\0');
  }
  return bytes;
}

}  // namespace marblemaze
