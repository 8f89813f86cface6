#pragma once

#include <span>

#include "engine/sim/marble_world.h"

namespace marblemaze {

/// Runs of a whole solution from the start, the marble displaced before each move; noise of
/// the actuator is drawn anew in each run.
struct SolutionTrials {
  int runs = 100;
  double displacement = 1e-3;  ///< cells along each axis, at most
  std::uint64_t seed = 1;      ///< of the displacements
  int jobs = 1;                ///< threads; the result does not depend on them
  /// Further runs are not made once so many have missed the target.
  int most_misses = 1000000;
};

/// How many runs of a solution were made, and what came of them.
struct TrialCount {
  int runs = 0;     ///< made; fewer than asked for where too many missed
  int reached = 0;  ///< came to rest in the target, be it before the last move

  /// Of the runs that reached the target, 0 to 1; 0 without any run.
  [[nodiscard]] double share() const { return runs > 0 ? static_cast<double>(reached) / runs : 0; }
};

/// Plays `moves` from the world's reset position. The marble goes on from where it came to rest,
/// not from the canonical pose of its state; a run ends where it freezes.
[[nodiscard]] TrialCount try_solution(const MarbleWorld& world, std::span<const MoveId> moves,
                                      const SolutionTrials& trials);

}  // namespace marblemaze
