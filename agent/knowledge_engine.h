#pragma once

#include <deque>
#include <memory>

#include "agent/planner.h"

namespace marblemaze {

/// The columns of the thesis's tables, for one run.
struct Counters {
  int moves = 0;            ///< physical moves, repeated ones included
  int repeated = 0;         ///< along arcs that were in the graph already, the certain ones included
  int unrepeatable = 0;     ///< along tried arcs, with another result than before
  int predicted_right = 0;  ///< of the moves with an expectation, those that ended as expected
  int predicted_total = 0;

  bool operator==(const Counters&) const = default;
};

/// The agent (thesis 6.4): keeps the physical state graph, asks its planner for moves when the queue
/// is empty, drops the queue when a move ends elsewhere than planned, and counts.
class KnowledgeEngine : public MoveSource {
 public:
  KnowledgeEngine(const PlannerEntry& entry, const Advice& advice);

  void start(StateId state) override;
  void observe(const Transition& transition) override;
  [[nodiscard]] Decision decide(const Situation& situation) override;

  /// Another search goes on with the same knowledge.
  void use(const PlannerEntry& entry);

  [[nodiscard]] const StateGraph& graph() const { return graph_; }
  [[nodiscard]] const Counters& counters() const { return counters_; }
  /// Moves decided on but not made yet, and where each is expected to lead.
  [[nodiscard]] const std::deque<std::pair<MoveId, std::optional<StateId>>>& queue() const { return queue_; }
  /// The last decision that was not read off the queue.
  [[nodiscard]] const Decision& last_decision() const { return last_; }
  [[nodiscard]] std::optional<Learned> last_learned() const { return learned_; }
  /// What the last move was expected to do: a known result, else the prediction.
  [[nodiscard]] std::optional<StateId> last_expected() const { return expected_; }

 private:
  bool meet(StateId state);
  void count(const Transition& transition, Learned learned);

  const PlannerEntry* entry_;
  Advice advice_;
  std::unique_ptr<Planner> planner_;
  StateGraph graph_;
  Counters counters_;
  std::deque<std::pair<MoveId, std::optional<StateId>>> queue_;
  Decision last_;
  std::optional<Learned> learned_;
  std::optional<StateId> expected_;
};

}  // namespace marblemaze
