#pragma once

#include <atomic>
#include <cassert>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "agent/contracts/advice.h"
#include "agent/contracts/move_source.h"
#include "maze/grid/grid.h"

namespace marblemaze {

struct Arc {
  std::optional<StateId> to;  ///< empty if the move is untried
  int tries =
      0;  ///< number of physical tries; 0 if the result is certain without trying (thesis 4.7)
  std::vector<std::pair<StateId, int>> results{};  ///< observed results with their counts
};

enum class MoveEffect { new_state, known_state, repeated, unrepeatable };

/// Explored state space (thesis 3.4, 4.1): a directed graph of the visited states. The untried arcs
/// are the frontier.
class StateGraph {
 public:
  /// Adds a state with untried moves. Returns false if the graph already contains the state.
  bool add(StateId state, std::span<const MoveId> moves);

  /// Records the result of a physical move. `to_is_new` is true if this move discovered `to`.
  /// Requires: has(from, move) and knows(to).
  MoveEffect record(StateId from, MoveId move, StateId to, bool to_is_new);

  /// Adds a result that is certain without trying the move. Has no effect on a tried arc. Requires:
  /// has(from, move).
  void add_certain_result(StateId from, MoveId move, StateId to);

  [[nodiscard]] bool knows(StateId state) const { return nodes_.contains(state); }
  [[nodiscard]] bool has(StateId state, MoveId move) const {
    return knows(state) && move.valid() &&
           static_cast<std::size_t>(move.index) < nodes_.at(state).size();
  }
  /// Returns the arcs of a state, indexed by move. Requires: knows(state).
  [[nodiscard]] std::span<const Arc> arcs(StateId state) const { return nodes_.at(state); }
  /// Requires: has(state, move).
  [[nodiscard]] const Arc& arc(StateId state, MoveId move) const {
    assert(has(state, move));
    return nodes_.at(state)[move.index];
  }
  /// Returns the number of physical moves made from a state. Requires: knows(state).
  [[nodiscard]] int moves_from(StateId state) const;
  [[nodiscard]] std::uint64_t moves_made() const;
  /// Returns the states in visiting order.
  [[nodiscard]] std::span<const StateId> states() const { return order_; }

 private:
  std::unordered_map<StateId, std::vector<Arc>> nodes_;
  std::vector<StateId> order_;
};

/// Search algorithm (thesis chapter 4). A planner computes the next moves from the explored graph
/// and the current state.
///
/// A planner depends only on its constructor arguments and the graph. Cached results never change a
/// plan. LRTA* is an exception, because its learned state values are lost when another search takes
/// over.
///
/// Plans do not depend on the clock. Budgets count tried moves or visited states. Different threads
/// may call a planner, but only one at a time.
class Planner {
 public:
  virtual ~Planner() = default;

  /// Computes the next moves. The status is `exhausted` if nothing is left to try. Throws BadInput
  /// if a granted copy is missing, and Interrupted after a stop request (maze/base/stop.h). The
  /// planner remains usable after both exceptions. Requires: the graph contains `situation.state`.
  /// If the access level includes copies, `situation.snapshot` is a snapshot of the world at rest
  /// in this state.
  [[nodiscard]] Decision plan(const StateGraph& graph, const Situation& situation);

  /// Number of moves that the current plan has simulated so far, and the maximum number. Both
  /// numbers are 0 if the planner reports no progress. Any thread may read the effort at any time.
  struct Effort {
    long tried = 0, most = 0;
  };
  [[nodiscard]] Effort effort() const { return {tried_, most_}; }

 protected:
  void set_effort(long tried, long most) { tried_ = tried, most_ = most; }

 private:
  [[nodiscard]] virtual Decision do_plan(const StateGraph& graph, const Situation& situation) = 0;

  std::atomic<long> tried_ = 0, most_ = 0;
};

/// Description of a planner for the command line, the tables and the viewer.
struct PlannerEntry {
  std::string name;    ///< "breadth-first"
  std::string title;   ///< "Breadth-First", as in the thesis's tables
  AccessFlags access;  ///< granted in addition to the agent's own experience
  std::string knows;
  std::string summary;
  std::string source;  ///< "thesis 4.2"
  bool predicts;       ///< true if the accuracy of predictions is counted
  /// Creates the planner. Throws ForbiddenAccess if the planner requests more than the access level
  /// grants.
  std::function<std::unique_ptr<Planner>(const GrantedAdvice&)> make;
  /// True if planning is slow. The viewer runs slow planners in a background thread.
  bool simulates = false;
  int move_limit = 0;  ///< additional move limit of a run; 0 for none

  /// Returns true if the planner tries moves in exact copies of the world.
  [[nodiscard]] bool plans_in_copies() const { return includes(access, AccessFlags::copies); }
};

/// Registry of planners. The searches of the thesis come first.
[[nodiscard]] Registry<PlannerEntry>& planners();

}  // namespace marblemaze
