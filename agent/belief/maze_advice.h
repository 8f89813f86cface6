#pragma once

#include <memory>

#include "agent/belief/path_predictor.h"
#include "agent/contracts/advice.h"

namespace marblemaze {

/// What can be known of a marble maze without touching it, for the planners: its rules, theoretical
/// distances in cells, the next cell and the path predictor. It has no imagination: that takes
/// physics. The seed is the maze's. Neither pointer may be null; the scheme must be one that the
/// maze can have. `speed_threshold` is the path predictor's.
[[nodiscard]] Advice maze_advice(std::shared_ptr<const Maze> maze,
                                 std::shared_ptr<const OrientationScheme> scheme,
                                 double speed_threshold = kDefaultSpeedThreshold);

}  // namespace marblemaze
