#pragma once

#include "maze/grid/orientation_scheme.h"
#include "maze/world/scene.h"

namespace marblemaze {

/// The scene of a marble at rest in a state: the maze upright in its orientation, the marble in the
/// corner of its cell into which gravity pulls it. For worlds without poses, tests and pictures.
[[nodiscard]] Scene still_scene(const Maze& maze, const OrientationScheme& scheme, StateId state,
                                double marble_radius = 0.25, double wall_thickness = 0.06);

}  // namespace marblemaze
