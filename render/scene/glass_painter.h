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

/// A round light that faces the eye, as the graphics card gets it (halo.vert). Lengths in cells.
struct HaloInstance {
  glm::vec3 centre;
  float extent;  ///< half a side of the square on which it is drawn
  float ring_radius, ring_half_width, core_radius, glow_reach;
  Rgba8 ring, core, glow;  ///< alpha: strength
};

/// The theoretical path as a tube with rounded corners, thicker in larger mazes. `strength` from 0
/// to 1: how much of what is behind it hides. None where the look leaves it out.
[[nodiscard]] std::vector<LineInstance> path_tube(const SceneView& view, float strength);
/// The marble's trail, which fades with age. None where the look leaves it out.
[[nodiscard]] std::vector<LineInstance> trail_streak(const SceneView& view);
/// The twelve edges of the maze's hull, for mazes whose walls fade.
[[nodiscard]] std::vector<LineInstance> hull(const SceneView& view);

/// A ring about a core that shine.
[[nodiscard]] HaloInstance target_halo(const SceneView& view);
/// The marble as the studio lights it.
[[nodiscard]] SolidInstance polished_marble(const SceneView& view);

/// What is mirrored: the marble, as the look shows it, and outlines of walls. Path, target and what
/// the agent expects are not: there would be several of each. Paler the farther it is from the
/// mirror.
struct Reflections {
  std::vector<LineInstance> walls;  ///< their outlines, dark
  std::vector<SolidInstance> marbles;
};
/// In the outer walls behind the maze, each only within its wall; none where layers are drawn
/// apart. `edges`: of the walls that are to be seen in them, too.
[[nodiscard]] Reflections in_outer_walls(const SceneView& view, std::span<const EdgeLine> edges);
[[nodiscard]] Reflections in_floor(const SceneView& view);
/// Where the marble keeps light from the walls on which it lies.
[[nodiscard]] HaloInstance contact_shadow(const SceneView& view);

/// How much each corner of a grid is in focus: 1 beside the cells that matter, falling to 0 within
/// about two cells. In large mazes the rest is drawn faintly, so that the way is found in it.
class FocusField {
 public:
  /// Everything is in focus.
  FocusField() = default;
  /// Around the middles of these cells of a grid of `dims` cells.
  FocusField(glm::ivec3 dims, std::span<const glm::ivec3> cells);

  /// 0 to 1, for a corner from (0, 0, 0) to `dims`.
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

/// Draws the parts of the glass style: a studio, and in it panes, balls, tubes, streaks and round
/// lights. Needs a current OpenGL context all its life. The order is for the caller to choose;
/// everything is blended premultiplied.
class GlassPainter {
 public:
  /// The tools must outlive it.
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
  /// `adds`: its glow adds light; else it covers what is behind.
  void draw_halos(std::span<const HaloInstance> halos, const SceneView& view, bool adds);
  void draw_tubes(std::span<const LineInstance> tubes, const SceneView& view);
  /// A soft streak of the studio's colour into `picture`, which it leaves bound; the pieces' alpha
  /// is its density. Without depth: what stands in the maze comes after it.
  void draw_trail(std::span<const LineInstance> pieces, const SceneView& view,
                  const Framebuffer& picture);

  /// The maze is so large that walls far from the way fade.
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
  std::optional<Framebuffer> image_;    // in the floor, at half the picture's size
  std::optional<Framebuffer> density_;  // of the trail, at half the picture's size

  WallOrder* order_ = nullptr;
  glm::ivec3 dims_{0};
  std::vector<Rgba8> sides_;  // by corner and axis, as the shader wants them
  FocusField focus_;
  std::vector<glm::ivec3> focused_cells_;
  std::vector<WallFace> focused_walls_;  // only where the others are left out
  std::vector<WallFace> seen_walls_;     // of the last call of seen_walls()
  int focus_version_ = 0;
  float least_focus_ = 1;
};

}  // namespace marblemaze
