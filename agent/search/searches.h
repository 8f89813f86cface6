#pragma once

#include <functional>
#include <memory>

#include "agent/contracts/planner.h"

namespace marblemaze {

/// Fills Decision::why with the steps of a complete plan. The value of a step is the number of
/// remaining moves. Requires: every move has an expected state.
void explain_steps(StateId from, Decision& decision);

/// Chooses the reachable untried move with the smallest value (thesis 4.3 to 4.5). Breadth-first
/// order breaks ties. `rate` sets the value and the predicted result of a candidate.
[[nodiscard]] Decision best_untried(const StateGraph& graph, StateId from,
                                    const std::string& reason,
                                    const std::function<void(Candidate&)>& rate);

/// Creates a planner from the granted advice. The planner's constructor requests all advice, so a
/// forbidden request throws ForbiddenAccess before the first plan. Requires: no granted member is
/// null, except the imagination and the distances of the simulation search.
using PlannerMaker = std::unique_ptr<Planner>(const GrantedAdvice&);
PlannerMaker make_simulation_search, make_imagination, make_determinizing, make_tree_search;

}  // namespace marblemaze
