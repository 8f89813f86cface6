#include <cassert>
#include <unordered_set>

#include "agent/search/searches.h"
#include "maze/base/stop.h"

namespace marblemaze {
namespace {

/// Rates an untried move by the distance from its predicted result to the goal. With the model of
/// the next cell, this is the improved heuristic (4.4). With the path predictor, it is single-move
/// prediction (4.5). A move that is predicted to freeze has the value of its start state.
class GuessSearch : public Planner {
 public:
  /// `rule` describes the choice as text. Requires: distance and model are not null.
  GuessSearch(GoalDistance distance, std::shared_ptr<const ForwardModel> model, std::string rule)
      : distance_(std::move(distance)), model_(std::move(model)), rule_(std::move(rule)) {
    assert(distance_ && model_);
  }

  Decision do_plan(const StateGraph& graph, const Situation& situation) override {
    return best_untried(graph, situation.state, rule_, [&](StateId parent, MoveId move) {
      const auto guess = model_->most_likely(parent, move);
      return Valued{distance_(guess.value_or(parent)), guess};
    });
  }

 private:
  GoalDistance distance_;
  std::shared_ptr<const ForwardModel> model_;
  std::string rule_;
};

/// Depth-first search (4.2). Chooses the first untried arc in pre-order over known arcs. Moves are
/// visited in order and each state once.
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

  // Uses an explicit stack, because graphs of thousands of states are too deep for recursion.
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

/// Breadth-first search (4.2). Chooses the untried move that requires the fewest physical moves.
class BreadthFirst : public Planner {
 public:
  Decision do_plan(const StateGraph& graph, const Situation& situation) override {
    FrontierSearch search(graph, situation.state);
    Decision decision;
    search.each([&](const FrontierArc& arc) {
      decision = search.decision(arc, "nearest untried move");
      decision.why = {
          {arc.parent, arc.move, static_cast<double>(arc.depth + 1), arc.depth + 1, std::nullopt}};
      return false;
    });
    return decision;
  }
};

/// Simple heuristic (4.3). Rates an untried move by the distance from its start state to the goal.
/// It assumes that a move from a state near the goal ends near the goal. All moves of a state have
/// the same value.
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

// Number of states visited between two stop points. Most plans visit fewer states, so runs usually
// stop between ticks.
constexpr std::size_t kStatesAtOnce = 256;

/// Complete-solution prediction (4.6). Searches breadth-first for a shortest path to the goal among
/// known and predicted results. If there is no path, it makes one step of single-move prediction
/// and searches again afterwards.
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
    return predictor_->most_likely(state, move);
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
    decision.expected_moves = static_cast<double>(decision.moves.size());
    explain_steps(from, decision);
    return decision;
  }

  std::shared_ptr<const Rules> rules_;
  std::shared_ptr<const ForwardModel> predictor_;
  std::unique_ptr<Planner> fallback_;
  ReachedBy reached_by_;
};

}  // namespace

std::unique_ptr<Planner> make_depth_first(const GrantedAdvice&) {
  return std::make_unique<DepthFirst>();
}

std::unique_ptr<Planner> make_breadth_first(const GrantedAdvice&) {
  return std::make_unique<BreadthFirst>();
}

std::unique_ptr<Planner> make_heuristic(const GrantedAdvice& advice) {
  return std::make_unique<Heuristic>(advice.distance());
}

std::unique_ptr<Planner> make_improved_heuristic(const GrantedAdvice& advice) {
  return std::make_unique<GuessSearch>(advice.distance(), advice.first_cell(),
                                       "untried move whose next cell is nearest the goal");
}

std::unique_ptr<Planner> make_single_move_prediction(const GrantedAdvice& advice) {
  return std::make_unique<GuessSearch>(advice.distance(), advice.predictor(),
                                       "untried move predicted to end nearest the goal");
}

std::unique_ptr<Planner> make_complete_solution_prediction(const GrantedAdvice& advice) {
  return std::make_unique<CompleteSolutionPrediction>(advice);
}

}  // namespace marblemaze
