#pragma once

#include <span>
#include <vector>

#include "render/gl/gl_resources.h"
#include "render/scene/draw_lists.h"
#include "render/scene/scene_view.h"

namespace marblemaze {

/// Returns the triangles of a unit ball around the origin.
[[nodiscard]] std::vector<MeshVertex> ball_triangles(int slices, int stacks);
[[nodiscard]] std::vector<MeshVertex> box_triangles();
/// Returns the triangles of a cone with radius 1 and height 1. The base is at z = 0.
[[nodiscard]] std::vector<MeshVertex> cone_triangles(int slices);

/// Layout of the SolidInstance attributes, which follow the mesh attributes.
inline constexpr const char* kSolidLayout = "334cc";

/// Programs and meshes that all styles share. Requires: an OpenGL context is current for the
/// lifetime of the object.
class DrawingTools {
 public:
  /// Binds a program and sets the common uniforms.
  void begin(const Program& program, const SceneView& view) const;
  /// Draws lines in one call. `program` uses line.vert or streak.vert. `far_strength` is the line
  /// opacity at the far end of the depth range.
  void draw_lines(const Program& program, std::span<const LineInstance> lines,
                  const SceneView& view, float far_strength, const glm::mat4& model = glm::mat4(1));
  void draw_lines(std::span<const LineInstance> lines, const SceneView& view, float far_strength,
                  const glm::mat4& model = glm::mat4(1)) {
    draw_lines(line_, lines, view, far_strength, model);
  }
  void draw_solids(InstancedMesh& mesh, const std::vector<SolidInstance>& solids,
                   const SceneView& view, float strength, bool soft);
  /// Draws the automaton cells in one call, and appends the passages to `lines`.
  void draw_automaton(const SceneView& view, std::vector<LineInstance>& lines);

  InstancedMesh ball{kSolidLayout, 2, ball_triangles(40, 24)},
      box{kSolidLayout, 2, box_triangles()}, cone{kSolidLayout, 2, cone_triangles(24)};
  InstancedMesh bare;  ///< no attributes; the shader computes the vertices

 private:
  Program solid_{"solid"}, line_{"line"};
  InstancedMesh lines_{"44cc"};
};

}  // namespace marblemaze
