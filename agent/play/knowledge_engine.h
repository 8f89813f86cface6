#pragma once

#include <array>
#include <cassert>
#include <deque>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "agent/contracts/planner.h"
#include "maze/base/stop.h"

namespace marblemaze {

/// Runs a planner in a background thread and answers `thinking` until the plan is ready. The
/// planner works on copies and always completes its plan, so decisions do not depend on timing.
class BackgroundPlanner : public Planner {
 public:
  /// Requires: the planner is not null.
  explicit BackgroundPlanner(std::unique_ptr<Planner> planner) : planner_(std::move(planner)) {
    assert(planner_);
  }
  ~BackgroundPlanner() override { cancel(); }

  [[nodiscard]] bool is_planning() const { return job_.valid(); }
  /// Cancels the plan and waits for the thread. Blocks for at most the duration of one simulated
  /// move.
  void cancel();

 private:
  /// Does not block. Rethrows exceptions of the planner.
  [[nodiscard]] Decision do_plan(const StateGraph& graph, const Situation& situation) override;

  std::unique_ptr<Planner> planner_;
  std::future<Decision> job_;
  StopSource stop_;
  StateId planned_state_;
};

/// Counters of physical moves, as in the tables of thesis chapter 5.
struct Counters {
  int moves = 0;  ///< all moves, including repeated moves
  /// Moves with a known result, including certain results.
  int repeated = 0;
  int unrepeatable = 0;     ///< repeated moves with a different result than before
  int predicted_right = 0;  ///< moves that ended in the expected state
  /// Moves with an expected state, including moves that froze. Counted only if
  /// PlannerEntry::predicts is set, and not for the user's moves.
  int predicted_total = 0;

  bool operator==(const Counters&) const = default;
};

/// Name and member of a counter. JSON documents and results files contain all counters in
/// kCounters.
struct CounterField {
  const char* name;
  int Counters::*member;
};
inline constexpr std::array kCounters{CounterField{"moves", &Counters::moves},
                                      CounterField{"repeated", &Counters::repeated},
                                      CounterField{"unrepeatable", &Counters::unrepeatable},
                                      CounterField{"predicted_right", &Counters::predicted_right},
                                      CounterField{"predicted_total", &Counters::predicted_total}};

/// The agent (thesis 6.4). The engine stores the explored state space and the planned moves. It
/// calls the planner when no planned moves are left. An unexpected result discards the planned
/// moves.
///
/// In each state where the world rests, the engine knows all moves and the results that are certain
/// without trying (thesis 4.7). Planners receive other information about the world only through
/// their access level.
///
/// The engine is deterministic: the same states and results always produce the same decisions. Only
/// planners throw, and decide() can be called again after an exception. The engine is not
/// thread-safe, but the planner may run in a background thread.
class KnowledgeEngine {
 public:
  /// Throws ForbiddenAccess if the planner requests more than the entry grants. Requires: the entry
  /// outlives the engine, and the advice contains rules.
  KnowledgeEngine(const PlannerEntry& entry, const Advice& advice);

  /// Discards the planned moves. Requires: the state exists in the world.
  void start(StateId state);
  /// Learns the result of a move. Requires: the graph contains `from`, the state `from` has the
  /// move, and `to` is set if the marble settled.
  void observe(const Transition& transition);
  /// Corrects the result of the last observed move, which froze in a balanced state. Requires:
  /// `transition` describes the same move, with `to` set.
  void recover(const Transition& transition);
  /// Returns true if the planner uses copies and the next decide() calls it.
  [[nodiscard]] bool needs_snapshot() const;
  /// Returns the next planned move, or calls the planner if there is none. The planner receives the
  /// snapshot only if the access level includes copies. Requires: the graph contains the state.
  [[nodiscard]] Decision decide(const Situation& situation);

  /// Throws ForbiddenAccess if the planner requests more than the entry grants.
  [[nodiscard]] std::unique_ptr<Planner> make_planner(const PlannerEntry& entry) const;
  /// Replaces the planner. Keeps all knowledge but discards the planned moves. Requires: the
  /// planner was created from the entry, and the entry outlives the engine.
  void set_planner(const PlannerEntry& entry, std::unique_ptr<Planner> planner);
  /// Runs slow planners in a background thread from now on. decide() answers `thinking` until the
  /// plan is ready.
  void plan_in_background();
  /// Cancels the plan of the background thread. Keeps moves that are already planned.
  void cancel_planning() {
    if (background_) background_->cancel();
  }

  [[nodiscard]] const Advice& advice() const { return advice_; }
  [[nodiscard]] const StateGraph& graph() const { return graph_; }
  [[nodiscard]] const Counters& counters() const { return counters_; }
  /// Returns the planned moves that have not been made yet.
  [[nodiscard]] const std::deque<PlannedMove>& planned_moves() const { return queue_; }
  /// Returns the last decision of the planner. Decision::status is `exhausted` before the first
  /// decision.
  [[nodiscard]] const Decision& last_decision() const { return last_; }
  /// Returns the effect of the last move on the knowledge. Empty before the first move, after
  /// start(), and if the move ended in no state.
  [[nodiscard]] std::optional<MoveEffect> last_learned() const { return learned_; }
  /// Returns the known result of the last move or, if the result was unknown, the prediction.
  [[nodiscard]] std::optional<StateId> last_expected() const { return expected_; }

 private:
  bool discover(StateId state);
  void drop_plan();
  [[nodiscard]] std::string reason() const;
  void count(const Transition& transition);

  const PlannerEntry* entry_ = nullptr;
  Advice advice_;
  bool in_background_ = false;
  std::unique_ptr<Planner> planner_;
  BackgroundPlanner* background_ = nullptr;
  StateGraph graph_;
  Counters counters_;
  std::deque<PlannedMove> queue_;
  Decision last_;
  std::optional<MoveEffect> learned_;
  std::optional<StateId> expected_;
};

/// Reason recorded for the user's moves.
inline constexpr const char* kChosenByUser = "chosen by hand";

/// Move source in which the agent and the user may alternate. The agent learns from the user's
/// moves.
///
/// Each control scheme has separate knowledge, which is kept while another scheme is in use.
class Player : public MoveSource {
 public:
  /// Call add_scheme() and use_scheme() before start(). If `background` is true, slow planners run
  /// in a background thread. Throws BadInput if the agent is unknown.
  explicit Player(const std::string& agent, bool background = false);

  void start(StateId state) override { current().start(state); }
  void observe(const Transition& transition) override { current().observe(transition); }
  [[nodiscard]] bool needs_snapshot() const override {
    return !by_hand && knowledge().needs_snapshot();
  }
  [[nodiscard]] Decision decide(const Situation& situation) override;

  bool by_hand = false;
  /// Move chosen by the user, for the next decide(). Requires: the current state has the move.
  std::optional<MoveId> chosen;
  /// Replaces the agent but keeps all knowledge. Throws BadInput if the agent is unknown. Rethrows
  /// exceptions of the planner's constructor. Nothing changes after an exception.
  void use_agent(const std::string& agent);
  void recover(const Transition& transition) { current().recover(transition); }
  void cancel_planning() { current().cancel_planning(); }

  /// Requires: the scheme has not been added yet.
  void add_scheme(ControlScheme scheme, const Advice& advice);
  /// Requires: the scheme is known.
  void use_scheme(ControlScheme scheme) {
    assert(knowledge(scheme));
    scheme_ = scheme;
  }
  [[nodiscard]] const KnowledgeEngine& knowledge() const { return known_.at(scheme_); }
  /// Returns null if the scheme was never added.
  [[nodiscard]] const KnowledgeEngine* knowledge(ControlScheme scheme) const;
  /// Requires: the scheme is known.
  [[nodiscard]] const Advice& advice(ControlScheme scheme) const {
    return known_.at(scheme).advice();
  }
  [[nodiscard]] Counters counters() const;

 private:
  [[nodiscard]] KnowledgeEngine& current() { return known_.at(scheme_); }

  const PlannerEntry* agent_;
  bool background_;
  ControlScheme scheme_ = ControlScheme::none;
  std::map<ControlScheme, KnowledgeEngine> known_;
};

}  // namespace marblemaze
