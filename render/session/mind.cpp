#include "render/session/mind.h"

#include <algorithm>

namespace marblemaze {

Mind::Mind(const std::string& agent, int scheme, Advice advice, bool background)
    : agent_(agent), scheme_(scheme), background_(background), recovery_(advice.recovery) {
  add(scheme, std::move(advice));
}

void Mind::add(int scheme, Advice advice) {
  advice.recovery = recovery_;
  advice_[scheme] = std::move(advice);
  engines_[scheme] = std::make_unique<KnowledgeEngine>(planner_entry(agent_), advice_[scheme]);
  if (background_) engines_[scheme]->think_in_background();
}

Decision Mind::decide(const Situation& situation) {
  if (!by_hand) return current().decide(situation);
  if (!chosen) return {Answer::thinking, {}, "a person chooses", {}};
  const MoveId move = *chosen;
  chosen.reset();
  const auto& moves = advice().rules->moves(situation.state);
  if (std::find(moves.begin(), moves.end(), move) == moves.end())
    return {Answer::thinking, {}, "", {}};
  current().start(situation.state);  // drops what the agent had planned
  return {Answer::moves, {{move, std::nullopt}}, "chosen by hand", {}};
}

void Mind::use_scheme(int scheme, const std::function<Advice()>& advice) {
  if (!engines_.contains(scheme)) add(scheme, advice());
  scheme_ = scheme;
}

void Mind::use_agent(const std::string& agent) {
  for (auto& [scheme, engine] : engines_) engine->use(planner_entry(agent));
  agent_ = agent;
}

MoveNote Mind::note(const Decision& decision) const {
  MoveNote note;
  note.rule = decision.rule;
  if (!by_hand) {
    note.why = engine().last_decision().why;
    note.plan.assign(engine().queue().begin(), engine().queue().end());
  } else {
    note.plan = decision.moves;
  }
  note.counters = counters();
  note.states_known = engine().graph().states().size();
  return note;
}

void Mind::complete(MoveNote& note, bool counted) const {
  if (counted) note.learned = engine().last_learned();
  note.expected = counted ? engine().last_expected() : std::nullopt;
  note.counters = counters();
  note.states_known = engine().graph().states().size();
}

const KnowledgeEngine* Mind::find(int scheme) const {
  const auto found = engines_.find(scheme);
  return found == engines_.end() ? nullptr : found->second.get();
}

Counters Mind::counters() const {
  Counters sum;
  for (const auto& [scheme, engine] : engines_) {
    const Counters& c = engine->counters();
    sum = {sum.moves + c.moves, sum.repeated + c.repeated, sum.unrepeatable + c.unrepeatable,
           sum.predicted_right + c.predicted_right, sum.predicted_total + c.predicted_total};
  }
  return sum;
}

}  // namespace marblemaze
