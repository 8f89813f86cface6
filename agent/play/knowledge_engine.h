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

/// Runs a planner in a separate thread and answers `thinking` until the plan is finished. The
/// planner works on copies and always finishes its plan, so its decisions do not depend on timing.
class BackgroundPlanner : public Planner {
 public:
  /// Requires: the planner is not null.
  explicit BackgroundPlanner(std::unique_ptr<Planner> planner) : planner_(std::move(planner)) {
    assert(planner_);
  }
  BackgroundPlanner(const BackgroundPlanner&) = delete;
  BackgroundPlanner& operator=(const BackgroundPlanner&) = delete;
  ~BackgroundPlanner() override { forget(); }

  /// Returns whether a plan is being computed or is ready to be fetched.
  [[nodiscard]] bool begun() const { return job_.valid(); }
  /// Drops the plan because something else happened. Waits until the thread stops, at most for the
  /// duration of one simulated move.
  void forget();

 private:
  /// Returns immediately. Rethrows exceptions of the planner.
  [[nodiscard]] Decision do_plan(const StateGraph& graph, const Situation& situation) override;

  std::unique_ptr<Planner> planner_;
  std::future<Decision> job_;
  StopSource stop_;
  StateId about_;
};

/// Counters of one run: the columns of the thesis's tables (chapter 5). All of them count physical
/// moves.
struct Counters {
  int moves = 0;  ///< all physical moves, including repeated ones
  /// Moves along arcs that were already in the graph, including arcs with a certain result.
  int repeated = 0;
  int unrepeatable = 0;     ///< Reads a puzzle in the notation of its kind.
  int predicted_right = 0;  ///< moves with an expectation that ended as expected
  /// Moves with an expectation, including moves that froze. Counted only for searches whose entry
  /// has `predicts`, and not for moves of the user.
  int predicted_total = 0;

  bool operator==(const Counters&) const = default;
};

/// Name and member of a counter. Sums, documents and results files iterate over kCounters. To add a
/// counter, add a member, a row here, and the code that counts.
struct CounterField {
  const char* name;  ///< name in documents and results files
  int Counters::*member;
};
inline constexpr std::array kCounters{CounterField{"moves", &Counters::moves},
                                      CounterField{"repeated", &Counters::repeated},
                                      CounterField{"unrepeatable", &Counters::unrepeatable},
                                      CounterField{"predicted_right", &Counters::predicted_right},
                                      CounterField{"predicted_total", &Counters::predicted_total}};

/// The agent (thesis 6.4). It stores the explored state space, asks its planner for moves when the
/// queue is empty, drops the queue when a move ends in an unexpected state, and counts. A planner
/// that plans several moves is asked once for all of them.
///
/// The engine is informed of the states in which the world rests. For these states, it knows all
/// moves and the results that are certain without a trial (4.7). Everything else about the world
/// goes through the planner, restricted to the access level of the planner.
///
/// The engine reads nothing but its arguments, so the same states and results always lead to the
/// same decisions. Each move adds at most one state to the graph, or the states of one corner if
/// results are certain. Invalid arguments are asserted. Exceptions come only from planners, and
/// decide() can be called again after an exception. Only one thread at a time may use an engine,
/// although its planner may run in a separate thread.
class KnowledgeEngine : public MoveSource {
 public:
  /// Creates an engine without knowledge. Throws ForbiddenAccess if the planner requests more than
  /// its entry grants. Requires: the entry outlives the engine, and the advice has rules.
  KnowledgeEngine(const PlannerEntry& entry, const Advice& advice);

  /// Drops the plan. Requires: the state is a valid state of the world.
  void start(StateId state) override;
  /// Learns the result of a move. Requires: the graph contains `from`, which has the move, and `to`
  /// is set if the move settled.
  void observe(const Transition& transition) override;
  /// Corrects the last observed move, which froze: with recovery, it ended in a balanced state. The
  /// search learns this result. Requires: `transition` is that move, with `to` set.
  void recover(const Transition& transition);
  /// Returns true only if the planner uses copies and is about to plan.
  [[nodiscard]] bool needs_snapshot() const override;
  /// Returns the next planned move, or plans if there is none. The planner receives the situation's
  /// copy only if its access level includes copies. Requires: the graph contains the state.
  [[nodiscard]] Decision decide(const Situation& situation) override;

  /// Creates a search for this engine. Throws ForbiddenAccess like the constructor.
  [[nodiscard]] std::unique_ptr<Planner> make(const PlannerEntry& entry) const;
  /// Replaces the search from the next decision onwards. Retains all knowledge and drops the plan.
  /// Requires: the planner was created from the entry, which outlives the engine.
  void use(const PlannerEntry& entry, std::unique_ptr<Planner> planner);
  /// Makes slow searches plan in a separate thread from now on; decide() answers `thinking` until
  /// they are done. The moves are identical with and without a thread.
  void think_in_background();
  /// Drops the plan that a background thread is computing. Moves that are already planned are
  /// retained.
  void stop_thinking() {
    if (background_) background_->forget();
  }

  /// Returns everything that a search could be given; each search gets the part that its access
  /// level grants.
  [[nodiscard]] const Advice& advice() const { return advice_; }
  /// Returns everything learned since the engine was created, by all searches.
  [[nodiscard]] const StateGraph& graph() const { return graph_; }
  /// Returns the counts since the engine was created.
  [[nodiscard]] const Counters& counters() const { return counters_; }
  /// Returns the planned moves that have not been made yet, with their expected results.
  [[nodiscard]] const std::deque<PlannedMove>& queue() const { return queue_; }
  /// Returns the last decision that came from the planner and not from the queue, with its reasons.
  /// Its answer is `exhausted` before the first decision.
  [[nodiscard]] const Decision& last_decision() const { return last_; }
  /// Returns how the last move changed the knowledge. Empty before the first move, after start(),
  /// and if the move ended without a state.
  [[nodiscard]] std::optional<Learned> last_learned() const { return learned_; }
  /// Returns the expected result of the last move: the known result if there was one, or the
  /// prediction.
  [[nodiscard]] std::optional<StateId> last_expected() const { return expected_; }

 private:
  bool discover(StateId state);
  void forget_plan();
  [[nodiscard]] std::string reason() const;
  void count(const Transition& transition);

  const PlannerEntry* entry_ = nullptr;  // set by use()
  Advice advice_;
  bool in_background_ = false;
  std::unique_ptr<Planner> planner_;
  BackgroundPlanner* background_ = nullptr;  // the planner, if it is a background planner
  StateGraph graph_;
  Counters counters_;
  std::deque<PlannedMove> queue_;
  Decision last_;
  std::optional<Learned> learned_;
  std::optional<StateId> expected_;
};

/// Reason for a move made by the user, as written in recordings.
inline constexpr const char* kChosenByHand = "chosen by hand";

/// Chooses the moves of a run: an agent, or the user, whose moves the agent observes and learns
/// from. The user and the agent may alternate.
///
/// Each control scheme has its own states and therefore its own knowledge, which is retained while
/// another scheme is in use. A world without control schemes has `none`.
class HumanOrAgent : public MoveSource {
 public:
  /// Creates a source without any scheme; call add_scheme() and use_scheme() before the first
  /// start(). With `background`, slow searches plan in a separate thread. Throws BadInput if the
  /// agent is unknown.
  explicit HumanOrAgent(const std::string& agent, bool background = false);

  // --- called by the controller ---
  void start(StateId state) override { current().start(state); }
  void observe(const Transition& transition) override { current().observe(transition); }
  [[nodiscard]] bool needs_snapshot() const override {
    return !by_hand && knowledge().needs_snapshot();
  }
  [[nodiscard]] Decision decide(const Situation& situation) override;

  // --- player ---
  bool by_hand = false;
  /// The user's move, which is available in the current state. The next decide() takes it.
  std::optional<MoveId> chosen;
  /// Replaces the agent and retains all knowledge. Throws BadInput if the agent is unknown, and any
  /// exception of its constructor. In both cases, nothing changes.
  void use_agent(const std::string& agent);
  /// Calls KnowledgeEngine::recover() of the current scheme.
  void recover(const Transition& transition) { current().recover(transition); }
  void stop_thinking() { current().stop_thinking(); }

  // --- knowledge ---
  /// Requires: the scheme is not known yet.
  void add_scheme(ControlScheme scheme, const Advice& advice);
  /// Requires: the scheme is known.
  void use_scheme(ControlScheme scheme);
  [[nodiscard]] bool knows_scheme(ControlScheme scheme) const { return known_.contains(scheme); }
  /// Returns the knowledge of the current scheme.
  [[nodiscard]] const KnowledgeEngine& knowledge() const { return known_.at(scheme_); }
  /// Returns null if the scheme was never added.
  [[nodiscard]] const KnowledgeEngine* knowledge(ControlScheme scheme) const;
  /// Requires: the scheme is known.
  [[nodiscard]] const Advice& advice(ControlScheme scheme) const;
  /// Returns the sums over all schemes.
  [[nodiscard]] Counters counters() const;

 private:
  [[nodiscard]] KnowledgeEngine& current() { return known_.at(scheme_); }

  const PlannerEntry* agent_;
  bool background_;
  ControlScheme scheme_ = ControlScheme::none;
  std::map<ControlScheme, KnowledgeEngine> known_;
};

}  // namespace marblemaze
