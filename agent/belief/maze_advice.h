#pragma once

#include <memory>

#include "agent/belief/path_predictor.h"
#include "agent/contracts/planner.h"

namespace marblemaze {

/// What can be known of a marble maze without touching it, for the planners: theoretical distances,
/// the next cell, the path predictor, and with 24 orientations the moves inside a corner (4.7).
[[nodiscard]] Advice maze_advice(std::shared_ptr<const Maze> maze,
                                 std::shared_ptr<const OrientationScheme> scheme,
                                 double speed_threshold = kDefaultSpeedThreshold);

/// Where a move inside a corner leads: the same cell, leaning otherwise. Nothing for other moves,
/// and for a balanced marble, which any move may tip over.
[[nodiscard]] std::optional<StateId> certain_turn(const OrientationScheme& scheme, StateId from,
                                                  MoveId move);

/// "cell 14, up (+,-,+)"; of a balanced state also where no wall holds the marble.
[[nodiscard]] std::string describe_state(const OrientationScheme& scheme, StateId state);

/// The axes along which a balanced state has no wall below, as "x" or "yz".
[[nodiscard]] std::string missing_axes(StateId state);
/// The bits that number a balanced state: the walls missing below the marble in a cell.
[[nodiscard]] int missing_walls_below(const Maze& maze, const OrientationScheme& scheme,
                                      CellId cell, OrientationId orientation);

}  // namespace marblemaze
