#include <algorithm>

#include "agent/searches.h"

namespace marblemaze {
namespace {

/// Looks for a whole way to the goal, known results first and predictions elsewhere, breadth-first so
/// that the fewest moves are planned; where there is none, makes one step of single-move prediction
/// and tries again after it (4.6).
class CompleteSolutionPrediction : public Planner {
 public:
  explicit CompleteSolutionPrediction(const Advice& advice)
      : advice_(advice), fallback_(make_single_move_prediction(advice)) {}

  Decision plan(const StateGraph& graph, const Situation& situation) override {
    reached_by_.clear();
    if (const auto goal = search(graph, situation.state)) return decision(graph, situation.state, *goal);
    return fallback_->plan(graph, situation);
  }

 private:
  std::optional<StateId> result(const StateGraph& graph, StateId state, MoveId move) const {
    if (graph.knows(state))
      if (const auto& known = graph.arc(state, move).to) return known;
    if (advice_.certain)
      if (const auto certain = advice_.certain(state, move)) return certain;
    return likeliest(advice_.predictor->predict({state, nullptr}, move));
  }

  std::optional<StateId> search(const StateGraph& graph, StateId from) {
    std::vector<StateId> reached{from};
    reached_by_.emplace(from, std::pair(StateId(), MoveId()));
    for (std::size_t i = 0; i < reached.size(); ++i) {
      for (MoveId move : advice_.moves(reached[i])) {
        const auto to = result(graph, reached[i], move);
        if (!to || !reached_by_.emplace(*to, std::pair(reached[i], move)).second) continue;
        if (advice_.is_goal(*to)) return to;
        reached.push_back(*to);
      }
    }
    return std::nullopt;
  }

  Decision decision(const StateGraph& graph, StateId from, StateId goal) const {
    Decision decision{Answer::moves, {}, {}, "fewest predicted moves to the goal", {}};
    for (StateId state = goal; state != from;) {
      const auto [parent, move] = reached_by_.at(state);
      decision.moves.push_back(move);
      decision.expected.emplace_back(state);
      state = parent;
    }
    std::reverse(decision.moves.begin(), decision.moves.end());
    std::reverse(decision.expected.begin(), decision.expected.end());
    explain(graph, from, decision);
    return decision;
  }

  /// The chosen move first, with the length of the plan as its value, then its siblings.
  void explain(const StateGraph& graph, StateId from, Decision& decision) const {
    const auto length = static_cast<double>(decision.moves.size());
    decision.why.push_back({from, decision.moves.front(), length, 1, decision.expected.front()});
    for (MoveId move : advice_.moves(from)) {
      if (move == decision.moves.front()) continue;
      const auto to = result(graph, from, move);
      decision.why.push_back({from, move, length + 1, 1, to});
    }
  }

  Advice advice_;
  std::unique_ptr<Planner> fallback_;
  std::unordered_map<StateId, std::pair<StateId, MoveId>> reached_by_;
};

}  // namespace

std::unique_ptr<Planner> make_complete_solution_prediction(const Advice& advice) {
  return std::make_unique<CompleteSolutionPrediction>(advice);
}

}  // namespace marblemaze
