#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "agent/search/frontier.h"
#include "agent/search/planner_makers.h"
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

/// Where a move of the present state is known to lead, or nothing where it was never tried, to how
/// good that is: the smaller the better.
using StepValue = std::function<double(MoveId, const std::optional<StateId>&)>;

/// The best move of the present state, one step at a time: what real-time searches do instead of
/// planning a way. Of equal ones an untried move comes first, then the lower number. Exhausted once
/// nothing untried can be reached over known arcs, so that an agent in a dead-end region it knows
/// stops there.
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

/// Learning real-time A* (Korf 1990). Every state has a value, its distance to the goal at first;
/// the agent goes where one move and the value behind it are least, and raises the value of the
/// state it leaves to that sum. Round trips so become unattractive, and it gets out of every dead
/// end that has a way out. An untried move is believed to lead one step nearer than its state was
/// first taken to be.
///
/// Distances count cells while a move may cross several, so they are no lower bounds and the
/// solution need not become shortest; every untried move within reach is still tried in the end.
class LrtaStar : public Planner {
 public:
  explicit LrtaStar(GoalDistance distance) : distance_(std::move(distance)) {}

  Decision do_plan(const StateGraph& graph, const Situation& situation) override {
    const StateId here = situation.state;
    Decision decision = best_step(graph, here, "least learned distance one move on",
                                  [&](MoveId, const std::optional<StateId>& to) {
                                    return to ? 1 + value(*to) : std::max(1.0, distance_(here) - 1);
                                  });
    if (decision.answer == Answer::moves)
      learned_[here] = std::max(value(here), decision.why.front().value);
    return decision;
  }

 private:
  /// Distances are 1 at the goal, values 0.
  double value(StateId state) const {
    const auto found = learned_.find(state);
    return found == learned_.end() ? distance_(state) - 1 : found->second;
  }

  GoalDistance distance_;
  std::unordered_map<StateId, double> learned_;
};

/// Goes where it has been least often (Pirzadeh and Snyder 1990). How often that is stands in the
/// graph: whoever visited a state has left it again, but for the present one.
class NodeCounting : public Planner {
 public:
  Decision do_plan(const StateGraph& graph, const Situation& situation) override {
    return best_step(graph, situation.state, "least visited state one move on",
                     [&](MoveId, const std::optional<StateId>& to) {
                       if (!to) return 0;
                       return graph.departures(*to) + (*to == situation.state ? 1 : 0);
                     });
  }
};

/// Any move, each as likely as the next: what the other agents must do better than. The draw
/// follows from the seed and the number of moves made, which stands in the graph, so that the walk
/// goes on as it would have after another search had the knowledge for a while.
class RandomWalk : public Planner {
 public:
  explicit RandomWalk(std::uint64_t seed) : seed_(seed) {}

  Decision do_plan(const StateGraph& graph, const Situation& situation) override {
    Rng rng(mixed_seed(seed_, graph.moves_made()));
    return best_step(graph, situation.state, "move drawn at random",
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
