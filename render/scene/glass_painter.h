#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include <glm/glm.hpp>

#include "render/gl/post_processing.h"
#include "render/scene/drawing_tools.h"
#include "render/scene/scene_view.h"
#include "render/scene/walls.h"

namespace marblemaze {

/// Returns the index of a grid corner in a list of all corners from (0, 0, 0) to `dims`.
[[nodiscard]] inline std::size_t corner_index(glm::ivec3 corner, glm::ivec3 dims) {
  return static_cast<std::size_t>((corner.z * (dims.y + 1) + corner.y) * (dims.x + 1) + corner.x);
}

struct HaloInstance;

/// Painter of the glass style. All blending uses premultiplied alpha. Requires: an OpenGL context
/// is current for the lifetime of the painter.
class GlassPainter {
 public:
  /// Requires: `tools` outlives the painter.
  explicit GlassPainter(DrawingTools& tools) : tools_(tools) {}

  /// Prepares the walls of a maze with `dims` cells. `edges` are the wall outlines. Requires:
  /// `walls` and `edges` remain valid until the next call.
  void prepare(std::span<const WallFace> walls, std::span<const EdgeLine> edges, glm::ivec3 dims,
               EdgeMode mode);
  /// Draws all passes into `picture`. Parts of the image outside `seen` may be skipped unless
  /// `seen` is empty. Requires: `picture` is bound.
  void draw(const SceneView& view, const Quality& quality, std::span<const Rectangle> seen,
            const Framebuffer& picture);
  void draw_marble(const SceneView& view, float strength);

 private:
  struct PaneInstance {
    glm::vec3 corner;
    float axis;
    Rgba8 tint, sides, focus;
  };
  // Cache key of the pane instances in a group.
  struct PaneKey {
    glm::ivec3 eye_cell;
    float explode;
    WallColour colour;
    const Palette* palette;
    std::vector<bool> visited;  // empty unless the colours depend on visited cells
    glm::ivec3 marble_cell;     // used only if distant walls are omitted
    int marble_reach;
    int focus_version;
    bool operator==(const PaneKey&) const = default;
  };
  // Pane instances on the GPU, reused until the key changes.
  struct PaneBuffer {
    InstancedMesh drawing{"4ccc"};
    std::optional<PaneKey> key;
  };
  void draw_back_walls(const SceneView& view);
  void draw_objects(const SceneView& view);
  /// Draws the backdrop, limited to `parts` unless `parts` is empty.
  void draw_backdrop(const SceneView& view, std::span<const Rectangle> parts);
  /// Groups of panes. Back panes are outer panes behind all other objects. Reflected panes are the
  /// floor reflection of all panes.
  enum class PaneGroup { back, front, reflected };
  void draw_panes(PaneGroup which, const SceneView& view);
  /// Draws the floor reflection of the panes and the marble into `picture`, which remains bound.
  /// The blur increases with depth.
  void draw_mirror_image(const SceneView& view, const Framebuffer& picture);
  void draw_balls(std::span<const SolidInstance> balls, const SceneView& view, float strength);
  /// Draws a halo, which adds light if `adds` is true, and covers the background otherwise.
  void draw_halo(const HaloInstance& halo, const SceneView& view, bool adds);
  /// Draws the theoretical path as a tube. `strength` is the opacity, 0 to 1.
  void draw_path(const SceneView& view, float strength);
  /// Draws the trail into `picture`, which remains bound. The trail ignores depth, so it must be
  /// drawn before solid objects.
  void draw_trail(const SceneView& view, const Framebuffer& picture);
  void update_focus(const SceneView& view);
  [[nodiscard]] PaneKey pane_key(PaneGroup which, const SceneView& view) const;
  /// Returns the panes of a group from back to front.
  [[nodiscard]] std::vector<PaneInstance> panes(PaneGroup which, const PaneKey& key,
                                                const SceneView& view) const;
  PaneBuffer& pane_buffer(PaneGroup which, const SceneView& view);
  /// Returns the focus of the four pane corners in shader format.
  [[nodiscard]] Rgba8 focus_of(const WallFace& wall) const;
  [[nodiscard]] std::size_t index(const WallFace& wall) const {
    return 3 * corner_index(wall.corner, dims_) + static_cast<std::size_t>(wall.axis);
  }

  DrawingTools& tools_;
  Program panel_{"panel"}, mirror_{"background", "mirror"}, backdrop_{"backdrop"}, ball_{"ball"},
      halo_{"halo"}, tube_{"line", "tube"}, streak_{"streak"}, trail_{"background", "trail"};
  std::array<PaneBuffer, 3> pane_buffers_;
  InstancedMesh ball_drawing_{kSolidLayout, 2}, halo_drawing_{"44ccc"};
  std::optional<Framebuffer> image_;    // floor reflection, half the image size
  std::optional<Framebuffer> density_;  // trail density, half the image size

  std::span<const WallFace> walls_;
  std::span<const EdgeLine> edges_;
  glm::ivec3 dims_{0};
  std::vector<Rgba8> sides_;  // shader format, indexed by index()
  std::vector<float> focus_;  // indexed by corner_index(); empty if everything is in focus
  std::vector<glm::ivec3> focused_cells_;
  std::vector<WallFace> focused_walls_;  // all walls, unless unfocused walls are omitted
  int focus_version_ = 0;
  float unfocused_opacity_ = 1;
};

}  // namespace marblemaze
