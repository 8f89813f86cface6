#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "render/gl/exposure.h"
#include "render/scene/glass_painter.h"

namespace marblemaze {

/// Draws frames. The number of draw calls does not depend on the maze. Requires: an OpenGL context
/// is current during its whole lifetime.
///
/// Passes of the glass style: backdrop with the floor; reflection of the maze in the floor; outer
/// walls at the back, with their reflections; balls, with depth; path, target and trail; all other
/// panes from back to front without writing depth; the marble faintly through them; annotations;
/// and a marker over a small marble. The style of the thesis (6.6) draws walls first without
/// lighting or depth test, then the marble, then outlines.
class SceneRenderer {
 public:
  SceneRenderer();
  SceneRenderer(const SceneRenderer&) = delete;
  SceneRenderer& operator=(const SceneRenderer&) = delete;

  /// Draws into `place` of the framebuffer `target` (0: the window), which stays bound.
  void draw(const Frame& frame, const ViewOptions& look, const Palette& palette,
            const Camera& camera, GLuint target, Rectangle place, const Quality& quality) {
    draw(frame, look, palette, camera, target, place, place, quality);
  }
  /// The camera shows the maze in `middle`, a part of `place`; around it the scene goes on.
  /// If `seen` is not empty, only these parts of the target are certain to be drawn.
  void draw(const Frame& frame, const ViewOptions& look, const Palette& palette,
            const Camera& camera, GLuint target, Rectangle place, Rectangle middle,
            const Quality& quality, std::span<const Rectangle> seen = {});
  /// Of the last picture.
  [[nodiscard]] int draw_calls() const { return tools_.draw_calls; }
  [[nodiscard]] std::size_t walls() const { return order_ ? order_->walls().size() : 0; }

 private:
  void prepare_maze(const Frame& frame, const ViewOptions& look);
  [[nodiscard]] SceneView view_of(const Frame& frame, const ViewOptions& look,
                                  const Palette& palette, const Camera& camera, Rectangle place,
                                  Rectangle middle, const Quality& quality) const;

  void glass_passes(const SceneView& view, const Quality& quality, std::span<const Rectangle> seen);
  void glass_background(const SceneView& view);
  void glass_opaque(const SceneView& view);
  void thesis_passes(const SceneView& view);
  void collision_mesh_passes(const SceneView& view);

  /// Draws all cells in one call. The caller draws the lines between them together with others.
  void draw_automaton(const SceneView& view, std::vector<LineInstance>& lines);
  void draw_background(const SceneView& view);
  void draw_ground(const SceneView& view);
  void draw_walls(const SceneView& view);
  void draw_edges(const SceneView& view);
  void draw_lines(std::span<const LineInstance> lines, const SceneView& view, float far_strength) {
    tools_.draw_lines(line_, lines, view, far_strength);
  }
  void draw_solids(const Mesh& mesh, const std::vector<SolidInstance>& solids,
                   const SceneView& view, float strength, bool soft);
  void mark_marble(const SceneView& view);
  void draw_compass(const SceneView& view);

  DrawingTools tools_;
  Program background_, ground_, wall_, solid_, line_;
  Mesh ball_, box_, cone_;
  GlassPainter glass_{tools_};
  Exposure exposure_;

  std::optional<WallOrder> order_;
  std::vector<EdgeLine> edges_;
  struct Prepared {
    const Maze* maze = nullptr;
    glm::ivec3 from, to;
    EdgeMode edges;
    std::size_t fingerprint = 0;
    bool operator==(const Prepared&) const = default;
  } prepared_;

  struct WallInstance {
    glm::vec3 corner;
    float axis;
    Rgba8 tint;
  };
  InstanceArray<WallInstance> wall_array_;
};

}  // namespace marblemaze
