#pragma once

#include <optional>
#include <string_view>

#include "agent/design/maze_designer.h"
#include "engine/run/setup.h"
#include "maze/files/maze_file.h"

namespace marblemaze {

/// Parameters of design_marble_maze().
struct DesignRequest {
  /// Initial maze, control scheme and physics. The search keeps the grid, start and target of the
  /// maze. The kind of world is ignored.
  Setup setup;
  int moves = 40;  ///< minimum length of the shortest solution
  std::uint64_t seed = 1;
  /// Maximum number of wall exchanges in the fast model, and again in Bullet.
  std::int64_t steps = 3000;
  int jobs = 1;  ///< number of threads; the design does not depend on it
};

/// Progress callback. It is called after every step with the name of the stage ("predicted",
/// "imagined" or "bullet") and the best design of the stage so far.
using DesignWatch = std::function<void(std::string_view stage, const SearchProgress& progress,
                                       const MazeDesign& best)>;

struct MarbleDesign {
  Maze maze;
  /// Empty if the search was interrupted (maze/base/stop.h). The maze is then the best maze found
  /// so far.
  std::optional<Certificate> certificate;
  /// True if the solution has the requested length and at least a fraction kEnoughReached of its
  /// test runs reach the target.
  bool fulfilled = false;
};
inline constexpr double kEnoughReached = 0.95;

/// Returns an exclusive upper bound on the length of a shortest solution under any physics. A
/// shortest solution visits no state twice. Every cell is open on at least one side, so the marble
/// can rest in it in at most half of the orientations.
[[nodiscard]] int solution_length_bound(const Grid& grid, ControlScheme control);

/// Designs a maze by local search in three stages: with the path predictor, in the fast model and
/// in Bullet. Each stage starts from the best maze of the previous stage. In Bullet, the solution
/// must also reach the target in test runs. A wall exchange does not affect most moves, and their
/// results are cached, so a search step in Bullet is much cheaper than a complete map. Throws
/// BadInput if the length is impossible, the settings cannot be cloned, or the maze does not
/// support the scheme. Throws Interrupted if a stop is requested before the first design is found.
[[nodiscard]] MarbleDesign design_marble_maze(const DesignRequest& request,
                                              const DesignWatch& watch);

}  // namespace marblemaze
