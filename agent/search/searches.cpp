#include "agent/search/searches.h"

#include <algorithm>
#include <cassert>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "maze/base/random.h"
#include "maze/base/stop.h"

namespace marblemaze {
namespace {

constexpr std::size_t kStatesBetweenStops = 256;

class SearchTree {
 public:
  struct Node {
    StateId state;
    std::size_t parent;
    MoveId move;
    int depth;
  };

  explicit SearchTree(StateId root) : nodes_{{root, 0, MoveId(), 0}}, reached_{root} {}

  bool add(StateId state, std::size_t parent, MoveId move) {
    if (!reached_.insert(state).second) return false;
    nodes_.push_back({state, parent, move, nodes_[parent].depth + 1});
    return true;
  }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] const Node& operator[](std::size_t node) const { return nodes_[node]; }
  [[nodiscard]] std::vector<PlannedMove> path_to(std::size_t node) const {
    std::vector<PlannedMove> path;
    for (; node != 0; node = nodes_[node].parent)
      path.push_back({nodes_[node].move, nodes_[node].state});
    std::reverse(path.begin(), path.end());
    return path;
  }

 private:
  std::vector<Node> nodes_;
  std::unordered_set<StateId> reached_;
};

/// Calls visit(node, candidate) for each reachable untried move, in breadth-first order over known
/// arcs, until `visit` returns false. The value of a candidate is the number of physical moves to
/// try it.
template <class Visit>
void for_each_untried(const StateGraph& graph, SearchTree& tree, Visit visit) {
  for (std::size_t node = 0; node < tree.size(); ++node) {
    if (node % kStatesBetweenStops == kStatesBetweenStops - 1) check_stop();
    const StateId state = tree[node].state;
    const int moves_away = tree[node].depth + 1;
    const auto arcs = graph.arcs(state);
    for (MoveId move(0); move.index < static_cast<int>(arcs.size()); ++move.index) {
      const auto& to = arcs[move.index].to;
      if (to)
        tree.add(*to, node, move);
      else if (!visit(node, Candidate{state, move, 1.0 * moves_away, moves_away, std::nullopt}))
        return;
    }
  }
}

Decision decision_for(const SearchTree& tree, std::size_t node, const Candidate& chosen,
                      std::string reason) {
  Decision decision{DecisionStatus::moves, tree.path_to(node), std::move(reason), {chosen}};
  decision.moves.push_back({chosen.move, chosen.predicted});
  return decision;
}

/// Depth-first search (thesis 4.2). Chooses the first untried arc in pre-order over known arcs.
class DepthFirst : public Planner {
 public:
  Decision do_plan(const StateGraph& graph, const Situation& situation) override {
    Decision decision{DecisionStatus::moves, {}, "first untried move, depth first", {}};
    // Uses an explicit stack, because graphs of thousands of states are too deep for recursion.
    std::vector<Level> stack{{situation.state}};
    std::unordered_set<StateId> visited{situation.state};
    while (!stack.empty()) {
      Level& level = stack.back();
      const auto arcs = graph.arcs(level.state);
      if (level.next_move == static_cast<int>(arcs.size())) {
        stack.pop_back();
        if (!stack.empty()) decision.moves.pop_back();
        continue;
      }
      const MoveId move(level.next_move++);
      const auto to = arcs[move.index].to;
      if (to && !visited.insert(*to).second) continue;
      decision.moves.push_back({move, to});
      if (!to) {
        decision.why = {
            {level.state, move, 0, static_cast<int>(decision.moves.size()), std::nullopt}};
        return decision;
      }
      stack.push_back({*to});
    }
    return {};
  }

 private:
  struct Level {
    StateId state;
    int next_move = 0;
  };
};

/// Breadth-first search (thesis 4.2). Chooses the untried move that requires the fewest physical
/// moves.
class BreadthFirst : public Planner {
 public:
  Decision do_plan(const StateGraph& graph, const Situation& situation) override {
    SearchTree tree(situation.state);
    Decision decision;
    for_each_untried(graph, tree, [&](std::size_t node, const Candidate& candidate) {
      decision = decision_for(tree, node, candidate, "nearest untried move");
      return false;
    });
    return decision;
  }
};

/// Rates an untried move by the distance from the predicted result to the goal. The next-cell model
/// yields the improved heuristic (thesis 4.4). The path predictor yields single-move prediction
/// (thesis 4.5). Without a prediction, the planner uses the distance from the start state of the
/// move, which is the simple heuristic (thesis 4.3).
class DistanceSearch : public Planner {
 public:
  /// The model may be null. `reason` describes the choice to users. Requires: the distance is not
  /// null.
  DistanceSearch(GoalDistance distance, std::shared_ptr<const ForwardModel> model,
                 std::string reason)
      : distance_(std::move(distance)), model_(std::move(model)), reason_(std::move(reason)) {
    assert(distance_);
  }

  Decision do_plan(const StateGraph& graph, const Situation& situation) override {
    return best_untried(graph, situation.state, reason_, [&](Candidate& candidate) {
      if (model_) candidate.predicted = model_->most_likely(candidate.parent, candidate.move);
      candidate.value = distance_(candidate.predicted.value_or(candidate.parent));
    });
  }

 private:
  GoalDistance distance_;
  std::shared_ptr<const ForwardModel> model_;
  std::string reason_;
};

std::unique_ptr<Planner> make_heuristic(const GrantedAdvice& advice) {
  return std::make_unique<DistanceSearch>(advice.distance(), nullptr,
                                          "untried move of the state nearest the goal");
}

std::unique_ptr<Planner> make_improved_heuristic(const GrantedAdvice& advice) {
  return std::make_unique<DistanceSearch>(advice.distance(), advice.first_cell(),
                                          "untried move whose next cell is nearest the goal");
}

std::unique_ptr<Planner> make_single_move_prediction(const GrantedAdvice& advice) {
  return std::make_unique<DistanceSearch>(advice.distance(), advice.predictor(),
                                          "untried move predicted to end nearest the goal");
}

/// Complete-solution prediction (thesis 4.6). Searches breadth-first for a shortest path to the
/// goal over known and predicted results. If there is no path, the planner falls back to
/// single-move prediction (thesis 4.5).
class CompleteSolutionPrediction : public Planner {
 public:
  explicit CompleteSolutionPrediction(const GrantedAdvice& advice)
      : rules_(advice.rules()),
        predictor_(advice.predictor()),
        fallback_(make_single_move_prediction(advice)) {}

  Decision do_plan(const StateGraph& graph, const Situation& situation) override {
    SearchTree tree(situation.state);
    for (std::size_t node = 0; node < tree.size(); ++node) {
      if (node % kStatesBetweenStops == kStatesBetweenStops - 1) check_stop();
      const StateId state = tree[node].state;
      for (MoveId move : rules_->moves(state)) {
        const auto to = result(graph, state, move);
        if (!to || !tree.add(*to, node, move) || !rules_->is_goal(*to)) continue;
        Decision decision{DecisionStatus::moves,
                          tree.path_to(tree.size() - 1),
                          "fewest predicted moves to the goal",
                          {}};
        explain_steps(situation.state, decision);
        return decision;
      }
    }
    return fallback_->plan(graph, situation);
  }

 private:
  std::optional<StateId> result(const StateGraph& graph, StateId state, MoveId move) const {
    if (graph.knows(state))
      if (const auto& known = graph.arc(state, move).to) return known;
    if (const auto certain = rules_->certain_result(state, move)) return certain;
    return predictor_->most_likely(state, move);
  }

  std::shared_ptr<const Rules> rules_;
  std::shared_ptr<const ForwardModel> predictor_;
  std::unique_ptr<Planner> fallback_;
};

/// Chooses the best single move of the current state, as real-time searches do. value(to) returns
/// the value of a move for the known result, or for nullopt if the move is untried. Smaller values
/// are better. Untried moves win ties, then lower indices. The status is `exhausted` if no untried
/// move is reachable over known arcs.
template <class Value>
Decision best_step(const StateGraph& graph, StateId from, const std::string& reason, Value value) {
  bool any_untried = false;
  SearchTree tree(from);
  for_each_untried(graph, tree, [&](auto&&...) {
    any_untried = true;
    return false;
  });
  if (!any_untried) return {};
  Decision decision{DecisionStatus::moves, {}, reason, {}};
  const auto arcs = graph.arcs(from);
  for (MoveId move(0); move.index < static_cast<int>(arcs.size()); ++move.index) {
    const auto& to = arcs[move.index].to;
    decision.why.push_back({from, move, value(to), 1, to});
  }
  std::stable_sort(decision.why.begin(), decision.why.end(),
                   [](const Candidate& a, const Candidate& b) {
                     return std::pair(a.value, a.predicted.has_value()) <
                            std::pair(b.value, b.predicted.has_value());
                   });
  decision.moves.push_back({decision.why.front().move, decision.why.front().predicted});
  return decision;
}

/// Learning real-time A* (Korf 1990). The initial value of a state is its distance to the goal. The
/// agent moves to the neighbour with the smallest 1 + value, and raises the value of the current
/// state to this sum. Cycles become unattractive, so the agent leaves every dead end that has an
/// exit. An untried move is assumed to end one step nearer to the goal.
///
/// One move may cross several cells, so distances are not lower bounds, and the final solution may
/// not be the shortest.
class LrtaStar : public Planner {
 public:
  explicit LrtaStar(const GrantedAdvice& advice) : distance_(advice.distance()) {}

  Decision do_plan(const StateGraph& graph, const Situation& situation) override {
    const StateId here = situation.state;
    Decision decision = best_step(graph, here, "smallest learned distance after one move",
                                  [&](const std::optional<StateId>& to) {
                                    return to ? 1 + value(*to) : std::max(1.0, distance_(here) - 1);
                                  });
    if (decision.status == DecisionStatus::moves)
      learned_[here] = std::max(value(here), decision.why.front().value);
    return decision;
  }

 private:
  /// At the goal, the distance is 1 and the value is 0.
  double value(StateId state) const {
    const auto found = learned_.find(state);
    return found == learned_.end() ? distance_(state) - 1 : found->second;
  }

  GoalDistance distance_;
  std::unordered_map<StateId, double> learned_;
};

/// Moves to the least visited state (Pirzadeh and Snyder 1990).
class NodeCounting : public Planner {
 public:
  Decision do_plan(const StateGraph& graph, const Situation& situation) override {
    return best_step(graph, situation.state, "least visited state after one move",
                     [&](const std::optional<StateId>& to) -> double {
                       return to ? graph.moves_from(*to) + (*to == situation.state ? 1 : 0) : 0;
                     });
  }
};

/// Chooses each move with the same probability, as a baseline for other agents.
class RandomWalk : public Planner {
 public:
  explicit RandomWalk(const GrantedAdvice& advice) : seed_(advice.seed()) {}

  Decision do_plan(const StateGraph& graph, const Situation& situation) override {
    Rng rng(derive_seed(seed_, graph.moves_made()));
    return best_step(graph, situation.state, "random move",
                     [&](const auto&) { return rng.uniform(); });
  }

 private:
  std::uint64_t seed_;
};

template <class Search>
std::unique_ptr<Planner> make_search([[maybe_unused]] const GrantedAdvice& advice) {
  if constexpr (std::is_default_constructible_v<Search>)
    return std::make_unique<Search>();
  else
    return std::make_unique<Search>(advice);
}

std::vector<PlannerEntry> planner_rows() {
  using enum AccessFlags;
  return {
      {"depth-first", "Depth-First", experience, "its own experience only",
       "the first untried move that depth-first search of known moves finds", "thesis 4.2", false,
       make_search<DepthFirst>},
      {"breadth-first", "Breadth-First", experience, "its own experience only",
       "the untried move that the fewest known moves can reach", "thesis 4.2", false,
       make_search<BreadthFirst>},
      {"heuristic", "Simple Heuristic", distances, "theoretical distances",
       "an untried move of the state with the shortest theoretical path to the target",
       "thesis 4.3", false, make_heuristic},
      {"improved-heuristic", "Improved Heuristic", distances | first_cell,
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
       "thesis 4.6", true, make_search<CompleteSolutionPrediction>},
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
       make_search<LrtaStar>},
      {"node-counting", "Node Counting", experience, "its own experience only",
       "the move to the least visited state", "Pirzadeh and Snyder 1990", false,
       make_search<NodeCounting>},
      {"random-walk", "Random Walk", experience, "its own experience only", "a random move",
       "baseline", false, make_search<RandomWalk>},
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

}  // namespace

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

Decision best_untried(const StateGraph& graph, StateId from, const std::string& reason,
                      const std::function<void(Candidate&)>& rate) {
  SearchTree tree(from);
  std::vector<Candidate> why;
  std::size_t best = 0, best_node = 0;
  for_each_untried(graph, tree, [&](std::size_t node, Candidate candidate) {
    rate(candidate);
    if (why.empty() || candidate.value < why[best].value) {
      best = why.size();
      best_node = node;
    }
    why.push_back(candidate);
    return true;
  });
  if (why.empty()) return {};
  const auto first = why.begin(), chosen = first + static_cast<std::ptrdiff_t>(best);
  std::rotate(first, chosen, chosen + 1);
  Decision decision = decision_for(tree, best_node, why.front(), reason);
  decision.why = std::move(why);
  return decision;
}

Registry<PlannerEntry>& planners() {
  static Registry<PlannerEntry> registry("agent", planner_rows());
  return registry;
}

}  // namespace marblemaze
