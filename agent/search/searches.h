#pragma once

#include <functional>
#include <memory>

#include "agent/contracts/planner.h"

namespace marblemaze {

/// For each reached state, the state and the move from which a search reached it.
using ReachedBy = std::unordered_map<StateId, std::pair<StateId, MoveId>>;

/// Completes a decision whose planned moves are in reverse order: adds the path by which a search
/// came from `from` to `to`, and reverses the moves.
void trace_back(const ReachedBy& reached_by, StateId from, StateId to, Decision& decision);

/// Lists the steps of a whole plan as its reasons. The value of a step is the number of remaining
/// moves. Requires: every move has an expectation.
void explain_steps(StateId from, Decision& decision);

/// An untried move at the end of a path over known arcs.
struct FrontierArc {
  StateId parent;
  MoveId move;
  int depth;  ///< number of known arcs from the current state to the parent
};

/// Visits every reachable untried move in breadth-first order over known arcs, and moves of the
/// same state in order, until `visit` returns false. The first untried move visited therefore needs
/// the fewest physical moves.
class FrontierSearch {
 public:
  FrontierSearch(const StateGraph& graph, StateId from);
  void each(const std::function<bool(const FrontierArc&)>& visit);

  /// Returns the moves over known arcs from the start to the arc's parent and then along the arc.
  /// Known results are the expectations; the last move has no expectation. Requires: `each` has
  /// visited the arc.
  [[nodiscard]] Decision decision(const FrontierArc& arc, std::string rule) const;

 private:
  const StateGraph& graph_;
  StateId from_;
  ReachedBy reached_by_;
};

/// Chooses the best of all reachable untried moves (4.3 to 4.5): the move with the smallest value,
/// with ties resolved in breadth-first order. `value` also returns the predicted result.
struct Valued {
  double value;
  std::optional<StateId> predicted;
};
[[nodiscard]] Decision best_untried(const StateGraph& graph, StateId from, const std::string& rule,
                                    const std::function<Valued(StateId, MoveId)>& value);

/// Creates a planner. Each of these functions is defined in the file of its search. A planner takes
/// what it uses from the advice in its constructor, so a planner that requests more than its row
/// grants throws ForbiddenAccess before it plans. Requires: no granted member is null, except the
/// imagination and the distances of the simulation search.
using PlannerMaker = std::unique_ptr<Planner>(const GrantedAdvice&);
PlannerMaker make_depth_first, make_breadth_first, make_heuristic, make_improved_heuristic,
    make_single_move_prediction, make_complete_solution_prediction, make_simulation_search,
    make_imagination, make_lrta_star, make_node_counting, make_random_walk, make_determinizing,
    make_tree_search;

}  // namespace marblemaze
