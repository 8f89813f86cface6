#include <unordered_set>

#include "agent/contracts/planner.h"

namespace marblemaze {
namespace {

/// Pre-order over known arcs, moves in order, each state once: the first untried arc met (4.2).
class DepthFirst : public Planner {
 public:
  Decision do_plan(const StateGraph& graph, const Situation& situation) override {
    Decision decision{Answer::moves, {}, "first untried move, depth first", {}};
    std::unordered_set<StateId> visited;
    if (!descend(graph, situation.state, visited, decision)) return {};
    return decision;
  }

 private:
  struct Level {
    StateId state;
    int next_move = 0;
  };

  // An explicit stack: graphs grow to thousands of states, deeper than a call stack should go.
  static bool descend(const StateGraph& graph, StateId from, std::unordered_set<StateId>& visited,
                      Decision& decision) {
    std::vector<Level> stack{{from}};
    visited.insert(from);
    while (!stack.empty()) {
      Level& level = stack.back();
      const auto arcs = graph.arcs(level.state);
      if (level.next_move == static_cast<int>(arcs.size())) {
        stack.pop_back();
        if (!stack.empty()) decision.moves.pop_back();
        continue;
      }
      const MoveId move(level.next_move++);
      const auto to = arcs[static_cast<std::size_t>(move.index)].to;
      if (to && !visited.insert(*to).second) continue;
      decision.moves.push_back({move, to});
      if (!to) {
        decision.why = {
            {level.state, move, 0, static_cast<int>(decision.moves.size()), std::nullopt}};
        return true;
      }
      stack.push_back({*to});
    }
    return false;
  }
};

}  // namespace

std::unique_ptr<Planner> make_depth_first(const GrantedAdvice&) {
  return std::make_unique<DepthFirst>();
}

}  // namespace marblemaze
