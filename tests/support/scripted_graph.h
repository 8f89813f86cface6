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

/// A directed graph made by hand: for each state where its moves lead, -1 for freezing there.
using Arcs = std::map<int, std::vector<int>>;

inline std::vector<MoveId> move_ids(std::size_t n) {
  std::vector<MoveId> ids;
  for (std::size_t i = 0; i < n; ++i) ids.emplace_back(static_cast<int>(i));
  return ids;
}

/// The graph as a World whose moves end at once. States listed in `restless` keep rolling for as
/// many ticks first.
class GraphWorld : public World {
 public:
  GraphWorld(Arcs arcs, int start, int goal)
      : arcs_(std::move(arcs)), start_(start), goal_(goal), ids_(move_ids(8)) {
    reset();
  }

  [[nodiscard]] Traits traits() const override {
    return {"graph", true, true, true, false, arcs_.rbegin()->first + 1};
  }
  void reset() override {
    state_ = StateId(start_);
    move_ = MoveId();
  }
  [[nodiscard]] StateId state() const override { return state_; }
  [[nodiscard]] std::span<const MoveId> moves(StateId state) const override {
    return {ids_.data(), arcs_.at(state.index).size()};
  }
  [[nodiscard]] bool is_goal(StateId state) const override { return state.index == goal_; }
  void begin(MoveId move) override {
    move_ = move;
    begun.push_back(move.index);
  }
  Motion tick() override {
    if (!move_.valid()) return Motion::settled;
    const int to = arcs_.at(state_.index).at(static_cast<std::size_t>(move_.index));
    move_ = MoveId();
    if (to < 0) return Motion::frozen;
    state_ = StateId(to);
    return is_balanced(state_) ? Motion::frozen : Motion::settled;
  }
  [[nodiscard]] bool is_balanced(StateId state) const override {
    return balanced.contains(state.index);
  }
  [[nodiscard]] std::unique_ptr<World> clone() const override {
    return std::make_unique<GraphWorld>(*this);
  }
  [[nodiscard]] std::string describe(StateId state) const override {
    return "state " + std::to_string(state.index);
  }
  [[nodiscard]] std::string describe(StateId, MoveId move) const override {
    return "move " + std::to_string(move.index);
  }

  std::vector<int> begun;  ///< every move begun so far
  std::set<int> balanced;  ///< states in which the world freezes but can be moved on

 private:
  Arcs arcs_;
  int start_, goal_;
  std::vector<MoveId> ids_;
  StateId state_;
  MoveId move_;
};

/// A physical state graph as an agent may know it: -1 for a move never tried.
inline StateGraph known_graph(const Arcs& arcs) {
  StateGraph graph;
  for (const auto& [state, to] : arcs) graph.add(StateId(state), move_ids(to.size()));
  for (const auto& [state, to] : arcs)
    for (std::size_t move = 0; move < to.size(); ++move)
      if (to[move] >= 0)
        graph.record(StateId(state), MoveId(static_cast<int>(move)), StateId(to[move]), false);
  return graph;
}

/// A forward model that knows the graph, for searches that may predict. Moves that freeze are
/// predicted as such.
class GraphModel : public ForwardModel {
 public:
  explicit GraphModel(Arcs arcs) : arcs_(std::move(arcs)) {}
  [[nodiscard]] Prediction predict(const Situation& from, MoveId move) const override {
    const int to = arcs_.at(from.state.index).at(static_cast<std::size_t>(move.index));
    if (to < 0) return {{{{}, Motion::frozen, 1}}, {}};
    return {{{{StateId(to), nullptr}, Motion::settled, 1}}, {}};
  }

 private:
  Arcs arcs_;
};

/// Knowledge that a search has no right to: whoever asks is caught.
struct Forbidden : std::logic_error {
  using std::logic_error::logic_error;
};

class ForbiddenModel : public ForwardModel {
 public:
  [[nodiscard]] Prediction predict(const Situation&, MoveId) const override {
    throw Forbidden("a forward model was asked");
  }
  [[nodiscard]] std::optional<StateId> likeliest(const Situation&, MoveId) const override {
    throw Forbidden("a forward model was asked");
  }
};

/// Advice in which everything but the number of moves is forbidden.
inline Advice forbidden_advice(int moves) {
  Advice advice;
  advice.distance = [](StateId) -> double { throw Forbidden("a distance was asked"); };
  advice.first_cell = std::make_shared<ForbiddenModel>();
  advice.predictor = std::make_shared<ForbiddenModel>();
  advice.is_goal = [](StateId) -> bool { throw Forbidden("the goal was asked"); };
  auto ids = std::make_shared<std::vector<MoveId>>(move_ids(static_cast<std::size_t>(moves)));
  advice.moves = [ids](StateId) { return std::span<const MoveId>(*ids); };
  advice.certain = [](StateId, MoveId) -> std::optional<StateId> { return std::nullopt; };
  return advice;
}

inline std::vector<int> indices(const std::vector<MoveId>& moves) {
  std::vector<int> result;
  for (MoveId move : moves) result.push_back(move.index);
  return result;
}

}  // namespace marblemaze::testing
