#include "agent/play/knowledge_engine.h"

#include <cassert>
#include <chrono>
#include <utility>

#include <fmt/format.h>

namespace marblemaze {

Decision BackgroundPlanner::do_plan(const StateGraph& graph, const Situation& situation) {
  if (job_.valid() && planned_state_ != situation.state) cancel();
  if (!job_.valid()) {
    planned_state_ = situation.state;
    stop_ = StopSource();
    job_ = std::async(std::launch::async, [this, stop = stop_.token(), graph, situation] {
      const StopScope scope(stop);
      return planner_->plan(graph, situation);
    });
  }
  if (job_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    const auto [tried, most] = planner_->effort();
    return {DecisionStatus::thinking,
            {},
            most > 0 ? fmt::format("tried {} moves of at most {}", tried, most) : "",
            {}};
  }
  return job_.get();
}

void BackgroundPlanner::cancel() {
  stop_.request_stop();
  job_ = std::future<Decision>();
}

KnowledgeEngine::KnowledgeEngine(const PlannerEntry& entry, const Advice& advice)
    : advice_(advice) {
  assert(advice.rules);
  set_planner(entry, make_planner(entry));
}

std::unique_ptr<Planner> KnowledgeEngine::make_planner(const PlannerEntry& entry) const {
  return entry.make(advice_.restricted_to(entry.access));
}

void KnowledgeEngine::set_planner(const PlannerEntry& entry, std::unique_ptr<Planner> planner) {
  assert(planner);
  entry_ = &entry;
  planner_ = std::move(planner);
  background_ = nullptr;
  if (in_background_) plan_in_background();
  queue_.clear();
}

void KnowledgeEngine::plan_in_background() {
  in_background_ = true;
  if (background_ || !entry_->simulates) return;
  // Reuses the planner, because an external agent must be started only once.
  auto background = std::make_unique<BackgroundPlanner>(std::move(planner_));
  background_ = background.get();
  planner_ = std::move(background);
}

bool KnowledgeEngine::needs_snapshot() const {
  return entry_->plans_in_copies() && queue_.empty() &&
         !(background_ && background_->is_planning());
}

void KnowledgeEngine::drop_plan() {
  queue_.clear();
  if (background_) background_->cancel();
}

bool KnowledgeEngine::discover(StateId state) {
  const Rules& rules = *advice_.rules;
  std::vector<StateId> to_add{state};
  bool is_new = false;
  for (std::size_t i = 0; i < to_add.size(); ++i) {
    const StateId current = to_add[i];
    const auto moves = rules.moves(current);
    if (!graph_.add(current, moves)) continue;
    if (current == state) is_new = true;
    for (MoveId move : moves)
      if (const auto to = rules.certain_result(current, move)) to_add.push_back(*to);
  }
  if (is_new)
    for (StateId known : to_add)
      for (MoveId move : rules.moves(known))
        if (const auto to = rules.certain_result(known, move))
          graph_.add_certain_result(known, move, *to);
  return is_new;
}

void KnowledgeEngine::start(StateId state) {
  assert(state.valid());
  drop_plan();
  learned_.reset();
  expected_.reset();
  discover(state);
}

void KnowledgeEngine::observe(const Transition& transition) {
  assert(graph_.has(transition.from, transition.move));
  assert(transition.to || transition.ending != Motion::settled);
  const auto planned = queue_.empty() ? std::nullopt : queue_.front().expected;
  const auto& known = graph_.arc(transition.from, transition.move).to;
  expected_ = known ? known : planned;
  if (!transition.to) {
    learned_.reset();
    count(transition);
    drop_plan();
    return;
  }
  const bool is_new = discover(*transition.to);
  learned_ = graph_.record(transition.from, transition.move, *transition.to, is_new);
  count(transition);
  if (planned == transition.to)
    queue_.pop_front();
  else
    drop_plan();
}

void KnowledgeEngine::recover(const Transition& transition) {
  assert(transition.to);
  advice_.recovery = true;
  set_planner(*entry_, make_planner(*entry_));
  const bool is_new = discover(*transition.to);
  learned_ = graph_.record(transition.from, transition.move, *transition.to, is_new);
}

void KnowledgeEngine::count(const Transition& transition) {
  ++counters_.moves;
  if (learned_ == MoveEffect::repeated || learned_ == MoveEffect::unrepeatable)
    ++counters_.repeated;
  if (learned_ == MoveEffect::unrepeatable) ++counters_.unrepeatable;
  const bool is_planned = !queue_.empty();
  if (entry_->predicts && is_planned && expected_) {
    ++counters_.predicted_total;
    if (expected_ == transition.to) ++counters_.predicted_right;
  }
}

std::string KnowledgeEngine::reason() const {
  const std::size_t all = last_.moves.size(), left = queue_.size();
  if (left == all) return last_.reason;
  return fmt::format("planned moves left: {} of {}; the plan: {}", left, all, last_.reason);
}

Decision KnowledgeEngine::decide(const Situation& situation) {
  assert(graph_.knows(situation.state));
  if (queue_.empty()) {
    const bool copies = entry_->plans_in_copies();
    Decision decision =
        planner_->plan(graph_, {situation.state, copies ? situation.snapshot : nullptr});
    if (decision.status == DecisionStatus::thinking) return decision;
    last_ = std::move(decision);
    queue_.assign(last_.moves.begin(), last_.moves.end());
  }
  if (queue_.empty()) return last_;
  return {DecisionStatus::moves, {queue_.front()}, reason(), {}};
}

Player::Player(const std::string& agent, bool background)
    : agent_(&planners().at(agent)), background_(background) {}

Decision Player::decide(const Situation& situation) {
  if (!by_hand) return current().decide(situation);
  if (!chosen) return {DecisionStatus::thinking, {}, "a person chooses", {}};
  current().start(situation.state);
  return {DecisionStatus::moves, {{*std::exchange(chosen, {}), std::nullopt}}, kChosenByUser, {}};
}

void Player::use_agent(const std::string& agent) {
  const PlannerEntry& entry = planners().at(agent);
  std::map<ControlScheme, std::unique_ptr<Planner>> made;
  for (const auto& [scheme, engine] : known_) made[scheme] = engine.make_planner(entry);
  agent_ = &entry;
  for (auto& [scheme, engine] : known_) engine.set_planner(entry, std::move(made.at(scheme)));
}

void Player::add_scheme(ControlScheme scheme, const Advice& advice) {
  assert(!knowledge(scheme));
  KnowledgeEngine& engine = known_.try_emplace(scheme, *agent_, advice).first->second;
  if (background_) engine.plan_in_background();
}

const KnowledgeEngine* Player::knowledge(ControlScheme scheme) const {
  const auto found = known_.find(scheme);
  return found == known_.end() ? nullptr : &found->second;
}

Counters Player::counters() const {
  Counters sum;
  for (const auto& [scheme, engine] : known_)
    for (const CounterField& counter : kCounters)
      sum.*counter.member += engine.counters().*counter.member;
  return sum;
}

}  // namespace marblemaze
