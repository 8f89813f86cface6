#pragma once

#include <memory>

#include "maze/grid/grid.h"
#include "maze/grid/orientation_scheme.h"

namespace marblemaze {

/// What can be known of a marble's maze before any of its inner walls was seen: its shape, the
/// goal, how it turns, and how a marble rolls.
struct MazeLayout {
  Grid grid;
  CellId target;                                    ///< a cell of the maze
  std::shared_ptr<const OrientationScheme> scheme;  ///< never null; one that the grid can have
  double speed_threshold;  ///< of the rolling marble, as AgentSettings::predictor_threshold
  /// Does every move end as rolling() says? Then one move can prove walls that it never touched.
  /// Where physics decides, the motion is only likely.
  bool exact_motion = false;
};

}  // namespace marblemaze
