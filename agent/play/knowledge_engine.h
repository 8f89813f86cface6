#pragma once

#include <array>
#include <cassert>
#include <deque>
#include <future>
#include <memory>

#include "agent/contracts/planner.h"
#include "maze/base/stop.h"

namespace marblemaze {

/// Lets a planner think in a thread of its own and answers `thinking` until it is done. As the
/// planner is given copies and finishes its plan however long that takes, what it decides does not
/// depend on when.
class BackgroundPlanner : public Planner {
 public:
  /// The planner must not be null.
  explicit BackgroundPlanner(std::unique_ptr<Planner> planner) : planner_(std::move(planner)) {
    assert(planner_);
  }
  BackgroundPlanner(const BackgroundPlanner&) = delete;
  BackgroundPlanner& operator=(const BackgroundPlanner&) = delete;
  ~BackgroundPlanner() override { forget(); }

  /// Is a plan under way, or waiting to be fetched?
  [[nodiscard]] bool begun() const { return job_.valid(); }
  /// Drops it: something else happened. Waits until the thread has noticed,
  /// at most for a move tried.
  void forget();

 private:
  /// Never waits. Rethrows what the planner threw.
  [[nodiscard]] Decision do_plan(const StateGraph& graph, const Situation& situation) override;

  std::unique_ptr<Planner> planner_;
  std::future<Decision> job_;
  StopSource stop_;
  StateId about_;
};

/// The columns of the thesis's tables (chapter 5), for one run. All count physical moves.
struct Counters {
  int moves = 0;         ///< physical moves, repeated ones included
  int repeated = 0;      ///< along arcs that were in the graph already, the certain ones included
  int unrepeatable = 0;  ///< along tried arcs, with another result than before
  int predicted_right = 0;  ///< of the moves with an expectation, those that ended as expected
  /// Moves with an expectation, those that froze included; counted only for a search whose entry
  /// says `predicts`.
  int predicted_total = 0;

  bool operator==(const Counters&) const = default;
};

/// A counter as data. Sums, documents and results files walk this list: a new counter is a member,
/// a row here, and the place where it is counted.
struct CounterField {
  const char* name;  ///< in documents and results files
  int Counters::*member;
};
inline constexpr std::array kCounters{CounterField{"moves", &Counters::moves},
                                      CounterField{"repeated", &Counters::repeated},
                                      CounterField{"unrepeatable", &Counters::unrepeatable},
                                      CounterField{"predicted_right", &Counters::predicted_right},
                                      CounterField{"predicted_total", &Counters::predicted_total}};

/// The agent (thesis 6.4): keeps the explored state space, asks its planner for moves when the
/// queue is empty, drops the queue when a move ends elsewhere than planned, and counts. A planner
/// that plans several moves is asked once for all of them.
///
/// It is told of the states in which the world rests, and finds there all moves and the results
/// that are certain without trying (4.7). All else it knows of the world goes through the planner,
/// and is cut down to the planner's information set.
///
/// It reads only what it is told, so the same states and endings give the same decisions. The graph
/// grows by one state a move at most, or by the states of one corner where results are certain.
/// What is wrong in a call is asserted; exceptions come from planners alone, and decide() can be
/// called again after one. Not for several
/// threads at once, though the planner may think in one of its own.
class KnowledgeEngine : public MoveSource {
 public:
  /// The entry must outlive the engine, the advice must have rules. Throws ForbiddenKnowledge where
  /// the planner asks for more than its entry grants.
  KnowledgeEngine(const PlannerEntry& entry, const Advice& advice);

  /// Drops what was planned. Needs a valid state of the world.
  void start(StateId state) override;
  /// Needs a `from` that the graph knows, with one of its moves, and a `to` wherever the move
  /// settled.
  void observe(const Transition& transition) override;
  /// The move observed last, which froze, ended in a balanced state after all: with recovery, which
  /// the search is told of. Needs that move, with `to`.
  void recover(const Transition& transition);
  /// Only for a planner with copies, and only when it is about to plan.
  [[nodiscard]] bool needs_snapshot() const override;
  /// The next planned move, by itself; or that there is none. Needs a state that the graph knows.
  /// The planner gets the situation's copy only where its information set has copies.
  [[nodiscard]] Decision decide(const Situation& situation) override;

  /// Another search goes on with the same knowledge, from the next decision; what was planned is
  /// dropped. The entry must outlive the engine. Throws ForbiddenKnowledge as the constructor does.
  void use(const PlannerEntry& entry);
  /// From now on a search that takes its time thinks in a thread of its own, and decide() answers
  /// `thinking` meanwhile. The moves are the same as without.
  void think_in_background();
  /// Drops what the search thinks of in a thread of its own; what is planned already stays.
  void stop_thinking() {
    if (background_) background_->forget();
  }

  /// What its search could be told, of which it gets its information set.
  [[nodiscard]] const Advice& advice() const { return advice_; }
  /// All that was learned since the engine was made, whatever search was in charge.
  [[nodiscard]] const StateGraph& graph() const { return graph_; }
  /// Since the engine was made.
  [[nodiscard]] const Counters& counters() const { return counters_; }
  /// Moves decided on but not made yet, and where each is expected to lead.
  [[nodiscard]] const std::deque<PlannedMove>& queue() const { return queue_; }
  /// The last decision that was not read off the queue, with its reasons; exhausted before the
  /// first.
  [[nodiscard]] const Decision& last_decision() const { return last_; }
  /// What the last move taught; nothing before the first, after start(), and where it ended in no
  /// state.
  [[nodiscard]] std::optional<Learned> last_learned() const { return learned_; }
  /// What the last move was expected to do: a known result, else the prediction.
  [[nodiscard]] std::optional<StateId> last_expected() const { return expected_; }

 private:
  bool discover(StateGraph& graph, StateId state) const;
  void forget_plan();
  [[nodiscard]] std::string reason() const;
  void count(const Transition& transition);

  const PlannerEntry* entry_ = nullptr;  // set by use()
  Advice advice_;
  bool in_background_ = false;
  std::unique_ptr<Planner> planner_;
  BackgroundPlanner* background_ = nullptr;  // the planner, where it is one
  StateGraph graph_;
  Counters counters_;
  std::deque<PlannedMove> queue_;
  Decision last_;
  std::optional<Learned> learned_;
  std::optional<StateId> expected_;
};

}  // namespace marblemaze
