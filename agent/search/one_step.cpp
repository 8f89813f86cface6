#include "agent/search/one_step.h"

#include <algorithm>
#include <tuple>

#include "agent/search/frontier.h"

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

}  // namespace

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

}  // namespace marblemaze
