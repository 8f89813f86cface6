#pragma once

#include <memory>

#include "agent/contracts/planner.h"

/// Makers of the searches, one file each; planner_registry.cpp lists them. Each takes what
/// it uses from the advice at once, so that one that asks for more than its row grants throws
/// ForbiddenKnowledge before it plans. What is granted must not be null, but for the imagination,
/// and the distances of the simulation search.
namespace marblemaze {

std::unique_ptr<Planner> make_depth_first(const GrantedAdvice& advice);                   // 4.2
std::unique_ptr<Planner> make_breadth_first(const GrantedAdvice& advice);                 // 4.2
std::unique_ptr<Planner> make_heuristic(const GrantedAdvice& advice);                     // 4.3
std::unique_ptr<Planner> make_improved_heuristic(const GrantedAdvice& advice);            // 4.4
std::unique_ptr<Planner> make_single_move_prediction(const GrantedAdvice& advice);        // 4.5
std::unique_ptr<Planner> make_complete_solution_prediction(const GrantedAdvice& advice);  // 4.6
std::unique_ptr<Planner> make_simulation_search(const GrantedAdvice& advice);  // beyond the thesis
std::unique_ptr<Planner> make_imagination(const GrantedAdvice& advice);        // beyond the thesis
std::unique_ptr<Planner> make_lrta_star(const GrantedAdvice& advice);
std::unique_ptr<Planner> make_node_counting(const GrantedAdvice& advice);
std::unique_ptr<Planner> make_random_walk(const GrantedAdvice& advice);

}  // namespace marblemaze
