#pragma once

#include <memory>
#include <vector>

#include "maze/world/world.h"

namespace marblemaze {

/// The best that anyone can do in a world, as trying moves in exact copies of it tells.
struct GroundTruth {
  bool solvable = false;
  /// Fewest moves from the first resting state to the goal, and the proof that it can be reached:
  /// played from the start, they end there. Empty without a way.
  std::vector<MoveId> solution;
  /// Every pose that counts was tried, so that no shorter way, or no way at all, is left. Else the
  /// budget gave out, and the solution is the shortest that was seen.
  bool exact = false;
  long tried = 0;  ///< moves played in copies

  bool operator==(const GroundTruth&) const = default;
};

/// Moves that one search may play: half a minute of processor time at most.
constexpr long kTruthBudget = 40'000;

/// Plays moves in copies of the world from its start, breadth-first, twice: with each state taken
/// up once, from the pose met first, which is quick; then with a state taken up from each of its
/// poses (told apart by kPoseGrain), below the number of moves found before. Only the second can
/// say that there is no better way; each may try `budget` moves. With `recovery` a marble that
/// froze in a balanced state goes on from there. The world must be one that
/// can be copied; it is reset.
[[nodiscard]] GroundTruth find_ground_truth(World& world, bool recovery = false,
                                            long budget = kTruthBudget);

}  // namespace marblemaze
