#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "render/gl/gl_resources.h"
#include "render/scene/draw_lists.h"
#include "render/scene/scene_view.h"

namespace marblemaze {

struct MeshVertex {
  glm::vec3 position, normal;
};

/// Returns the triangles of a ball around the origin with radius 1.
[[nodiscard]] std::vector<MeshVertex> ball_triangles(int slices, int stacks);
[[nodiscard]] std::vector<MeshVertex> box_triangles();
/// Returns the triangles of a cone with radius 1 from z = 0 to its apex at z = 1.
[[nodiscard]] std::vector<MeshVertex> cone_triangles(int slices);

/// Attributes of a SolidInstance.
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
  /// Draws all instances in one call.
  void draw(std::span<const SolidInstance> instances) const;

 private:
  GlHandle array_, vertices_, instances_;
  GLsizei count_;
};

/// Tools with which the passes of all styles draw. Requires: an OpenGL context is current during
/// its whole lifetime.
class DrawingTools {
 public:
  DrawingTools();

  /// Binds a program and sets the uniforms that all programs share.
  void begin(const Program& program, const SceneView& view) const;
  /// Draws lines in one call, with a program whose vertices come from line.vert or streak.vert.
  /// `far_strength` is their strength at the far end.
  void draw_lines(const Program& program, std::span<const LineInstance> lines,
                  const SceneView& view, float far_strength, const glm::mat4& model = glm::mat4(1));
  template <class T>
  void draw(const InstanceArray<T>& array) {
    array.draw();
    ++draw_calls;
  }
  template <class T>
  void draw(InstanceArray<T>& array, std::span<const T> items) {
    array.fill(items);
    draw(array);
  }
  void draw(const Mesh& mesh, std::span<const SolidInstance> solids) {
    mesh.draw(solids);
    ++draw_calls;
  }
  /// Draws vertices that the shader computes.
  void draw(GLenum mode, GLsizei vertices, GLsizei instances = 1) {
    bare_.draw(mode, vertices, instances);
    ++draw_calls;
  }

  /// Draws one triangle that covers the whole image (background.vert).
  void cover() { draw(GL_TRIANGLES, 3); }

  int draw_calls = 0;

 private:
  BareVertices bare_;
  InstanceArray<LineInstance> lines_;
};

}  // namespace marblemaze
