#pragma once

#include <functional>

#include "agent/contracts/planner.h"

namespace marblemaze {

/// How a search reached each state: from which one, by which move.
using ReachedBy = std::unordered_map<StateId, std::pair<StateId, MoveId>>;

/// Completes a decision whose planned moves are given last first, with the way on which a search
/// came from `from` to `to`, and puts it in order.
void trace_back(const ReachedBy& reached_by, StateId from, StateId to, Decision& decision);

/// Lists the steps of a whole plan as its reasons; a step's value is the number of moves still to
/// make. Every move must have an expectation.
void explain_steps(StateId from, Decision& decision);

/// A way over known arcs to an untried move.
struct FrontierArc {
  StateId parent;
  MoveId move;
  int depth;  ///< known arcs on the way from the current state to the parent
};

/// Visits every reachable untried move in breadth-first order over known arcs, moves in order,
/// until `visit` returns false. So the first one met is the fewest physical moves away.
class FrontierSearch {
 public:
  FrontierSearch(const StateGraph& graph, StateId from);
  void each(const std::function<bool(const FrontierArc&)>& visit);

  /// The moves over known arcs from the start to the arc's parent and then along it, with the known
  /// results as expectations (the last one empty). Valid for arcs that `each` has visited.
  [[nodiscard]] Decision decision(const FrontierArc& arc, std::string rule) const;

 private:
  const StateGraph& graph_;
  StateId from_;
  ReachedBy reached_by_;
};

/// Best-first choice among all reachable untried moves (4.3 to 4.5): the least value wins, on a tie
/// the first in breadth-first order. `value` also says where the move is believed to lead.
struct Valued {
  double value;
  std::optional<StateId> predicted;
};
[[nodiscard]] Decision best_untried(const StateGraph& graph, StateId from, const std::string& rule,
                                    const std::function<Valued(StateId, MoveId)>& value);

}  // namespace marblemaze
