#include "agent/search/planner_makers.h"

namespace marblemaze {

static std::vector<PlannerEntry> planner_rows() {
  using enum AccessLevel;
  return {
      {"depth-first", "Depth-First", experience, "its own experience only",
       "the first untried move that depth-first search of known moves finds", "thesis 4.2", false,
       make_depth_first},
      {"breadth-first", "Breadth-First", experience, "its own experience only",
       "the untried move that the fewest known moves lead to", "thesis 4.2", false,
       make_breadth_first},
      {"heuristic", "Simple Heuristic", distances, "theoretical distances",
       "an untried move of the state with the shortest theoretical path to the target",
       "thesis 4.3", false, make_heuristic},
      {"improved-heuristic", "Improved Heuristic", distances | next_cell,
       "theoretical distances and the next cell",
       "the untried move whose next cell has the shortest theoretical path to the target",
       "thesis 4.4", false, make_improved_heuristic},
      {"single-move-prediction", "Single Move Prediction", distances | predictor,
       "theoretical distances and the path predictor",
       "the untried move predicted to end nearest the target", "thesis 4.5", true,
       make_single_move_prediction},
      {"complete-solution-prediction", "Complete Solution Prediction",
       distances | predictor | rules, "theoretical distances and the path predictor",
       "a whole predicted solution; where there is none, as single-move-prediction", "thesis 4.6",
       true, make_complete_solution_prediction},
      {"simulation-search", "Simulation Search", copies | distances, "exact copies of the world",
       "the fewest moves to the target, found by playing moves in copies of the world",
       "beyond the thesis", true, make_simulation_search, true},
      {"imagination", "Imagination", rules | distances | predictor | imagination,
       "the maze and a simulation of its own",
       "the highest chance of reaching the target in imagined moves; of equal chances, the fewest "
       "moves",
       "beyond the thesis", true, make_imagination, true},
      {"lrta-star", "LRTA*", distances, "theoretical distances",
       "the move to the state with the least learned distance", "Korf 1990", false, make_lrta_star},
      {"node-counting", "Node Counting", experience, "its own experience only",
       "the move to the least visited state", "Pirzadeh and Snyder 1990", false,
       make_node_counting},
      {"random-walk", "Random Walk", experience, "its own experience only", "a random move",
       "baseline", false, make_random_walk},
      {"ff-replan", "Determinize and Replan", rules | distances | predictor | imagination,
       "the maze and a simulation of its own",
       "the fewest imagined moves, each taken to end as is likeliest; plans again where one does "
       "not",
       "Yoon, Fern and Givan 2007", true, make_determinizing, true},
      {"uct", "UCT", rules | distances | predictor | imagination,
       "the maze and a simulation of its own", "the move that most imagined playouts begin with",
       "Kocsis and Szepesvari 2006", true, make_tree_search, true},
  };
}

Registry<PlannerEntry>& planners() {
  static Registry<PlannerEntry> registry("agent", planner_rows());
  return registry;
}

}  // namespace marblemaze
