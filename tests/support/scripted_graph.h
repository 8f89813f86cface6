#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "agent/contracts/planner.h"
#include "maze/world/world.h"

namespace marblemaze::testing {

/// Directed graph for tests: the result of each move by state. A result of -1 means that the move
/// freezes.
using Arcs = std::map<int, std::vector<int>>;

inline std::vector<MoveId> move_ids(std::size_t n) {
  std::vector<MoveId> ids;
  for (std::size_t i = 0; i < n; ++i) ids.emplace_back(static_cast<int>(i));
  return ids;
}

class GraphRules : public Rules {
 public:
  GraphRules(Arcs graph, int goal_state) : arcs(std::move(graph)), goal(goal_state) {}
  [[nodiscard]] std::span<const MoveId> moves(StateId state) const override {
    return {ids_.data(), arcs.at(state.index).size()};
  }
  [[nodiscard]] bool is_goal(StateId state) const override { return state.index == goal; }
  [[nodiscard]] bool is_balanced(StateId state) const override {
    return balanced.contains(state.index);
  }
  [[nodiscard]] std::string describe(StateId state) const override {
    return "state " + std::to_string(state.index);
  }
  [[nodiscard]] std::string describe(StateId, MoveId move) const override {
    return "move " + std::to_string(move.index);
  }

  Arcs arcs;
  int goal;
  std::set<int> balanced;  ///< states in which the world freezes but a move can begin

 private:
  std::vector<MoveId> ids_ = move_ids(8);
};

/// World in which each move follows an arc of the graph and takes one tick.
class GraphWorld : public World {
 public:
  GraphWorld(Arcs arcs, int start, int goal)
      : GraphWorld(std::make_shared<GraphRules>(std::move(arcs), goal), start) {}

  [[nodiscard]] Traits traits() const override {
    return {"graph", true, false, graph_->arcs.rbegin()->first + 1};
  }
  void do_reset() override {
    state_ = StateId(start_);
    move_ = MoveId();
  }
  [[nodiscard]] StateId do_state() const override { return state_; }
  void do_begin(MoveId move) override {
    move_ = move;
    begun.push_back(move.index);
  }
  Motion do_tick() override {
    if (!move_.valid()) return rest();
    const int to = graph_->arcs.at(state_.index).at(move_.index);
    move_ = MoveId();
    if (to < 0) return Motion::frozen;
    state_ = StateId(to);
    return rest();
  }
  [[nodiscard]] std::unique_ptr<World> clone() const override {
    return std::make_unique<GraphWorld>(*this);
  }
  /// Makes these states balanced, in this world and its copies.
  void balance_in(std::set<int> states) { graph_->balanced = std::move(states); }

  std::vector<int> begun;

 private:
  GraphWorld(std::shared_ptr<GraphRules> graph, int start)
      : World(graph), graph_(std::move(graph)), start_(start) {
    reset();
  }

  [[nodiscard]] Motion rest() const {
    return is_balanced(state_) ? Motion::frozen : Motion::settled;
  }

  std::shared_ptr<GraphRules> graph_;
  int start_;
  StateId state_;
  MoveId move_;
};

/// A result of -1 means that the move has not been tried.
inline StateGraph known_graph(const Arcs& arcs) {
  StateGraph graph;
  for (const auto& [state, to] : arcs) graph.add(StateId(state), move_ids(to.size()));
  for (const auto& [state, to] : arcs)
    for (std::size_t move = 0; move < to.size(); ++move)
      if (to[move] >= 0)
        graph.record(StateId(state), MoveId(static_cast<int>(move)), StateId(to[move]), false);
  return graph;
}

/// Forward model that predicts every result in the graph, including which moves freeze.
class GraphModel : public ForwardModel {
 public:
  explicit GraphModel(Arcs arcs) : arcs_(std::move(arcs)) {}
  [[nodiscard]] Prediction do_predict(StateId from, MoveId move) const override {
    const int to = arcs_.at(from.index).at(move.index);
    return {{{to < 0 ? std::nullopt : std::optional(StateId(to)), 1}}, {}};
  }

 private:
  Arcs arcs_;
};

/// Thrown if a search uses advice outside its access level.
struct Forbidden : std::logic_error {
  using std::logic_error::logic_error;
};

class ForbiddenModel : public ForwardModel {
 public:
  [[nodiscard]] Prediction do_predict(StateId, MoveId) const override {
    throw Forbidden("a forward model was asked");
  }
  [[nodiscard]] std::optional<StateId> do_most_likely(StateId, MoveId) const override {
    throw Forbidden("a forward model was asked");
  }
};

/// Rules with the same number of moves in every state and no certain results. is_goal() throws
/// Forbidden unless a goal is specified.
class MoveRules : public Rules {
 public:
  explicit MoveRules(int moves, std::optional<int> goal = std::nullopt)
      : ids_(move_ids(moves)), goal_(goal) {}
  [[nodiscard]] std::span<const MoveId> moves(StateId) const override { return ids_; }
  [[nodiscard]] bool is_goal(StateId state) const override {
    if (!goal_) throw Forbidden("the goal was asked");
    return state.index == *goal_;
  }
  [[nodiscard]] std::string describe(StateId) const override { return "place"; }
  [[nodiscard]] std::string describe(StateId, MoveId) const override { return "step"; }

 private:
  std::vector<MoveId> ids_;
  std::optional<int> goal_;
};

/// Returns advice that throws Forbidden for everything except the moves and the optional goal.
inline Advice forbidden_advice(int moves, std::optional<int> goal = std::nullopt) {
  Advice advice;
  advice.rules = std::make_shared<MoveRules>(moves, goal);
  advice.distance = [](StateId) -> double { throw Forbidden("a distance was asked"); };
  advice.first_cell = std::make_shared<ForbiddenModel>();
  advice.predictor = std::make_shared<ForbiddenModel>();
  return advice;
}

inline std::unique_ptr<Planner> make_planner(const std::string& agent, const Advice& advice) {
  const PlannerEntry& entry = planners().at(agent);
  return entry.make(advice.restricted_to(entry.access));
}

template <class Move>
std::vector<int> indices(const std::vector<Move>& moves) {
  std::vector<int> result;
  for (const Move& move : moves) {
    if constexpr (std::is_same_v<Move, PlannedMove>)
      result.push_back(move.move.index);
    else
      result.push_back(move.index);
  }
  return result;
}

}  // namespace marblemaze::testing
