#pragma once

#include <memory>

#include "agent/contracts/planner.h"

namespace marblemaze {

/// Makes a planner. Each maker is defined in the file of its search. A planner takes what it uses
/// from the advice in its constructor, so that one that asks for more than its row grants throws
/// ForbiddenAccess before it plans. Requires: everything granted is not null, except the
/// imagination, and the distances of the simulation search.
using PlannerMaker = std::unique_ptr<Planner>(const GrantedAdvice&);
PlannerMaker make_depth_first, make_breadth_first, make_heuristic, make_improved_heuristic,
    make_single_move_prediction, make_complete_solution_prediction, make_simulation_search,
    make_imagination, make_lrta_star, make_node_counting, make_random_walk, make_determinizing,
    make_tree_search;

}  // namespace marblemaze
