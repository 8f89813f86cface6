#include "agent/search/searches.h"

#include <algorithm>
#include <cassert>

#include "maze/base/stop.h"

namespace marblemaze {

namespace {
// Number of states visited between two stop points. Most plans visit fewer states, so runs usually
// stop between ticks.
constexpr std::size_t kStatesBetweenStops = 1024;
}  // namespace

void trace_back(const ReachedBy& reached_by, StateId from, StateId to, Decision& decision) {
  for (StateId state = to; state != from;) {
    const auto [parent, move] = reached_by.at(state);
    decision.moves.push_back({move, state});
    state = parent;
  }
  std::reverse(decision.moves.begin(), decision.moves.end());
}

void explain_steps(StateId from, Decision& decision) {
  const int length = static_cast<int>(decision.moves.size());
  int step = 0;
  for (const PlannedMove& planned : decision.moves) {
    assert(planned.expected);
    const auto left = static_cast<double>(length - step);
    decision.why.push_back({from, planned.move, left, ++step, planned.expected});
    from = *planned.expected;
  }
}

FrontierSearch::FrontierSearch(const StateGraph& graph, StateId from)
    : graph_(graph), from_(from) {}

void FrontierSearch::each(const std::function<bool(const FrontierArc&)>& visit) {
  std::vector<std::pair<StateId, int>> reached{{from_, 0}};
  reached_by_.clear();
  reached_by_.emplace(from_, std::pair(StateId(), MoveId()));
  for (std::size_t i = 0; i < reached.size(); ++i) {
    if (i % kStatesBetweenStops == kStatesBetweenStops - 1) stop_point();
    const auto [state, depth] = reached[i];
    const auto arcs = graph_.arcs(state);
    for (MoveId move(0); move.index < static_cast<int>(arcs.size()); ++move.index) {
      const auto& to = arcs[static_cast<std::size_t>(move.index)].to;
      if (!to) {
        if (!visit({state, move, depth})) return;
      } else if (reached_by_.emplace(*to, std::pair(state, move)).second) {
        reached.emplace_back(*to, depth + 1);
      }
    }
  }
}

Decision FrontierSearch::decision(const FrontierArc& arc, std::string rule) const {
  Decision decision{Answer::moves, {{arc.move, std::nullopt}}, std::move(rule), {}};
  trace_back(reached_by_, from_, arc.parent, decision);
  return decision;
}

Decision best_untried(const StateGraph& graph, StateId from, const std::string& rule,
                      const std::function<Valued(StateId, MoveId)>& value) {
  FrontierSearch search(graph, from);
  std::vector<Candidate> why;
  std::size_t best = 0;
  FrontierArc best_arc{};
  search.each([&](const FrontierArc& arc) {
    const Valued valued = value(arc.parent, arc.move);
    if (why.empty() || valued.value < why[best].value) {
      best = why.size();
      best_arc = arc;
    }
    why.push_back({arc.parent, arc.move, valued.value, arc.depth + 1, valued.predicted});
    return true;
  });
  if (why.empty()) return {};
  Decision decision = search.decision(best_arc, rule);
  decision.moves.back().expected = why[best].predicted;
  std::rotate(why.begin(), why.begin() + static_cast<std::ptrdiff_t>(best),
              why.begin() + static_cast<std::ptrdiff_t>(best) + 1);
  decision.why = std::move(why);
  return decision;
}

static std::vector<PlannerEntry> planner_rows() {
  using enum AccessLevel;
  return {
      {"depth-first", "Depth-First", experience, "its own experience only",
       "the first untried move that depth-first search of known moves finds", "thesis 4.2", false,
       make_depth_first},
      {"breadth-first", "Breadth-First", experience, "its own experience only",
       "the untried move that the fewest known moves can reach", "thesis 4.2", false,
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
       "a complete predicted solution; if there is none, the choice of single-move-prediction",
       "thesis 4.6", true, make_complete_solution_prediction},
      {"simulation-search", "Simulation Search", copies | distances, "exact copies of the world",
       "the fewest moves to the target, found by playing moves in copies of the world",
       "beyond the thesis", true, make_simulation_search, true},
      {"imagination", "Imagination", rules | distances | predictor | imagination,
       "the maze and a simulation of its own",
       "the highest probability of reaching the target in simulated moves; among equals, the "
       "fewest moves",
       "beyond the thesis", true, make_imagination, true},
      {"lrta-star", "LRTA*", distances, "theoretical distances",
       "the move to the state with the smallest learned distance", "Korf 1990", false,
       make_lrta_star},
      {"node-counting", "Node Counting", experience, "its own experience only",
       "the move to the least visited state", "Pirzadeh and Snyder 1990", false,
       make_node_counting},
      {"random-walk", "Random Walk", experience, "its own experience only", "a random move",
       "baseline", false, make_random_walk},
      {"ff-replan", "Determinize and Replan", rules | distances | predictor | imagination,
       "the maze and a simulation of its own",
       "the fewest simulated moves, assuming the most likely outcomes; replans after any other "
       "outcome",
       "Yoon, Fern and Givan 2007", true, make_determinizing, true},
      {"uct", "UCT", rules | distances | predictor | imagination,
       "the maze and a simulation of its own", "the first move of most simulated playouts",
       "Kocsis and Szepesvari 2006", true, make_tree_search, true},
  };
}

Registry<PlannerEntry>& planners() {
  static Registry<PlannerEntry> registry("agent", planner_rows());
  return registry;
}

}  // namespace marblemaze
