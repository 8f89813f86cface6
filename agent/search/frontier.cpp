#include "agent/search/frontier.h"

#include <algorithm>
#include <cassert>

#include "maze/base/stop.h"

namespace marblemaze {
namespace {
// States visited between two stop points. Most plans visit fewer, so that a run stops between
// ticks.
constexpr std::size_t kStatesBetweenStops = 1024;
}  // namespace

void trace_back(const ReachedBy& reached_by, StateId from, StateId to, Decision& decision) {
  for (StateId state = to; state != from;) {
    const auto [parent, move] = reached_by.at(state);
    decision.moves.push_back({move, state});
    state = parent;
  }
  std::reverse(decision.moves.begin(), decision.moves.end());
}

void explain_steps(StateId from, Decision& decision) {
  const int length = static_cast<int>(decision.moves.size());
  int step = 0;
  for (const PlannedMove& planned : decision.moves) {
    assert(planned.expected);
    const auto left = static_cast<double>(length - step);
    decision.why.push_back({from, planned.move, left, ++step, planned.expected});
    from = *planned.expected;
  }
}

FrontierSearch::FrontierSearch(const StateGraph& graph, StateId from)
    : graph_(graph), from_(from) {}

void FrontierSearch::each(const std::function<bool(const FrontierArc&)>& visit) {
  std::vector<std::pair<StateId, int>> reached{{from_, 0}};
  reached_by_.clear();
  reached_by_.emplace(from_, std::pair(StateId(), MoveId()));
  for (std::size_t i = 0; i < reached.size(); ++i) {
    if (i % kStatesBetweenStops == kStatesBetweenStops - 1) stop_point();
    const auto [state, depth] = reached[i];
    const auto arcs = graph_.arcs(state);
    for (MoveId move(0); move.index < static_cast<int>(arcs.size()); ++move.index) {
      const auto& to = arcs[static_cast<std::size_t>(move.index)].to;
      if (!to) {
        if (!visit({state, move, depth})) return;
      } else if (reached_by_.emplace(*to, std::pair(state, move)).second) {
        reached.emplace_back(*to, depth + 1);
      }
    }
  }
}

Decision FrontierSearch::decision(const FrontierArc& arc, std::string rule) const {
  Decision decision{Answer::moves, {{arc.move, std::nullopt}}, std::move(rule), {}};
  trace_back(reached_by_, from_, arc.parent, decision);
  return decision;
}

Decision best_untried(const StateGraph& graph, StateId from, const std::string& rule,
                      const std::function<Valued(StateId, MoveId)>& value) {
  FrontierSearch search(graph, from);
  std::vector<Candidate> why;
  std::size_t best = 0;
  FrontierArc best_arc{};
  search.each([&](const FrontierArc& arc) {
    const Valued valued = value(arc.parent, arc.move);
    if (why.empty() || valued.value < why[best].value) {
      best = why.size();
      best_arc = arc;
    }
    why.push_back({arc.parent, arc.move, valued.value, arc.depth + 1, valued.predicted});
    return true;
  });
  if (why.empty()) return {};
  Decision decision = search.decision(best_arc, rule);
  decision.moves.back().expected = why[best].predicted;
  std::rotate(why.begin(), why.begin() + static_cast<std::ptrdiff_t>(best),
              why.begin() + static_cast<std::ptrdiff_t>(best) + 1);
  decision.why = std::move(why);
  return decision;
}

}  // namespace marblemaze
