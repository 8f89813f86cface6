#pragma once

#include <span>
#include <vector>

#include "render/scene/edge_lines.h"
#include "render/scene/scene_view.h"

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

}  // namespace marblemaze
