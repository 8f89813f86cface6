#include "agent/search/frontier.h"
#include "maze/base/stop.h"

namespace marblemaze {

std::unique_ptr<Planner> make_single_move_prediction(const GrantedAdvice& advice);  // the fallback

namespace {

// Between stop points: most plans are made in fewer, so that a run stops between its ticks.
constexpr std::size_t kStatesAtOnce = 256;

/// Looks for a whole way to the goal, known results first and predictions elsewhere, breadth-first
/// so that the fewest moves are planned; where there is none, makes one step of single-move
/// prediction and tries again after it (4.6).
class CompleteSolutionPrediction : public Planner {
 public:
  explicit CompleteSolutionPrediction(const GrantedAdvice& advice)
      : rules_(advice.rules()),
        predictor_(advice.predictor()),
        fallback_(make_single_move_prediction(advice)) {}

  Decision do_plan(const StateGraph& graph, const Situation& situation) override {
    reached_by_.clear();
    if (const auto goal = search(graph, situation.state)) return decision(situation.state, *goal);
    return fallback_->plan(graph, situation);
  }

 private:
  std::optional<StateId> result(const StateGraph& graph, StateId state, MoveId move) const {
    if (graph.knows(state))
      if (const auto& known = graph.arc(state, move).to) return known;
    if (const auto certain = rules_->certain_result(state, move)) return certain;
    return predictor_->likeliest(state, move);
  }

  std::optional<StateId> search(const StateGraph& graph, StateId from) {
    std::vector<StateId> reached{from};
    reached_by_.emplace(from, std::pair(StateId(), MoveId()));
    for (std::size_t i = 0; i < reached.size(); ++i) {
      if (i % kStatesAtOnce == kStatesAtOnce - 1) stop_point();
      for (MoveId move : rules_->moves(reached[i])) {
        const auto to = result(graph, reached[i], move);
        if (!to || !reached_by_.emplace(*to, std::pair(reached[i], move)).second) continue;
        if (rules_->is_goal(*to)) return to;
        reached.push_back(*to);
      }
    }
    return std::nullopt;
  }

  Decision decision(StateId from, StateId goal) const {
    Decision decision{Answer::moves, {}, "fewest predicted moves to the goal", {}};
    trace_back(reached_by_, from, goal, decision);
    explain_steps(from, decision);
    return decision;
  }

  std::shared_ptr<const Rules> rules_;
  std::shared_ptr<const ForwardModel> predictor_;
  std::unique_ptr<Planner> fallback_;
  ReachedBy reached_by_;
};

}  // namespace

std::unique_ptr<Planner> make_complete_solution_prediction(const GrantedAdvice& advice) {
  return std::make_unique<CompleteSolutionPrediction>(advice);
}

}  // namespace marblemaze
