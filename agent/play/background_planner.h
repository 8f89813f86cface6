#pragma once

#include <cassert>
#include <future>
#include <memory>

#include "agent/contracts/planner.h"
#include "maze/base/stop.h"

namespace marblemaze {

/// Lets a planner think in a thread of its own and answers `thinking` until it is done. As the
/// planner is given copies and finishes its plan however long that takes, what it decides does not
/// depend on when.
class BackgroundPlanner : public Planner {
 public:
  /// The planner must not be null.
  explicit BackgroundPlanner(std::unique_ptr<Planner> planner) : planner_(std::move(planner)) {
    assert(planner_);
  }
  BackgroundPlanner(const BackgroundPlanner&) = delete;
  BackgroundPlanner& operator=(const BackgroundPlanner&) = delete;
  ~BackgroundPlanner() override { forget(); }

  /// Is a plan under way, or waiting to be fetched?
  [[nodiscard]] bool begun() const { return job_.valid(); }
  /// Drops it: something else happened. Waits until the thread has noticed,
  /// at most for a move tried.
  void forget();

 private:
  /// Never waits. Rethrows what the planner threw.
  [[nodiscard]] Decision do_plan(const StateGraph& graph, const Situation& situation) override;

  std::unique_ptr<Planner> planner_;
  std::future<Decision> job_;
  StopSource stop_;
  StateId about_;
};

}  // namespace marblemaze
