#pragma once

#include <span>

#include "render/scene/meshes.h"
#include "render/scene/scene_view.h"

namespace marblemaze {

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
  void draw(const InstanceArray<T>& array, std::span<const T> items) {
    array.draw(items);
    ++draw_calls;
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
