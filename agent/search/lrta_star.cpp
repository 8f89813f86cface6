#include <algorithm>
#include <unordered_map>

#include "agent/search/one_step.h"

namespace marblemaze {
namespace {

/// Learning real-time A* (Korf 1990). Every state has a value, its distance to the goal at first;
/// the agent goes where one move and the value behind it are least, and raises the value of the
/// state it leaves to that sum. Round trips so become unattractive, and it gets out of every dead
/// end that has a way out. An untried move is believed to lead one step nearer than its state was
/// first taken to be.
///
/// Distances count cells while a move may cross several, so they are no lower bounds and the
/// solution need not become shortest; every untried move within reach is still tried in the end.
class LrtaStar : public Planner {
 public:
  explicit LrtaStar(GoalDistance distance) : distance_(std::move(distance)) {}

  Decision do_plan(const StateGraph& graph, const Situation& situation) override {
    const StateId here = situation.state;
    Decision decision = best_step(graph, here, "least learned distance one move on",
                                  [&](MoveId, const std::optional<StateId>& to) {
                                    return to ? 1 + value(*to) : std::max(1.0, distance_(here) - 1);
                                  });
    if (decision.answer == Answer::moves)
      learned_[here] = std::max(value(here), decision.why.front().value);
    return decision;
  }

 private:
  /// Distances are 1 at the goal, values 0.
  double value(StateId state) const {
    const auto found = learned_.find(state);
    return found == learned_.end() ? distance_(state) - 1 : found->second;
  }

  GoalDistance distance_;
  std::unordered_map<StateId, double> learned_;
};

}  // namespace

std::unique_ptr<Planner> make_lrta_star(const GrantedAdvice& advice) {
  return std::make_unique<LrtaStar>(advice.distance());
}

}  // namespace marblemaze
