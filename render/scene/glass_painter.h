#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include <glm/glm.hpp>

#include "render/gl/exposure.h"
#include "render/scene/drawing_tools.h"
#include "render/scene/scene_view.h"
#include "render/scene/walls.h"

namespace marblemaze {

/// Focus at each corner of a grid: 1 near the cells of interest, falling to 0 within about two
/// cells. Large mazes are drawn faintly outside the focus, so the path remains visible.
class FocusField {
 public:
  /// Creates a field in which everything is in focus.
  FocusField() = default;
  /// Creates a field around the centres of these cells of a grid of `dims` cells.
  FocusField(glm::ivec3 dims, std::span<const glm::ivec3> cells);

  /// Returns the focus, 0 to 1, at a corner from (0, 0, 0) to `dims`.
  [[nodiscard]] float at(glm::ivec3 corner) const {
    return focus_.empty() ? 1.0f : focus_[index(corner)];
  }
  [[nodiscard]] bool everything() const { return focus_.empty(); }

 private:
  [[nodiscard]] std::size_t index(glm::ivec3 p) const {
    return static_cast<std::size_t>((p.z * size_.y + p.y) * size_.x + p.x);
  }
  glm::ivec3 size_{0};
  std::vector<float> focus_;
};

struct HaloInstance;

/// Draws the glass style: a studio with panes, balls, tubes, streaks and round lights. All blending
/// is premultiplied. Requires: an OpenGL context is current during its lifetime.
class GlassPainter {
 public:
  /// Requires: the tools outlive the painter.
  explicit GlassPainter(DrawingTools& tools) : tools_(tools) {}

  /// Prepares the walls of `order` in a maze of `dims` cells, with lines at their sides. `edges`
  /// are their outlines. Requires: `order` and `edges` outlive the images until the next call.
  void prepare(WallOrder& order, std::span<const EdgeLine> edges, glm::ivec3 dims, EdgeMode mode);
  /// Draws all passes into the image, which is bound. If `seen` is not empty, only these parts of
  /// it are guaranteed to be drawn.
  void draw(const SceneView& view, const Quality& quality, std::span<const Rectangle> seen,
            const Framebuffer& picture);
  /// Draws the marble in the light of the studio.
  void draw_marble(const SceneView& view, float strength);

 private:
  struct PaneInstance {
    glm::vec3 corner;
    float axis;
    Rgba8 tint, sides, focus;
  };
  // Values that determine the instances of some panes.
  struct PaneKey {
    glm::ivec3 eye_cell;
    float explode;
    WallColour colour;
    const Palette* palette;
    std::vector<bool> visited;  // empty unless the colours depend on it
    glm::ivec3 marble_cell;     // used only if distant walls are omitted
    int marble_reach;
    int focus_version;
    bool operator==(const PaneKey&) const = default;
  };
  // Instances on the graphics card, which are reused while their key does not change.
  struct PaneBuffer {
    Drawing drawing{"4ccc"};
    std::optional<PaneKey> key;
  };
  void draw_behind(const SceneView& view);
  void draw_objects(const SceneView& view);
  /// Draws the backdrop. If `parts` is not empty, draws only these parts of the image.
  void draw_backdrop(const SceneView& view, std::span<const Rectangle> parts);
  /// Choice of panes: outer panes whose inner side is visible and that have no pane behind them;
  /// all other panes; all panes as reflected by the floor.
  enum class Panes { behind, before, mirrored };
  /// Draws panes from back to front.
  void draw_panes(Panes which, const SceneView& view);
  /// Draws the reflections of panes and marble in the floor, less sharp with depth, into `picture`,
  /// which remains bound.
  void draw_mirror_image(const SceneView& view, const Framebuffer& picture);
  void draw_balls(std::span<const SolidInstance> balls, const SceneView& view, float strength);
  /// Draws a round light, which either adds light or covers the background.
  void draw_halo(const HaloInstance& halo, const SceneView& view, bool adds);
  /// Draws the theoretical path as a tube of this opacity, 0 to 1.
  void draw_path(const SceneView& view, float strength);
  /// Draws the trail as a soft streak in the studio's colour into `picture`, which remains bound.
  /// The alpha of its pieces is its density. The trail ignores depth, so draw solid objects
  /// afterwards.
  void draw_trail(const SceneView& view, const Framebuffer& picture);
  void focus_on(const SceneView& view);
  [[nodiscard]] PaneKey key_of(Panes which, const SceneView& view) const;
  /// Returns the walls to draw, from back to front.
  [[nodiscard]] std::span<const WallFace> seen_walls(const PaneKey& key);
  [[nodiscard]] std::vector<PaneInstance> panes(Panes which, const PaneKey& key,
                                                const SceneView& view);
  PaneBuffer& filled(Panes which, const SceneView& view);
  /// Returns the strength of the pane at each corner.
  [[nodiscard]] Rgba8 focus_of(const WallFace& wall) const;
  [[nodiscard]] std::size_t index(const WallFace& wall) const;

  DrawingTools& tools_;
  Program panel_{"panel"}, mirror_{"background", "mirror"}, backdrop_{"backdrop"}, ball_{"ball"},
      halo_{"halo"}, tube_{"line", "tube"}, streak_{"streak"}, trail_{"background", "trail"};
  std::array<PaneBuffer, 3> pane_buffers_;
  Drawing ball_drawing_{kSolidLayout, 2}, halo_drawing_{"44ccc"};
  std::optional<Framebuffer> image_;    // reflection in the floor, at half the size of the image
  std::optional<Framebuffer> density_;  // density of the trail, at half the size of the image

  WallOrder* order_ = nullptr;
  std::span<const EdgeLine> edges_;  // outlines of the walls
  glm::ivec3 dims_{0};
  std::vector<Rgba8> sides_;  // indexed by corner and axis, in the shader's format
  FocusField focus_;
  std::vector<glm::ivec3> focused_cells_;
  std::vector<WallFace> focused_walls_;  // only if the other walls are omitted
  std::vector<WallFace> seen_walls_;     // result of the last call of seen_walls()
  int focus_version_ = 0;
  float least_focus_ = 1;
};

}  // namespace marblemaze
