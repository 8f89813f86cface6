#pragma once

#include <optional>
#include <span>
#include <vector>

#include "render/scene/drawing_tools.h"
#include "render/scene/edge_lines.h"
#include "render/scene/focus_field.h"
#include "render/scene/ribbons.h"

namespace marblemaze {

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
