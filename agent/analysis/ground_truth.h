#pragma once

#include <vector>

#include "maze/world/world.h"

namespace marblemaze {

/// How far a world can be solved at all, as trying moves in copies of it tells.
struct GroundTruth {
  /// Is there a way to the goal? False says only that none was found, where the search gave out.
  bool solvable = false;
  /// The fewest moves that were found from the first resting state to the goal. They prove that it
  /// can be reached: played from the start, they end there. Empty without a way.
  std::vector<MoveId> solution;
  /// Was every pose tried that the search tells apart, so that it left no shorter way, or no way at
  /// all? An agent can do better all the same, but hardly: through a pose nearer than
  /// kPoseResolution to one that was tried. False where the budget gave out: then the solution is
  /// the shortest that was seen.
  bool complete = false;
  long tried = 0;  ///< moves played in copies

  bool operator==(const GroundTruth&) const = default;
};

/// Moves that one search may play: half a minute of processor time at most.
constexpr long kTruthBudget = 40'000;

/// Plays moves in copies of the world from its start, breadth-first, twice: with each state taken
/// up once, from the pose met first, which is quick; then with a state taken up from each of its
/// poses (told apart by kPoseResolution), below the number of moves found before. Only the second
/// can say that it left no better way; each may try `budget` moves, which is positive. With
/// `recovery` a marble that froze in a balanced state goes on from there. Needs a world that can be
/// copied; it is reset.
[[nodiscard]] GroundTruth find_ground_truth(World& world, bool recovery = false,
                                            long budget = kTruthBudget);

}  // namespace marblemaze
