#include "agent/contracts/planner.h"

#include <algorithm>
#include <cassert>

namespace marblemaze {

bool StateGraph::add(StateId state, std::span<const MoveId> moves) {
  const bool is_new = nodes_.try_emplace(state, moves.size()).second;
  if (is_new) order_.push_back(state);
  return is_new;
}

Learned StateGraph::record(StateId from, MoveId move, StateId to, bool to_is_new) {
  assert(has(from, move) && knows(to));
  Arc& arc = nodes_.at(from)[move.index];
  const auto before = std::exchange(arc.to, to);
  const bool tried = arc.tries++ > 0;
  const auto same = std::find_if(arc.results.begin(), arc.results.end(),
                                 [&](const auto& result) { return result.first == to; });
  if (same == arc.results.end())
    arc.results.emplace_back(to, 1);
  else
    ++same->second;
  if (!before) return to_is_new ? Learned::new_state : Learned::known_state;
  return tried && before != to ? Learned::unrepeatable : Learned::repeated;
}

int StateGraph::departures(StateId state) const {
  int moves = 0;
  for (const Arc& arc : arcs(state)) moves += arc.tries;
  return moves;
}

std::uint64_t StateGraph::moves_made() const {
  std::uint64_t made = 0;
  for (StateId state : order_) made += static_cast<std::uint64_t>(departures(state));
  return made;
}

void StateGraph::assume(StateId from, MoveId move, StateId to) {
  assert(has(from, move));
  Arc& arc = nodes_.at(from)[move.index];
  if (arc.tries == 0) arc.to = to;
}

Decision Planner::plan(const StateGraph& graph, const Situation& situation) {
  assert(graph.knows(situation.state));
  assert(!situation.exact || situation.exact->state() == situation.state);
  set_effort(0, 0);
  Decision decision = do_plan(graph, situation);
  assert(decision.is_sound());
  assert(decision.moves.empty() || graph.has(situation.state, decision.moves.front().move));
  return decision;
}

}  // namespace marblemaze
