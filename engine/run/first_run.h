#pragma once

#include <cstdint>
#include <string>

#include "engine/run/episode.h"

namespace marblemaze {

/// The run that a newcomer sees first: `imagination` in a 5x5x5 maze with 24 orientations.
struct FirstRun {
  EpisodeSpec spec;
  int skipped = 0;  ///< mazes whose plan was too long
};

/// Largest number of moves that the plan of a first run expects.
inline constexpr double kShortPlan = 30;

/// Returns the run in the first maze, from this seed on, in which the agent's plan for its first
/// move expects at most kShortPlan moves to the target. In the others the agent often goes round in
/// circles, since it makes a move again and again for the sake of a rare ending.
[[nodiscard]] FirstRun first_run(std::uint64_t seed);

/// "chosen for a short plan, 2 mazes skipped (seed 9)".
[[nodiscard]] std::string describe(const FirstRun& run);

}  // namespace marblemaze
