#include "engine/experiments/timed_run.h"

#include <chrono>

namespace marblemaze {

TimedRun run_timed(Episode& episode) {
  using Clock = std::chrono::steady_clock;
  Clock::duration thinking{};
  while (episode.outcome() == Outcome::running) {
    const bool decides = episode.at_rest();
    const auto began = decides ? Clock::now() : Clock::time_point{};
    episode.tick();
    if (decides) thinking += Clock::now() - began;
  }
  return {episode.result(),
          std::chrono::duration_cast<std::chrono::microseconds>(thinking).count()};
}

}  // namespace marblemaze
