#pragma once

#include <optional>
#include <string_view>

#include "agent/design/maze_designer.h"
#include "engine/run/setup.h"
#include "maze/files/maze_file.h"

namespace marblemaze {

/// A maze that is to become solvable and hard.
struct DesignRequest {
  /// Where the search begins: grid, start and target of its maze stay. Its kind is not looked at.
  Setup setup;
  int moves = 40;  ///< wanted of a fewest-moves solution
  std::uint64_t seed = 1;
  std::int64_t steps = 3000;  ///< exchanges tried in Bullet and in imagination, at most
  int jobs = 1;               ///< threads; the design does not depend on them
};

/// Asked after every step, with the stage ("predicted", "imagined", "bullet") and its best design
/// so far; false ends the search with that.
using DesignWatch = std::function<bool(std::string_view stage, const SearchProgress& progress,
                                       const MazeDesign& best)>;

struct MarbleDesign {
  Maze maze;
  /// Nothing when the work was to stop (maze/base/stop.h): the maze is the best so far then.
  std::optional<Certificate> certificate;
  /// As long as asked for, and at least kEnoughReached of the runs reach the target.
  bool fulfilled = false;
};
inline constexpr double kEnoughReached = 0.95;

/// More moves than any fewest-moves solution of such a maze can have, whatever the physics: it
/// visits no state twice, and a cell, open on one side at least, holds a marble in half of the
/// orientations at most.
[[nodiscard]] int too_many_moves(const Grid& grid, ControlScheme control);

/// Searches in three stages, each from the best of the one before: screened by the path predictor,
/// scored in imagination, and at last in Bullet, where a solution must also survive its runs. Wall
/// exchanges leave most moves as they were, and move memories know them, so that a step in Bullet
/// costs a small part of a map. Throws BadInput for a length that is impossible,
/// settings that cannot be cloned, or a scheme that the maze does not have, and Interrupted when
/// its work is to stop before there is any design.
[[nodiscard]] MarbleDesign design_marble_maze(const DesignRequest& request,
                                              const DesignWatch& watch);

}  // namespace marblemaze
