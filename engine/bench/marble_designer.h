#pragma once

#include <optional>
#include <string_view>

#include "agent/design/maze_designer.h"
#include "engine/run/setup.h"
#include "maze/files/maze_file.h"

namespace marblemaze {

/// Request for a maze that is solvable and hard.
struct DesignRequest {
  /// Start of the search. The grid, start and target of its maze do not change, and its kind is
  /// ignored.
  Setup setup;
  int moves = 40;  ///< minimum number of moves of a shortest solution
  std::uint64_t seed = 1;
  /// Maximum number of exchanges in Bullet, and before in the fast model.
  std::int64_t steps = 3000;
  int jobs = 1;  ///< number of threads; the design does not depend on it
};

/// Called after every step with the stage ("predicted", "imagined", "bullet") and its best design
/// so far.
using DesignWatch = std::function<void(std::string_view stage, const SearchProgress& progress,
                                       const MazeDesign& best)>;

struct MarbleDesign {
  Maze maze;
  /// Empty if the work was interrupted (maze/base/stop.h). In that case, the maze is the best so
  /// far.
  std::optional<Certificate> certificate;
  /// Whether the solution is as long as requested and kEnoughReached of its runs reach the target.
  bool fulfilled = false;
};
inline constexpr double kEnoughReached = 0.95;

/// Returns a number of moves that no shortest solution of such a maze can reach under any physics.
/// A shortest solution visits no state twice, and a marble can rest in a cell, which is open on at
/// least one side, in at most half of the orientations.
[[nodiscard]] int too_many_moves(const Grid& grid, ControlScheme control);

/// Searches in three stages, each starting from the best maze of the previous stage: with the path
/// predictor, in the fast model, and in Bullet, where the runs of a solution must also reach the
/// target. A wall exchange does not affect most moves, and move memories recall their results, so a
/// step in Bullet costs a small fraction of a map. Throws BadInput for a length that is impossible,
/// settings that cannot be cloned, or a scheme that the maze does not support. Throws Interrupted
/// if a stop is requested before there is any design.
[[nodiscard]] MarbleDesign design_marble_maze(const DesignRequest& request,
                                              const DesignWatch& watch);

}  // namespace marblemaze
