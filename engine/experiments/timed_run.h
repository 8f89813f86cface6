#pragma once

#include <cstdint>
#include <optional>

#include "engine/run/episode.h"
#include "maze/base/stop_token.h"

namespace marblemaze {

/// A run with how long its agent took to decide.
struct TimedRun {
  EpisodeResult result;
  std::int64_t thinking_us = 0;  ///< of all decisions together
};

/// Ticks the episode to its end. A decision is made in the tick that follows a moment of rest, of
/// which the world's own step is a small part. Of an agent of the program it is the processor time
/// of this thread, which other programs do not disturb. An agent from outside thinks in a process
/// of its own, so that only the clock tells. Nothing where `stop` asked before the end, also of an
/// agent that thinks. Precondition: an agent plays, not in the background.
[[nodiscard]] std::optional<TimedRun> run_timed(Episode& episode, const StopToken& stop = {});

}  // namespace marblemaze
