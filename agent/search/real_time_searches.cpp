#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "agent/search/searches.h"
#include "maze/base/random.h"

namespace marblemaze {
namespace {

bool anything_untried_within_reach(const StateGraph& graph, StateId from) {
  bool found = false;
  FrontierSearch(graph, from).each([&](const FrontierArc&) {
    found = true;
    return false;
  });
  return found;
}

/// Returns the value of a move of the current state for its known result. The result is empty if
/// the move has never been tried. Smaller values are better.
using StepValue = std::function<double(MoveId, const std::optional<StateId>&)>;

/// Chooses the best single move of the current state. Real-time searches do this instead of
/// planning a path. Ties are broken in favour of untried moves, then of the lower index. The answer
/// is `exhausted` if no untried move is reachable over known arcs, so the agent stops in a
/// completely explored dead end.
Decision best_step(const StateGraph& graph, StateId from, const std::string& rule,
                   const StepValue& value) {
  if (!anything_untried_within_reach(graph, from)) return {};
  Decision decision{Answer::moves, {}, rule, {}};
  const auto arcs = graph.arcs(from);
  for (MoveId move(0); move.index < static_cast<int>(arcs.size()); ++move.index) {
    const auto& to = arcs[static_cast<std::size_t>(move.index)].to;
    decision.why.push_back({from, move, value(move, to), 1, to});
  }
  std::stable_sort(decision.why.begin(), decision.why.end(),
                   [](const Candidate& a, const Candidate& b) {
                     return std::tuple(a.value, a.predicted.has_value()) <
                            std::tuple(b.value, b.predicted.has_value());
                   });
  decision.moves.push_back({decision.why.front().move, decision.why.front().predicted});
  return decision;
}

/// Learning real-time A* (Korf 1990). Every state has a value, initially its distance to the goal.
/// The agent moves to the neighbour with the smallest 1 + value. Before it leaves a state, it
/// raises the value of the state to this sum. Cycles therefore become unattractive, and the agent
/// leaves every dead end that has an exit. An untried move is assumed to lead one step nearer to
/// the goal than the initial value of its state.
///
/// Distances count cells, and one move may cross several cells. Distances are therefore not lower
/// bounds, and the final solution may not be the shortest. Every reachable untried move is tried
/// eventually.
class LrtaStar : public Planner {
 public:
  explicit LrtaStar(GoalDistance distance) : distance_(std::move(distance)) {}

  Decision do_plan(const StateGraph& graph, const Situation& situation) override {
    const StateId here = situation.state;
    Decision decision = best_step(graph, here, "smallest learned distance after one move",
                                  [&](MoveId, const std::optional<StateId>& to) {
                                    return to ? 1 + value(*to) : std::max(1.0, distance_(here) - 1);
                                  });
    if (decision.answer == Answer::moves)
      learned_[here] = std::max(value(here), decision.why.front().value);
    return decision;
  }

 private:
  /// Returns the current value. At the goal, the distance is 1 and the value is 0.
  double value(StateId state) const {
    const auto found = learned_.find(state);
    return found == learned_.end() ? distance_(state) - 1 : found->second;
  }

  GoalDistance distance_;
  std::unordered_map<StateId, double> learned_;
};

/// Moves to the least visited state (Pirzadeh and Snyder 1990). The graph provides the visit
/// counts, because the agent has left every visited state except the current one.
class NodeCounting : public Planner {
 public:
  Decision do_plan(const StateGraph& graph, const Situation& situation) override {
    return best_step(graph, situation.state, "least visited state after one move",
                     [&](MoveId, const std::optional<StateId>& to) {
                       if (!to) return 0;
                       return graph.departures(*to) + (*to == situation.state ? 1 : 0);
                     });
  }
};

/// Chooses each move with the same probability. This is the baseline for all other agents. The
/// random number depends only on the seed and the number of moves made, so the walk is the same
/// even if another search was temporarily in control.
class RandomWalk : public Planner {
 public:
  explicit RandomWalk(std::uint64_t seed) : seed_(seed) {}

  Decision do_plan(const StateGraph& graph, const Situation& situation) override {
    Rng rng(mixed_seed(seed_, graph.moves_made()));
    return best_step(graph, situation.state, "random move",
                     [&](MoveId, const std::optional<StateId>&) { return rng.unit(); });
  }

 private:
  std::uint64_t seed_;
};

}  // namespace

std::unique_ptr<Planner> make_lrta_star(const GrantedAdvice& advice) {
  return std::make_unique<LrtaStar>(advice.distance());
}

std::unique_ptr<Planner> make_node_counting(const GrantedAdvice&) {
  return std::make_unique<NodeCounting>();
}

std::unique_ptr<Planner> make_random_walk(const GrantedAdvice& advice) {
  return std::make_unique<RandomWalk>(advice.seed());
}

}  // namespace marblemaze
