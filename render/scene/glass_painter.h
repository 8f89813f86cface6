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

/// Focus of each corner of a grid: 1 near the cells of interest, falling to 0 within about two
/// cells. In large mazes, walls out of focus are faint so that the path remains visible.
class FocusField {
 public:
  /// Creates a field in which everything is in focus.
  FocusField() = default;
  /// Creates a field around the centres of `cells` in a grid of `dims` cells.
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

/// Draws the glass style: the studio, glass panes, balls, tubes, streaks and halos. All blending
/// uses premultiplied alpha. Requires: an OpenGL context is current during its lifetime.
class GlassPainter {
 public:
  /// Requires: `tools` outlives the painter.
  explicit GlassPainter(DrawingTools& tools) : tools_(tools) {}

  /// Prepares the walls of a maze of `dims` cells. `edges` are the outlines of the walls. Requires:
  /// `order` and `edges` remain valid until the next call.
  void prepare(WallOrder& order, std::span<const EdgeLine> edges, glm::ivec3 dims, EdgeMode mode);
  /// Draws all passes into `picture`, which must be bound. If `seen` is not empty, only these parts
  /// of the image are guaranteed to be drawn.
  void draw(const SceneView& view, const Quality& quality, std::span<const Rectangle> seen,
            const Framebuffer& picture);
  /// Draws the marble with the lighting of the studio.
  void draw_marble(const SceneView& view, float strength);

 private:
  struct PaneInstance {
    glm::vec3 corner;
    float axis;
    Rgba8 tint, sides, focus;
  };
  // Cache key of the instances of a group of panes.
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
  // Instances on the GPU, which are reused until their key changes.
  struct PaneBuffer {
    Drawing drawing{"4ccc"};
    std::optional<PaneKey> key;
  };
  void draw_behind(const SceneView& view);
  void draw_objects(const SceneView& view);
  /// Draws the backdrop. If `parts` is not empty, draws only these parts of the image.
  void draw_backdrop(const SceneView& view, std::span<const Rectangle> parts);
  /// Groups of panes: outer panes behind everything else, whose inner side is visible; all other
  /// panes; and the reflection of all panes in the floor.
  enum class Panes { behind, before, mirrored };
  /// Draws panes from back to front.
  void draw_panes(Panes which, const SceneView& view);
  /// Draws the reflections of the panes and the marble in the floor into `picture`, which remains
  /// bound. The blur increases with depth.
  void draw_mirror_image(const SceneView& view, const Framebuffer& picture);
  void draw_balls(std::span<const SolidInstance> balls, const SceneView& view, float strength);
  /// Draws a halo, which either adds light or covers the background.
  void draw_halo(const HaloInstance& halo, const SceneView& view, bool adds);
  /// Draws the theoretical path as a tube. `strength` is its opacity, 0 to 1.
  void draw_path(const SceneView& view, float strength);
  /// Draws the trail as a soft streak into `picture`, which remains bound. The alpha of a segment
  /// is its density. The trail ignores depth, so it must be drawn before solid objects.
  void draw_trail(const SceneView& view, const Framebuffer& picture);
  void focus_on(const SceneView& view);
  [[nodiscard]] PaneKey key_of(Panes which, const SceneView& view) const;
  /// Returns the walls to draw, from back to front.
  [[nodiscard]] std::span<const WallFace> seen_walls(const PaneKey& key);
  [[nodiscard]] std::vector<PaneInstance> panes(Panes which, const PaneKey& key,
                                                const SceneView& view);
  PaneBuffer& filled(Panes which, const SceneView& view);
  /// Returns the focus of the pane's four corners, in the shader's format.
  [[nodiscard]] Rgba8 focus_of(const WallFace& wall) const;
  [[nodiscard]] std::size_t index(const WallFace& wall) const;

  DrawingTools& tools_;
  Program panel_{"panel"}, mirror_{"background", "mirror"}, backdrop_{"backdrop"}, ball_{"ball"},
      halo_{"halo"}, tube_{"line", "tube"}, streak_{"streak"}, trail_{"background", "trail"};
  std::array<PaneBuffer, 3> pane_buffers_;
  Drawing ball_drawing_{kSolidLayout, 2}, halo_drawing_{"44ccc"};
  std::optional<Framebuffer> image_;    // reflection in the floor, half the size of the image
  std::optional<Framebuffer> density_;  // density of the trail, half the size of the image

  WallOrder* order_ = nullptr;
  std::span<const EdgeLine> edges_;  // outlines of the walls
  glm::ivec3 dims_{0};
  std::vector<Rgba8> sides_;  // indexed by corner and axis, in the shader's format
  FocusField focus_;
  std::vector<glm::ivec3> focused_cells_;
  std::vector<WallFace> focused_walls_;  // used only if the other walls are omitted
  std::vector<WallFace> seen_walls_;     // result of the last call of seen_walls()
  int focus_version_ = 0;
  float least_focus_ = 1;
};

}  // namespace marblemaze
