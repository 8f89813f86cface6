#include "agent/contracts/planner.h"

#include <cassert>

namespace marblemaze {

Decision Planner::plan(const StateGraph& graph, const Situation& situation) {
  assert(graph.knows(situation.state));
  assert(!situation.exact || situation.exact->state() == situation.state);
  say_effort(0, 0);
  Decision decision = do_plan(graph, situation);
  assert(decision.is_sound());
  assert(decision.moves.empty() || graph.has(situation.state, decision.moves.front().move));
  return decision;
}

}  // namespace marblemaze
