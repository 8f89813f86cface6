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

/// What the passes of all styles draw with. Needs a current OpenGL context all its life.
class DrawingTools {
 public:
  DrawingTools();

  /// Uses a program, with all that programs want to know of a picture.
  void begin(const Program& program, const SceneView& view) const;
  /// Lines in one call, by a program whose vertices come from line.vert or streak.vert.
  /// `far_strength`: what is left of them at the far end.
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
  /// Vertices that the shader makes.
  void draw(GLenum mode, GLsizei vertices, GLsizei instances = 1) {
    bare_.draw(mode, vertices, instances);
    ++draw_calls;
  }

  /// One triangle that covers the whole picture (background.vert).
  void cover() { draw(GL_TRIANGLES, 3); }

  int draw_calls = 0;

 private:
  BareVertices bare_;
  InstanceArray<LineInstance> lines_;
};

}  // namespace marblemaze
