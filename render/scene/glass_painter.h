#pragma once

#include <optional>
#include <span>
#include <vector>

#include <glm/glm.hpp>

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

/// What is mirrored of path, marble and target, as the look shows them: paler the farther it stands
/// from the mirror.
struct Reflections {
  std::vector<LineInstance> walls;  ///< their outlines, dark
  std::vector<LineInstance> path;
  std::vector<SolidInstance> marbles;
  std::vector<HaloInstance> targets;
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

  /// The walls that will be drawn with lines at their sides, in any order, of a maze of `dims`
  /// cells.
  void prepare(std::span<const WallFace> walls, glm::ivec3 dims, EdgeMode edges);

  void draw_backdrop(const SceneView& view);
  /// Panes in the order given, which must be from back to front for the eye; `mirrored`: as the
  /// floor shows them, for the eye mirrored in it.
  void draw_panes(std::span<const WallFace> walls, const SceneView& view, bool mirrored = false);
  /// Panes and what shines among them as the floor mirrors them, the deeper the less sharp, into
  /// `picture`, which it leaves bound. The order must be from back to front for the eye mirrored in
  /// the floor.
  void draw_mirror_image(std::span<const WallFace> walls, const Reflections& shining,
                         const SceneView& view, const Framebuffer& picture);
  void draw_balls(std::span<const SolidInstance> balls, const SceneView& view, float strength);
  /// `adds`: its glow adds light; else it covers what is behind.
  void draw_halos(std::span<const HaloInstance> halos, const SceneView& view, bool adds);
  void draw_reflections(const Reflections& seen, const SceneView& view);
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
  void focus_on(const SceneView& view);
  [[nodiscard]] std::vector<PaneInstance> panes(std::span<const WallFace> walls,
                                                const SceneView& view) const;
  /// How much of the pane is drawn at each corner.
  [[nodiscard]] Rgba8 focus_of(const WallFace& wall) const;
  [[nodiscard]] std::size_t index(const WallFace& wall) const;

  DrawingTools& tools_;
  Program panel_, mirror_, backdrop_, ball_, halo_, tube_, streak_, trail_;
  InstanceArray<PaneInstance> pane_array_;
  InstanceArray<SolidInstance> ball_array_;
  InstanceArray<HaloInstance> halo_array_;
  std::optional<Framebuffer> image_;    // in the floor, at half the picture's size
  std::optional<Framebuffer> density_;  // of the trail, at half the picture's size

  glm::ivec3 dims_{0};
  std::vector<Rgba8> sides_;  // by corner and axis, as the shader wants them
  FocusField focus_;
  std::vector<glm::ivec3> focused_cells_;
  float least_focus_ = 1;
};

}  // namespace marblemaze
