#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "render/gl/gl_resources.h"
#include "render/scene/camera.h"
#include "render/scene/draw_lists.h"
#include "render/scene/edge_lines.h"
#include "render/scene/frame.h"
#include "render/scene/meshes.h"
#include "render/scene/view_options.h"
#include "render/scene/wall_order.h"

namespace marblemaze {

/// A part of the target, in pixels, origin at its lower left corner.
struct Rectangle {
  glm::ivec2 origin{0};
  glm::ivec2 size{0};
};

/// How finely the inside picture is drawn before it is copied to its place.
struct Quality {
  float scale = 1.0f;   ///< inside pixels per target pixel, along each side
  int samples = 0;      ///< per inside pixel; 0 and 1 mean the same
  int most_pixels = 0;  ///< inside picture is made smaller until it has no more; 0: no limit
};

/// What the screen can do in real time: several samples on a graphics card; on a software renderer,
/// which is bound by the pixels it fills, one sample and no more pixels than 960 by 540.
[[nodiscard]] Quality live_quality(bool software_renderer);
/// For pictures and films, where time is no matter.
[[nodiscard]] Quality fine_quality();

/// What drawing one picture took.
struct DrawStatistics {
  int draw_calls = 0;
  int walls = 0;
  double ordering_ms = 0;
};

/// Draws frames. Needs a current OpenGL context all its life. The number of draw calls does not
/// depend on the maze.
///
/// Passes, glass style: background; ground; balls with depth; trail and paths; walls back to front
/// without writing depth; the marble faintly through them; outlines against the depth of the balls;
/// annotations; over everything a mark on a marble that is small. The thesis's style (6.6) draws
/// walls first without lighting or depth test, then the marble, then outlines.
class SceneRenderer {
 public:
  SceneRenderer();

  /// Draws into `place` of framebuffer `target` (0: the window) and leaves that framebuffer bound.
  void draw(const Frame& frame, const ViewOptions& look, const Palette& palette,
            const Camera& camera, GLuint target, Rectangle place, const Quality& quality);
  [[nodiscard]] const DrawStatistics& statistics() const { return statistics_; }

 private:
  struct View;  // scene_renderer_view.h

  void prepare_maze(const Maze& maze, const ViewOptions& look);
  void prepare_target(glm::ivec2 size, const Quality& quality);
  void copy_to(GLuint target, Rectangle place);
  void upload_walls(const Frame& frame, const ViewOptions& look, const Palette& palette,
                    const View& view);
  void upload_edges(const ViewOptions& look, const Palette& palette);

  void glass_passes(const Frame& frame, const ViewOptions& look, const Palette& palette,
                    const View& view);
  void thesis_passes(const Frame& frame, const ViewOptions& look, const Palette& palette,
                     const View& view);
  void collision_mesh_passes(const Frame& frame, const ViewOptions& look, const Palette& palette,
                             const View& view);

  /// Cells at once; the lines between them are for the caller to draw with others.
  void draw_automaton(const Frame& frame, const ViewOptions& look, const Palette& palette,
                      const View& view, std::vector<LineInstance>& lines);
  void draw_background(const Palette& palette);
  void draw_ground(const Palette& palette, const View& view);
  void draw_walls(const ViewOptions& look, const Palette& palette, const View& view, bool flat);
  void draw_edges(const View& view);
  void draw_lines(const std::vector<LineInstance>& lines, const View& view, const glm::mat4& model,
                  float far_strength);
  void draw_solids(const Mesh& mesh, const std::vector<SolidInstance>& solids, const View& view,
                   float strength, bool soft);
  void mark_marble(const Frame& frame, const ViewOptions& look, const Palette& palette,
                   const View& view);
  void draw_compass(const Palette& palette, const View& view);

  Program background_, ground_, wall_, solid_, line_;
  Mesh ball_, box_, cone_;
  GlHandle empty_array_, wall_array_, wall_buffer_, line_array_, line_buffer_, edge_array_,
      edge_buffer_;
  std::optional<Framebuffer> inside_;    // where the picture is drawn
  std::optional<Framebuffer> resolved_;  // the same without samples, where there are any

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
  std::vector<WallInstance> wall_instances_;
  std::vector<LineInstance> edge_instances_;
  DrawStatistics statistics_;
};

}  // namespace marblemaze
