#include "agent/search/frontier.h"

namespace marblemaze {
namespace {

/// Judges an untried move by the distance of the state it starts from (4.3), in the belief that one
/// move from a place near the goal ends near the goal. All moves of a state are worth the same.
class Heuristic : public Planner {
 public:
  explicit Heuristic(GoalDistance distance) : distance_(std::move(distance)) {}

  Decision do_plan(const StateGraph& graph, const Situation& situation) override {
    return best_untried(graph, situation.state, "untried move of the state nearest the goal",
                        [&](StateId parent, MoveId) {
                          return Valued{distance_(parent), std::nullopt};
                        });
  }

 private:
  GoalDistance distance_;
};

}  // namespace

std::unique_ptr<Planner> make_heuristic(const GrantedAdvice& advice) {
  return std::make_unique<Heuristic>(advice.distance());
}

}  // namespace marblemaze
