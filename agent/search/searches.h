#pragma once

#include <memory>

#include "agent/contracts/planner.h"

/// Makers of the searches, one file each; planner_registry.cpp lists them. Each takes from the
/// advice only what its thesis section allows.
namespace marblemaze {

std::unique_ptr<Planner> make_depth_first(const Advice& advice);                   // 4.2
std::unique_ptr<Planner> make_breadth_first(const Advice& advice);                 // 4.2
std::unique_ptr<Planner> make_heuristic(const Advice& advice);                     // 4.3
std::unique_ptr<Planner> make_improved_heuristic(const Advice& advice);            // 4.4
std::unique_ptr<Planner> make_single_move_prediction(const Advice& advice);        // 4.5
std::unique_ptr<Planner> make_complete_solution_prediction(const Advice& advice);  // 4.6
std::unique_ptr<Planner> make_simulation_search(const Advice& advice);  // beyond the thesis
std::unique_ptr<Planner> make_imagination(const Advice& advice);        // beyond the thesis
std::unique_ptr<Planner> make_lrta_star(const Advice& advice);
std::unique_ptr<Planner> make_node_counting(const Advice& advice);
std::unique_ptr<Planner> make_random_walk(const Advice& advice);

}  // namespace marblemaze
