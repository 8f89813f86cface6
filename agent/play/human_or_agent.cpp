#include "agent/play/human_or_agent.h"

#include <cassert>
#include <utility>

namespace marblemaze {

HumanOrAgent::HumanOrAgent(const std::string& agent, bool background)
    : agent_(&planners().entry(agent)), background_(background) {}

Decision HumanOrAgent::decide(const Situation& situation) {
  if (!by_hand) return current().decide(situation);
  if (!chosen) return {Answer::thinking, {}, "a person chooses", {}};
  current().start(situation.state);  // drops the agent's plan
  return {Answer::moves, {{*std::exchange(chosen, {}), std::nullopt}}, kChosenByHand, {}};
}

void HumanOrAgent::use_agent(const std::string& agent) {
  agent_ = &planners().entry(agent);
  for (auto& [scheme, engine] : known_) engine.use(*agent_);
}

void HumanOrAgent::add_scheme(ControlScheme scheme, const Advice& advice) {
  assert(!knows_scheme(scheme));
  KnowledgeEngine& engine = known_.try_emplace(scheme, *agent_, advice).first->second;
  if (background_) engine.think_in_background();
}

void HumanOrAgent::use_scheme(ControlScheme scheme) {
  assert(knows_scheme(scheme));
  scheme_ = scheme;
}

const Advice& HumanOrAgent::advice(ControlScheme scheme) const {
  assert(knows_scheme(scheme));
  return known_.at(scheme).advice();
}

const KnowledgeEngine* HumanOrAgent::knowledge(ControlScheme scheme) const {
  const auto found = known_.find(scheme);
  return found == known_.end() ? nullptr : &found->second;
}

Counters HumanOrAgent::counters() const {
  Counters sum;
  for (const auto& [scheme, engine] : known_)
    for (const CounterField& counter : kCounters)
      sum.*counter.member += engine.counters().*counter.member;
  return sum;
}

}  // namespace marblemaze
