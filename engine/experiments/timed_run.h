#pragma once

#include <cstdint>

#include "engine/run/episode.h"

namespace marblemaze {

/// A run with how long its agent took to decide.
struct TimedRun {
  EpisodeResult result;
  std::int64_t thinking_us = 0;  ///< by the clock, of all decisions together
};

/// Ticks the episode to its end. A decision is made in the tick that follows a moment of rest, of
/// which the world's own step is a small part. The clock, not processor time: an agent from outside
/// the program thinks in a process of its own. Precondition: an agent plays, not in the background.
[[nodiscard]] TimedRun run_timed(Episode& episode);

}  // namespace marblemaze
