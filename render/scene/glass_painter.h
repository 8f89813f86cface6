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

/// A round light that faces the camera, in the vertex format of the graphics card (halo.vert).
/// Lengths are in cells.
struct HaloInstance {
  glm::vec3 centre;
  float extent;  ///< half the side of its square
  float ring_radius, ring_half_width, core_radius, glow_reach;
  Rgba8 ring, core, glow;  ///< alpha is the strength
};

/// Returns the theoretical path as a tube with rounded corners, thicker in larger mazes.
/// `strength`, 0 to 1, is its opacity. Empty if the options hide the path.
[[nodiscard]] std::vector<LineInstance> path_tube(const SceneView& view, float strength);
/// Returns the marble's trail, which fades with age. Empty if the options hide the trail.
[[nodiscard]] std::vector<LineInstance> trail_streak(const SceneView& view);
/// Returns the twelve edges of the maze's hull, for mazes with fading walls.
[[nodiscard]] std::vector<LineInstance> hull(const SceneView& view);

/// Returns the ring and the core of the target, which are luminous.
[[nodiscard]] HaloInstance target_halo(const SceneView& view);
/// Returns the marble in the light of the studio.
[[nodiscard]] SolidInstance polished_marble(const SceneView& view);

/// Reflections of the marble and of the walls' outlines. They are paler the farther the original
/// is from the mirror. Path, target and the agent's expectation are not reflected, because each
/// would appear several times.
struct Reflections {
  std::vector<LineInstance> walls;  ///< their outlines, dark
  std::vector<SolidInstance> marbles;
};
/// Returns the reflections in the outer walls behind the maze, each within its wall. Empty if the
/// layers are drawn apart. `edges` are the outlines of walls that are reflected too.
[[nodiscard]] Reflections in_outer_walls(const SceneView& view, std::span<const EdgeLine> edges);
[[nodiscard]] Reflections in_floor(const SceneView& view);
/// Returns the shadow of the marble on the walls on which it lies.
[[nodiscard]] HaloInstance contact_shadow(const SceneView& view);

/// Focus at each corner of a grid: 1 near the cells of interest, falling to 0 within about two
/// cells. Large mazes are drawn faintly outside the focus, so that the path remains visible.
class FocusField {
 public:
  /// Makes a field in which everything is in focus.
  FocusField() = default;
  /// Makes a field around the centres of these cells of a grid of `dims` cells.
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

/// Draws the parts of the glass style: a studio with panes, balls, tubes, streaks and round lights.
/// All blending is premultiplied, and the caller chooses the order. Requires: an OpenGL context is
/// current during its whole lifetime.
class GlassPainter {
 public:
  /// Requires: the tools outlive the painter.
  explicit GlassPainter(DrawingTools& tools);

  /// The walls that will be drawn with lines at their sides, of a maze of `dims` cells. `order`
  /// must outlive the pictures until the next call.
  void prepare(WallOrder& order, glm::ivec3 dims, EdgeMode edges);

  /// If `parts` is not empty, draws only these parts of the picture.
  void draw_backdrop(const SceneView& view, std::span<const Rectangle> parts);
  /// Which panes are drawn: outer ones whose inner side is seen, behind which nothing stands; all
  /// others; all of them as the floor mirrors them.
  enum class Panes { behind, before, mirrored };
  /// From back to front.
  void draw_panes(Panes which, const SceneView& view);
  /// Panes and marble as the floor mirrors them, the deeper the less sharp, into `picture`, which
  /// it leaves bound.
  void draw_mirror_image(const Reflections& shining, const SceneView& view,
                         const Framebuffer& picture);
  void draw_balls(std::span<const SolidInstance> balls, const SceneView& view, float strength);
  /// Draws round lights. With `adds` they add light; otherwise they cover what is behind them.
  void draw_halos(std::span<const HaloInstance> halos, const SceneView& view, bool adds);
  void draw_tubes(std::span<const LineInstance> tubes, const SceneView& view);
  /// Draws a soft streak in the studio's colour into `picture`, which stays bound. The alpha of its
  /// pieces is its density. It ignores depth, so draw solid objects afterwards.
  void draw_trail(std::span<const LineInstance> pieces, const SceneView& view,
                  const Framebuffer& picture);

  /// Returns whether the maze is so large that walls far from the path fade.
  [[nodiscard]] bool fades() const { return least_focus_ < 1; }

 private:
  struct PaneInstance {
    glm::vec3 corner;
    float axis;
    Rgba8 tint, sides, focus;
  };
  // All on which the instances of some panes depend.
  struct PaneKey {
    glm::ivec3 eye_cell;
    float explode;
    WallColour colour;
    const Palette* palette;
    std::vector<bool> visited;  // only where it is seen
    glm::ivec3 marble_cell;     // only where far walls are left out
    int marble_reach;
    int focus_version;
    bool operator==(const PaneKey&) const = default;
  };
  [[nodiscard]] static InstanceArray<PaneInstance> pane_array();
  // Kept from frame to frame.
  struct PaneBuffer {
    InstanceArray<PaneInstance> array;
    std::optional<PaneKey> key;
  };
  void focus_on(const SceneView& view);
  [[nodiscard]] PaneKey key_of(Panes which, const SceneView& view) const;
  /// The walls that are drawn at all, from back to front.
  [[nodiscard]] std::span<const WallFace> seen_walls(const PaneKey& key);
  [[nodiscard]] std::vector<PaneInstance> panes(Panes which, const PaneKey& key,
                                                const SceneView& view);
  PaneBuffer& filled(Panes which, const SceneView& view);
  /// How much of the pane is drawn at each corner.
  [[nodiscard]] Rgba8 focus_of(const WallFace& wall) const;
  [[nodiscard]] std::size_t index(const WallFace& wall) const;

  DrawingTools& tools_;
  Program panel_, mirror_, backdrop_, ball_, halo_, tube_, streak_, trail_;
  std::array<PaneBuffer, 3> pane_buffers_;
  InstanceArray<SolidInstance> ball_array_;
  InstanceArray<HaloInstance> halo_array_;
  std::optional<Framebuffer> image_;    // reflection in the floor, at half the image's size
  std::optional<Framebuffer> density_;  // density of the trail, at half the image's size

  WallOrder* order_ = nullptr;
  glm::ivec3 dims_{0};
  std::vector<Rgba8> sides_;  // by corner and axis, in the shader's format
  FocusField focus_;
  std::vector<glm::ivec3> focused_cells_;
  std::vector<WallFace> focused_walls_;  // only where the others are left out
  std::vector<WallFace> seen_walls_;     // of the last call of seen_walls()
  int focus_version_ = 0;
  float least_focus_ = 1;
};

}  // namespace marblemaze
