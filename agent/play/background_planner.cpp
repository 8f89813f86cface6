#include "agent/play/background_planner.h"

#include <cassert>
#include <chrono>

#include <fmt/format.h>

namespace marblemaze {

Decision BackgroundPlanner::do_plan(const StateGraph& graph, const Situation& situation) {
  if (job_.valid() && about_ != situation.state) forget();
  if (!job_.valid()) {
    about_ = situation.state;
    stop_ = StopSource();
    job_ = std::async(std::launch::async, [this, stop = stop_.token(), graph, situation] {
      const StopScope scope(stop);
      return planner_->plan(graph, situation);
    });
  }
  if (job_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    const auto [tried, most] = planner_->effort();
    return {Answer::thinking,
            {},
            most > 0 ? fmt::format("tried {} moves of at most {}", tried, most) : "",
            {}};
  }
  return job_.get();
}

void BackgroundPlanner::forget() {
  stop_.request_stop();
  job_ = std::future<Decision>();
}

}  // namespace marblemaze
