#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "render/gl/post_processing.h"
#include "render/scene/glass_painter.h"

namespace marblemaze {

/// Size and margin of the compass inset, as fractions of the scene height.
inline constexpr float kCompassShare = 0.15f, kCompassMargin = 0.02f;

/// Renderer for the frames of a marble maze. Objects of the same kind share a draw call. Requires:
/// an OpenGL context is current for the lifetime of the renderer. The glass style draws the
/// backdrop, the floor reflection, the outer walls at the back, opaque objects, glowing objects,
/// and the remaining panes from back to front. The thesis style (thesis 6.6) draws walls first,
/// without lighting or depth test, then the marble, and finally outlines.
class SceneRenderer {
 public:
  SceneRenderer() = default;
  SceneRenderer(const SceneRenderer&) = delete;
  SceneRenderer& operator=(const SceneRenderer&) = delete;

  /// Draws into the rectangle `place` of the framebuffer `target`, which remains bound. Framebuffer
  /// 0 is the window.
  void draw(const Frame& frame, const ViewOptions& look, const Palette& palette,
            const Camera& camera, GLuint target, Rectangle place, const Quality& quality) {
    draw(frame, look, palette, camera, target, place, place, quality);
  }
  /// Draws the maze in `middle`, a part of `place`, and the scene in all of `place`. Parts outside
  /// `seen` may be skipped unless `seen` is empty.
  void draw(const Frame& frame, const ViewOptions& look, const Palette& palette,
            const Camera& camera, GLuint target, Rectangle place, Rectangle middle,
            const Quality& quality, std::span<const Rectangle> seen = {});

 private:
  void prepare_maze(const Frame& frame, const ViewOptions& look);
  [[nodiscard]] SceneView view_of(const Frame& frame, const ViewOptions& look,
                                  const Palette& palette, const Camera& camera, Rectangle place,
                                  Rectangle middle, const Quality& quality) const;

  void thesis_passes(const SceneView& view);
  void collision_mesh_passes(const SceneView& view);

  void draw_background(const SceneView& view);
  void draw_ground(const SceneView& view);
  void draw_walls(const SceneView& view);
  void draw_edges(const SceneView& view);
  void mark_marble(const SceneView& view);
  void draw_compass(const SceneView& view);

  DrawingTools tools_;
  Program background_{"background"}, ground_{"ground"}, wall_{"wall"};
  GlassPainter glass_{tools_};
  PostProcessing post_processing_;

  std::vector<WallFace> walls_;
  std::optional<glm::ivec3> sorted_for_;  ///< cell of the camera for which walls_ is sorted
  std::vector<EdgeLine> edges_;
  struct Prepared {
    Maze maze;
    glm::ivec3 from, to;
    EdgeMode edges;
    bool operator==(const Prepared&) const = default;
  };
  std::optional<Prepared> prepared_;

  struct WallInstance {
    glm::vec3 corner;
    float axis;
    Rgba8 tint;
  };
  InstancedMesh wall_instances_{"4c"};
};

}  // namespace marblemaze
