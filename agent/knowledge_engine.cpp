#include "agent/knowledge_engine.h"

namespace marblemaze {

KnowledgeEngine::KnowledgeEngine(const PlannerEntry& entry, const Advice& advice)
    : entry_(&entry), advice_(advice), planner_(entry.make(advice)) {}

void KnowledgeEngine::use(const PlannerEntry& entry) {
  entry_ = &entry;
  planner_ = entry.make(advice_);
  queue_.clear();
}

bool KnowledgeEngine::meet(StateId state) {
  std::vector<StateId> to_add{state};
  bool is_new = false;
  for (std::size_t i = 0; i < to_add.size(); ++i) {
    const StateId current = to_add[i];
    const auto moves = advice_.moves(current);
    if (!graph_.add(current, moves)) continue;
    if (current == state) is_new = true;
    if (!advice_.certain) continue;
    for (MoveId move : moves)
      if (const auto to = advice_.certain(current, move)) to_add.push_back(*to);
  }
  if (is_new && advice_.certain)
    for (StateId known : to_add)
      for (MoveId move : advice_.moves(known))
        if (const auto to = advice_.certain(known, move)) graph_.assume(known, move, *to);
  return is_new;
}

void KnowledgeEngine::start(StateId state) {
  queue_.clear();
  learned_.reset();
  expected_.reset();
  meet(state);
}

void KnowledgeEngine::observe(const Transition& transition) {
  const auto planned = queue_.empty() ? std::nullopt : queue_.front().second;
  if (!queue_.empty()) queue_.pop_front();
  const auto& known = graph_.arc(transition.from, transition.move).to;
  expected_ = known ? known : planned;
  if (!transition.to) {
    // Nothing can be learned of a marble that rests in no state, but the move was made and counts.
    ++counters_.moves;
    learned_.reset();
    queue_.clear();
    return;
  }
  const bool is_new = meet(*transition.to);
  learned_ = graph_.record(transition.from, transition.move, *transition.to, is_new);
  count(transition, *learned_);
  if (planned != transition.to) queue_.clear();
}

void KnowledgeEngine::count(const Transition& transition, Learned learned) {
  ++counters_.moves;
  if (learned == Learned::repeated || learned == Learned::unrepeatable) ++counters_.repeated;
  if (learned == Learned::unrepeatable) ++counters_.unrepeatable;
  if (entry_->predicts && expected_) {
    ++counters_.predicted_total;
    if (expected_ == transition.to) ++counters_.predicted_right;
  }
}

Decision KnowledgeEngine::decide(const Situation& situation) {
  if (queue_.empty()) {
    Decision decision = planner_->plan(graph_, situation);
    if (decision.answer == Answer::thinking) return decision;
    last_ = std::move(decision);
    for (std::size_t i = 0; i < last_.moves.size(); ++i) queue_.emplace_back(last_.moves[i], last_.expected[i]);
  }
  if (queue_.empty()) return last_;
  return {Answer::moves, {queue_.front().first}, {queue_.front().second}, last_.rule, {}};
}

}  // namespace marblemaze
