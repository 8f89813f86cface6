#include "agent/analysis/state_map.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "maze/base/markup.h"
#include "maze/base/parallel.h"
#include "maze/base/stop.h"

namespace marblemaze {
namespace {

constexpr std::size_t kArcsAtOnce = 16;  // tried side by side on a thread

std::vector<DigraphArc> digraph_arcs(const std::vector<MapArc>& arcs,
                                     const std::unordered_map<StateId, int>& node) {
  std::vector<DigraphArc> result;
  for (const MapArc& arc : arcs)
    if (arc.to) result.push_back({node.at(arc.from), node.at(*arc.to)});
  return result;
}

std::unordered_map<StateId, int> number(const std::vector<StateId>& states) {
  std::unordered_map<StateId, int> node;
  for (std::size_t i = 0; i < states.size(); ++i) node.emplace(states[i], static_cast<int>(i));
  return node;
}

void try_arcs(const ForwardModel& model, const Rules& rules, std::span<MapArc> arcs) {
  std::vector<StateMove> moves;
  std::vector<MapArc*> asked;
  for (MapArc& arc : arcs) {
    arc.to = rules.certain_result(arc.from, arc.move);
    arc.certain = arc.to.has_value();
    if (arc.certain) continue;
    moves.push_back({arc.from, arc.move});
    asked.push_back(&arc);
  }
  const std::vector<Prediction> predictions = model.predict_all(moves);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (predictions[i].guesses.empty()) continue;
    const Guess& likeliest = predictions[i].guesses.front();
    asked[i]->probability = likeliest.probability;
    asked[i]->to = likeliest.to;
  }
}

}  // namespace

StateMap::StateMap(StateId start, std::vector<StateId> states, std::vector<MapArc> arcs,
                   const std::function<bool(StateId)>& is_goal)
    : start_(start),
      states_(std::move(states)),
      arcs_(std::move(arcs)),
      node_(number(states_)),
      graph_(static_cast<int>(states_.size()), digraph_arcs(arcs_, node_)) {
  for (std::size_t i = 0; i < states_.size(); ++i)
    if (is_goal(states_[i])) goals_.push_back(static_cast<int>(i));
  to_goal_ = distances_to(graph_, goals_);
  for (const std::vector<int>& part : closed_components(graph_)) {
    if (to_goal_[static_cast<std::size_t>(part.front())] != kUnreachable) continue;
    std::vector<StateId> trap;
    for (int i : part) trap.push_back(states_[static_cast<std::size_t>(i)]);
    std::sort(trap.begin(), trap.end());
    traps_.push_back(std::move(trap));
  }
  std::sort(traps_.begin(), traps_.end());
}

int StateMap::node(StateId state) const {
  const auto found = node_.find(state);
  return found == node_.end() ? -1 : found->second;
}

std::optional<int> StateMap::moves_to_goal(StateId state) const {
  const int i = node(state);
  if (i < 0 || to_goal_[static_cast<std::size_t>(i)] == kUnreachable) return std::nullopt;
  return to_goal_[static_cast<std::size_t>(i)];
}

bool StateMap::is_goal(StateId state) const { return moves_to_goal(state) == 0; }

std::uint64_t StateMap::shortest_solutions() const {
  return count_shortest_paths(graph_, 0, goals_);
}

std::vector<MapArc> StateMap::solution() const {
  std::vector<MapArc> steps;
  if (!solvable()) return steps;
  for (StateId state = start_; !is_goal(state);) {
    const int left = *moves_to_goal(state);
    const auto next = std::find_if(arcs_.begin(), arcs_.end(), [&](const MapArc& arc) {
      return arc.from == state && arc.to && moves_to_goal(*arc.to) == left - 1;
    });
    steps.push_back(*next);
    state = *next->to;
  }
  return steps;
}

StateMap explore(const ForwardModel& model, const Rules& rules, StateId start, int jobs) {
  std::vector<StateId> states{start};
  std::unordered_map<StateId, int> seen{{start, 0}};
  std::vector<MapArc> arcs;
  for (std::size_t layer = 0; layer < states.size();) {
    const std::size_t first = arcs.size();
    for (; layer < states.size(); ++layer)
      if (!rules.is_goal(states[layer]))
        for (MoveId move : rules.moves(states[layer]))
          arcs.push_back({states[layer], move, std::nullopt, false, 1});
    const std::span<MapArc> open = std::span(arcs).subspan(first);
    parallel_for((open.size() + kArcsAtOnce - 1) / kArcsAtOnce, jobs, [&](std::size_t i) {
      const std::size_t begin = i * kArcsAtOnce;
      stop_point(static_cast<std::int64_t>(first + begin), static_cast<std::int64_t>(arcs.size()));
      try_arcs(model, rules, open.subspan(begin, std::min(kArcsAtOnce, open.size() - begin)));
    });
    for (std::size_t i = first; i < arcs.size(); ++i)
      if (arcs[i].to && seen.emplace(*arcs[i].to, 0).second) states.push_back(*arcs[i].to);
  }
  return StateMap(start, std::move(states), std::move(arcs),
                  [&](StateId state) { return rules.is_goal(state); });
}

std::string to_dot(const StateMap& map, const std::function<std::string(StateId)>& label) {
  std::string text = "digraph map {\n  node [shape=box, style=rounded];\n";
  for (StateId state : map.states())
    text += fmt::format("  {} [label=\"{}\"{}];\n", state.index, label(state),
                        map.is_goal(state)     ? ", style=filled, fillcolor=palegreen"
                        : state == map.start() ? ", penwidth=2"
                                               : "");
  for (const MapArc& arc : map.arcs())
    if (arc.to)
      text += fmt::format("  {} -> {} [label=\"{}\"{}];\n", arc.from.index, arc.to->index,
                          arc.move.index,
                          arc.certain           ? ", style=dotted"
                          : arc.probability < 1 ? ", style=dashed"
                                                : "");
  return text + "}\n";
}

}  // namespace marblemaze
