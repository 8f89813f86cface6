#pragma once

#include <functional>
#include <memory>

#include "agent/contracts/planner.h"

namespace marblemaze {

/// Predecessors of the reached states: for each state, the previous state and the move from it.
using ReachedBy = std::unordered_map<StateId, std::pair<StateId, MoveId>>;

/// Completes a decision whose moves are in reverse order: adds the path from `from` to `to`, and
/// reverses the moves.
void trace_back(const ReachedBy& reached_by, StateId from, StateId to, Decision& decision);

/// Adds the steps of a complete plan as its reasons. The value of a step is the number of remaining
/// moves. Requires: every move has an expected state.
void explain_steps(StateId from, Decision& decision);

/// Untried move at the end of a path over known arcs.
struct FrontierArc {
  StateId parent;
  MoveId move;
  int depth;  ///< number of known arcs from the current state to the parent
};

/// Visits all reachable untried moves in breadth-first order over known arcs, until `visit` returns
/// false. Moves of the same state are visited in order. The first move visited therefore requires
/// the fewest physical moves.
class FrontierSearch {
 public:
  FrontierSearch(const StateGraph& graph, StateId from);
  void each(const std::function<bool(const FrontierArc&)>& visit);

  /// Returns the path over known arcs to the parent of the arc, followed by the arc itself. Known
  /// results are expected states. The last move has no expected state. Requires: `each` has visited
  /// the arc.
  [[nodiscard]] Decision decision(const FrontierArc& arc, std::string rule) const;

 private:
  const StateGraph& graph_;
  StateId from_;
  ReachedBy reached_by_;
};

/// Value of an untried move and its predicted result. Smaller values are better.
struct Valued {
  double value;
  std::optional<StateId> predicted;
};
/// Chooses the best of all reachable untried moves (4.3 to 4.5). Ties are broken in breadth-first
/// order.
[[nodiscard]] Decision best_untried(const StateGraph& graph, StateId from, const std::string& rule,
                                    const std::function<Valued(StateId, MoveId)>& value);

/// Creates a planner. Each function is defined in the file of its search. The constructor takes
/// from the advice everything that the planner uses. A planner that requests more than its row
/// grants therefore throws ForbiddenAccess before it plans. Requires: no granted member is null,
/// except the imagination and the distances of the simulation search.
using PlannerMaker = std::unique_ptr<Planner>(const GrantedAdvice&);
PlannerMaker make_depth_first, make_breadth_first, make_heuristic, make_improved_heuristic,
    make_single_move_prediction, make_complete_solution_prediction, make_simulation_search,
    make_imagination, make_lrta_star, make_node_counting, make_random_walk, make_determinizing,
    make_tree_search;

}  // namespace marblemaze
