#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "render/gl/gl_resources.h"
#include "render/scene/draw_lists.h"

namespace marblemaze {

struct MeshVertex {
  glm::vec3 position, normal;
};

/// Triangles about the origin, half extent 1.
[[nodiscard]] std::vector<MeshVertex> ball_triangles(int slices, int stacks);
[[nodiscard]] std::vector<MeshVertex> box_triangles();
/// From z = 0, radius 1, to a point at z = 1.
[[nodiscard]] std::vector<MeshVertex> cone_triangles(int slices);

/// Of a SolidInstance.
inline constexpr std::array<Attribute, 5> kSolidAttributes{
    {{2, 3, GL_FLOAT, offsetof(SolidInstance, centre)},
     {3, 3, GL_FLOAT, offsetof(SolidInstance, size)},
     {4, 4, GL_FLOAT, offsetof(SolidInstance, rotation)},
     {5, 4, GL_UNSIGNED_BYTE, offsetof(SolidInstance, colour)},
     {6, 4, GL_UNSIGNED_BYTE, offsetof(SolidInstance, stripe)}}};

/// A mesh on the graphics card with a buffer of instances.
class Mesh {
 public:
  explicit Mesh(std::span<const MeshVertex> vertices);
  /// One draw call for all of them.
  void draw(std::span<const SolidInstance> instances) const;

 private:
  GlHandle array_, vertices_, instances_;
  GLsizei count_;
};

}  // namespace marblemaze
