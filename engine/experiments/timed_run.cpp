#include "engine/experiments/timed_run.h"

#include <algorithm>
#include <chrono>

#include "agent/contracts/planner.h"
#include "maze/base/cpu_clock.h"

namespace marblemaze {
namespace {

bool is_built_in(const std::string& agent) {
  const auto& rows = planner_registry();
  return std::any_of(rows.begin(), rows.end(),
                     [&](const PlannerEntry& row) { return row.name == agent; });
}

double clock_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

std::optional<TimedRun> run_timed(Episode& episode, const StopToken& stop) {
  episode.set_stop_token(stop);
  double (*const now_s)() = is_built_in(episode.spec().player.agent) ? thread_cpu_s : clock_s;
  double thinking_s = 0;
  while (episode.outcome() == Outcome::running) {
    const bool decides = episode.at_rest();
    const double began = decides ? now_s() : 0;
    episode.tick();
    if (decides) thinking_s += now_s() - began;
    if (stop.stop_requested()) return std::nullopt;
  }
  return TimedRun{episode.result(), static_cast<std::int64_t>(1e6 * thinking_s)};
}

}  // namespace marblemaze
