#pragma once

#include <vector>

#include "agent/contracts/maze_layout.h"
#include "maze/grid/maze.h"

namespace marblemaze {

/// A marble on its way through a maze that stands still.
struct RollingMarble {
  CellId cell;
  int axis = -1;     ///< on which it travels; -1 before the first cell is left
  double speed = 0;  ///< as rolling() counts it
};

/// A way on, and how likely it is taken.
struct WayOn {
  Direction way;
  double chance;  ///< in (0, 1]
};

/// Which of the open ways down a marble takes, likeliest first. Where the layout's motion is exact,
/// the one of rolling(). Elsewhere each open way may be taken, with a chance that was counted in
/// Bullet (docs/results/learning-agents.md): where only one is open, there is no doubt. What the
/// chances lack of 1 is the chance of coming to a halt between equally steep ways, which ends a
/// run. Empty where the marble rests. Bit i of `open` says whether kDirections[i] is open.
[[nodiscard]] std::vector<WayOn> ways_on(const MazeLayout& layout, const RollingMarble& marble,
                                         OrientationId orientation, unsigned open);

/// The marble after it took a way down.
[[nodiscard]] RollingMarble rolled(const MazeLayout& layout, const RollingMarble& marble,
                                   OrientationId orientation, Direction way);

/// Where a marble let go in a cell of a maze comes to rest, with chances that add up to 1 at most.
/// Endings rarer than a thousandth are left out.
[[nodiscard]] std::vector<std::pair<CellId, double>> likely_endings(const MazeLayout& layout,
                                                                    const Maze& maze, CellId cell,
                                                                    OrientationId orientation);

}  // namespace marblemaze
