#pragma once

#include <span>

#include "engine/sim/marble_world.h"

namespace marblemaze {

/// Settings of runs of a whole solution from the start. The marble is displaced before each move,
/// and each run resamples the actuator's noise.
struct SolutionTrials {
  int runs = 100;
  double displacement = 1e-3;  ///< largest displacement along each axis, cells
  std::uint64_t seed = 1;      ///< seed of the displacements
  int jobs = 1;                ///< threads; the result does not depend on them
  /// Runs that may miss the target; no further runs are made then.
  int most_misses = 1000000;
};

/// Number of runs of a solution, and of those that reached the target.
struct TrialCount {
  int runs = 0;     ///< fewer than asked for if too many missed
  int reached = 0;  ///< came to rest in the target, perhaps before the last move

  /// Returns the share of runs that reached the target, 0 to 1; 0 without any run.
  [[nodiscard]] double share() const { return runs > 0 ? static_cast<double>(reached) / runs : 0; }
};

/// Plays `moves` from the world's reset position. The marble continues from where it came to rest,
/// not from the canonical pose of its state. A run ends when the marble freezes.
[[nodiscard]] TrialCount try_solution(const MarbleWorld& world, std::span<const MoveId> moves,
                                      const SolutionTrials& trials);

}  // namespace marblemaze
