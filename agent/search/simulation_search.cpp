#include <algorithm>
#include <deque>
#include <set>

#include <fmt/format.h>

#include "agent/analysis/resting_pose.h"
#include "agent/search/frontier.h"
#include "agent/search/searches.h"
#include "maze/base/errors.h"

namespace marblemaze {
namespace {

constexpr int kMostMoves = 6000;      // played in copies for one plan
constexpr int kMostTwinMoves = 1500;  // of them after every state was tried from one pose

/// All that was reached from a settled world by playing moves in copies of it. Breadth-first, and
/// each state is taken up once, from the pose in which it was met first. A later pose of a known
/// state is a twin: put aside, and tried when nothing else is left, as it may roll elsewhere.
class SimulationTree {
 public:
  SimulationTree(const Situation& root, bool recovery)
      : recovery_(recovery), nodes_{{root, -1, MoveId(), false}}, fresh_{0} {
    met_.insert(root.state);
    poses_.emplace(root.state, resting_pose(*root.exact));
  }

  /// The next settled copy from which to try moves; -1 when there is none.
  int take(bool twins_too) {
    std::deque<int>& queue = fresh_.empty() && twins_too ? twins_ : fresh_;
    if (queue.empty()) return -1;
    const int node = queue.front();
    queue.pop_front();
    return node;
  }
  [[nodiscard]] bool is_twin(int node) const { return nodes_[static_cast<std::size_t>(node)].twin; }

  /// Tries a move in a copy. The new node if it reaches the goal, else -1.
  int try_move(int from, const World& exact, MoveId move) {
    std::shared_ptr<World> copy = exact.clone();
    copy->begin(move);
    if (!goes_on(*copy, tick_to_rest(*copy), recovery_)) return -1;
    const StateId state = copy->state();
    const bool is_new = met_.insert(state).second;
    if (!poses_.emplace(state, resting_pose(*copy)).second && !is_new) return -1;
    const bool goal = copy->is_goal(state);
    const int node = static_cast<int>(nodes_.size());
    nodes_.push_back({{state, std::move(copy)}, from, move, !is_new});
    (is_new ? fresh_ : twins_).push_back(node);
    return goal ? node : -1;
  }

  /// Hands out a node's copy: nobody needs it again once all its moves were tried.
  std::shared_ptr<const World> release(int node) { return std::move(at(node).situation.exact); }
  [[nodiscard]] StateId state(int node) const {
    return nodes_[static_cast<std::size_t>(node)].situation.state;
  }
  [[nodiscard]] const std::deque<int>& fresh() const { return fresh_; }
  [[nodiscard]] std::size_t states() const { return met_.size(); }

  [[nodiscard]] Decision decision(int node, std::string rule) {
    Decision decision{Answer::moves, {}, std::move(rule), {}, at(node).situation.exact};
    for (int i = node; i != 0; i = at(i).parent) decision.moves.push_back({at(i).by, state(i)});
    std::reverse(decision.moves.begin(), decision.moves.end());
    explain_steps(state(0), decision);
    return decision;
  }

 private:
  struct Node {
    Situation situation;
    int parent;
    MoveId by;
    bool twin;
  };
  Node& at(int node) { return nodes_[static_cast<std::size_t>(node)]; }

  bool recovery_;
  std::vector<Node> nodes_;
  std::deque<int> fresh_, twins_;
  std::set<StateId> met_;
  std::set<std::pair<StateId, RestingPose>> poses_;
};

/// Plays moves in exact copies of the settled world until one rests at the goal: as copies continue
/// bit-identically, the plan is bound to come true, and breadth-first it has the fewest moves.
/// Where the budget ends first it goes to the place reached that is nearest the goal, and searches
/// on from there.
class SimulationSearch : public Planner {
 public:
  explicit SimulationSearch(const GrantedAdvice& advice)
      : distance_(advice.distance()), recovery_(advice.recovery()) {
    advice.require_copies();
  }

  Decision plan(const StateGraph& graph, const Situation& situation) override {
    if (!situation.exact)
      throw BadInput("agent", "'simulation-search'", "a world that can be copied while it rests");
    SimulationTree tree(situation, recovery_);
    int tried = 0, twins_tried = 0;
    while (tried < kMostMoves) {
      const int node = tree.take(twins_tried < kMostTwinMoves);
      if (node < 0) break;
      const auto exact = tree.release(node);
      for (MoveId move : exact->moves(tree.state(node))) {
        if (stop_.stop_requested()) return {};
        ++tried;
        twins_tried += tree.is_twin(node);
        if (const int goal = tree.try_move(node, *exact, move); goal >= 0)
          return tree.decision(
              goal, fmt::format("fewest moves to the target, after {} in copies", tried));
      }
    }
    return nearest(graph, tree);
  }

  void heed(std::stop_token stop) override { stop_ = std::move(stop); }

 private:
  /// The end of the tree that is nearest the goal among those where the marble never was, so that
  /// plan after plan does not go round in circles. Without one there is nothing left to try.
  Decision nearest(const StateGraph& graph, SimulationTree& tree) const {
    int best = -1;
    for (int node : tree.fresh()) {
      if (graph.knows(tree.state(node))) continue;
      if (best < 0 || (distance_ && distance_(tree.state(node)) < distance_(tree.state(best))))
        best = node;
    }
    if (best < 0) return {};
    return tree.decision(
        best, fmt::format("nearest the target of {} states reached in copies", tree.states()));
  }

  GoalDistance distance_;
  bool recovery_;
  std::stop_token stop_;
};

}  // namespace

std::unique_ptr<Planner> make_simulation_search(const GrantedAdvice& advice) {
  return std::make_unique<SimulationSearch>(advice);
}

}  // namespace marblemaze
