#include "maze/print/triangle_mesh.h"

#include <glm/geometric.hpp>

#include "maze/base/bits.h"

namespace marblemaze {
namespace {

constexpr std::size_t kHeaderBytes = 80;

void put(std::string& bytes, const glm::vec3& point) {
  for (int axis = 0; axis < 3; ++axis) put_number(bytes, same_bits<std::uint32_t>(point[axis]), 4);
}

}  // namespace

std::string stl_bytes(const TriangleMesh& mesh, const std::string& title) {
  std::string bytes = title.substr(0, kHeaderBytes);
  bytes.resize(kHeaderBytes, ' ');
  put_number(bytes, mesh.size(), 4);
  for (const Triangle& t : mesh) {
    put(bytes, glm::normalize(glm::cross(t[1] - t[0], t[2] - t[0])));
    for (const glm::vec3& corner : t) put(bytes, corner);
    bytes.append(2, '\0');
  }
  return bytes;
}

}  // namespace marblemaze
