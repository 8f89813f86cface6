#include "agent/contracts/planner.h"

#include <algorithm>
#include <cassert>

namespace marblemaze {

bool StateGraph::add(StateId state, std::span<const MoveId> moves) {
  const bool is_new = nodes_.try_emplace(state, moves.size()).second;
  if (is_new) order_.push_back(state);
  return is_new;
}

MoveEffect StateGraph::record(StateId from, MoveId move, StateId to, bool to_is_new) {
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
  if (!before) return to_is_new ? MoveEffect::new_state : MoveEffect::known_state;
  return tried && before != to ? MoveEffect::unrepeatable : MoveEffect::repeated;
}

int StateGraph::moves_from(StateId state) const {
  int moves = 0;
  for (const Arc& arc : arcs(state)) moves += arc.tries;
  return moves;
}

std::uint64_t StateGraph::moves_made() const {
  std::uint64_t made = 0;
  for (StateId state : order_) made += static_cast<std::uint64_t>(moves_from(state));
  return made;
}

void StateGraph::add_certain_result(StateId from, MoveId move, StateId to) {
  assert(has(from, move));
  Arc& arc = nodes_.at(from)[move.index];
  if (arc.tries == 0) arc.to = to;
}

Decision Planner::plan(const StateGraph& graph, const Situation& situation) {
  assert(graph.knows(situation.state));
  assert(!situation.snapshot || situation.snapshot->state() == situation.state);
  set_effort(0, 0);
  Decision decision = do_plan(graph, situation);
  assert(decision.is_sound());
  assert(decision.moves.empty() || graph.has(situation.state, decision.moves.front().move));
  return decision;
}

}  // namespace marblemaze
