#pragma once

#include <functional>
#include <memory>

#include "agent/contracts/planner.h"

namespace marblemaze {

/// Adds the steps of a complete plan as its reasons. The value of a step is the number of remaining
/// moves. Requires: every move has an expected state.
void explain_steps(StateId from, Decision& decision);

/// Chooses the best of all reachable untried moves (thesis 4.3 to 4.5): the candidate with the
/// smallest value. Ties are broken in breadth-first order. `rate` sets the value and the predicted
/// result of a candidate.
[[nodiscard]] Decision best_untried(const StateGraph& graph, StateId from, const std::string& rule,
                                    const std::function<void(Candidate&)>& rate);

/// Creates a planner that is defined in another file than the registry. The constructor takes
/// from the advice everything that the planner uses. A planner that requests more than its row
/// grants therefore throws ForbiddenAccess before it plans. Requires: no granted member is null,
/// except the imagination and the distances of the simulation search.
using PlannerMaker = std::unique_ptr<Planner>(const GrantedAdvice&);
PlannerMaker make_simulation_search, make_imagination, make_determinizing, make_tree_search;

}  // namespace marblemaze
