#pragma once

#include <functional>

#include "agent/contracts/planner.h"

namespace marblemaze {

/// For each reached state, the state and the move from which a search reached it.
using ReachedBy = std::unordered_map<StateId, std::pair<StateId, MoveId>>;

/// Completes a decision whose planned moves are listed last first: adds the path by which a search
/// came from `from` to `to`, and reverses the moves.
void trace_back(const ReachedBy& reached_by, StateId from, StateId to, Decision& decision);

/// Lists the steps of a whole plan as its reasons. The value of a step is the number of moves left.
/// Requires: every move has an expectation.
void explain_steps(StateId from, Decision& decision);

/// An untried move at the end of a path over known arcs.
struct FrontierArc {
  StateId parent;
  MoveId move;
  int depth;  ///< number of known arcs from the current state to the parent
};

/// Visits every reachable untried move in breadth-first order over known arcs, and moves of one
/// state in order, until `visit` returns false. The first untried move visited therefore needs the
/// fewest physical moves.
class FrontierSearch {
 public:
  FrontierSearch(const StateGraph& graph, StateId from);
  void each(const std::function<bool(const FrontierArc&)>& visit);

  /// Returns the moves over known arcs from the start to the arc's parent and then along the arc.
  /// Known results are the expectations; the last move has none. Requires: `each` has visited the
  /// arc.
  [[nodiscard]] Decision decision(const FrontierArc& arc, std::string rule) const;

 private:
  const StateGraph& graph_;
  StateId from_;
  ReachedBy reached_by_;
};

/// Chooses the best of all reachable untried moves (4.3 to 4.5): the one with the smallest value,
/// and among equals the first in breadth-first order. `value` also returns the predicted result.
struct Valued {
  double value;
  std::optional<StateId> predicted;
};
[[nodiscard]] Decision best_untried(const StateGraph& graph, StateId from, const std::string& rule,
                                    const std::function<Valued(StateId, MoveId)>& value);

}  // namespace marblemaze
