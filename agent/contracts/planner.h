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

/// Knowledge about one move from one state.
struct Arc {
  std::optional<StateId> to;  ///< empty if the move has never been tried, displayed as "?"
  int tries = 0;  ///< number of physical moves along the arc; 0 with `to` set if the result is
                  ///< certain (4.7)
  std::vector<std::pair<StateId, int>> results{};  ///< results of the tries and their counts
};

/// Effect of a physical move on the knowledge.
enum class Learned { new_state, known_state, repeated, unrepeatable };

/// The explored state space (thesis 3.4, 4.1): the visited states, their moves, and the results of
/// the moves that were tried. It is a directed graph with loops. The untried arcs are its frontier.
class StateGraph {
 public:
  /// Adds a state with untried moves. Returns false, without changing the graph, if the state is
  /// already in it.
  bool add(StateId state, std::span<const MoveId> moves);

  /// Records the result of a physical move between two known states. The arc then leads to this
  /// latest result. `to_is_new` is true if this move was the first to reach `to`. Requires:
  /// has(from, move) and knows(to).
  Learned record(StateId from, MoveId move, StateId to, bool to_is_new);

  /// Adds a result that is certain without trying the move. Does not change an arc that has been
  /// tried. Requires: has(from, move).
  void assume(StateId from, MoveId move, StateId to);

  [[nodiscard]] bool knows(StateId state) const { return nodes_.contains(state); }
  /// Returns whether the graph contains the state and the state has the move.
  [[nodiscard]] bool has(StateId state, MoveId move) const {
    return knows(state) && move.valid() &&
           static_cast<std::size_t>(move.index) < nodes_.at(state).size();
  }
  /// Returns the arcs of a state by move index. Requires: knows(state).
  [[nodiscard]] std::span<const Arc> arcs(StateId state) const { return nodes_.at(state); }
  /// Requires: has(state, move).
  [[nodiscard]] const Arc& arc(StateId state, MoveId move) const {
    assert(has(state, move));
    return nodes_.at(state)[static_cast<std::size_t>(move.index)];
  }
  /// Returns the number of physical moves made from a state. Requires: knows(state).
  [[nodiscard]] int departures(StateId state) const;
  /// Returns the number of all physical moves.
  [[nodiscard]] std::uint64_t moves_made() const;
  /// Returns the states in the order in which they were first visited.
  [[nodiscard]] std::span<const StateId> states() const { return order_; }

 private:
  std::unordered_map<StateId, std::vector<Arc>> nodes_;
  std::vector<StateId> order_;
};

/// A search (thesis chapter 4). It computes the next moves, which may be one move or a whole plan,
/// from the explored graph and the current state. The knowledge engine calls it whenever no planned
/// moves are left.
///
/// A planner knows only the arguments of its constructor and the contents of the graph. Anything
/// else that it remembers makes it faster but does not change its plans, with one exception: values
/// that a search learns about states (LRTA*) are lost when another search takes over, which costs
/// additional moves.
///
/// Plans do not depend on the clock: budgets count tried moves or visited states. Only one thread
/// at a time plans, but it need not always be the same thread.
class Planner {
 public:
  virtual ~Planner() = default;

  /// Computes the next moves. The returned decision is_sound(), and its first move is a move of the
  /// current state. If nothing is left to try, the answer is `exhausted`; if untried moves remain,
  /// the rule gives the reason. Throws BadInput if a copy that the access level grants is missing,
  /// and Interrupted if a stop was requested (maze/base/stop.h). The planner can be called again
  /// after either exception. Requires: the graph contains the state of the situation. If the access
  /// level includes copies, the situation contains a copy that rests in this state.
  [[nodiscard]] Decision plan(const StateGraph& graph, const Situation& situation);

  /// Number of moves that the current plan has tried in a simulation, and the maximum number. Both
  /// are 0 for a search that does not count. Any thread may read the effort at any time.
  struct Effort {
    long tried = 0, most = 0;
  };
  [[nodiscard]] Effort effort() const { return {tried_, most_}; }

 protected:
  void say_effort(long tried, long most) { tried_ = tried, most_ = most; }

 private:
  [[nodiscard]] virtual Decision do_plan(const StateGraph& graph, const Situation& situation) = 0;

  std::atomic<long> tried_ = 0, most_ = 0;
};

/// Description of a search algorithm for the command line, the tables and the viewer: a row of
/// agent/search/searches.cpp. Rows exist until the program ends.
struct PlannerEntry {
  std::string name;       ///< "breadth-first"
  std::string title;      ///< "Breadth-First", as in the thesis's tables
  AccessLevel knowledge;  ///< access level: everything that it receives in addition to the agent's
                          ///< own experience
  std::string knows;      ///< description of the access level
  std::string summary;    ///< one line
  std::string source;     ///< "thesis 4.2"
  bool predicts;          ///< whether its expectations are predictions whose accuracy is counted
  /// Creates the planner, which takes what it uses from the advice. Throws ForbiddenAccess if the
  /// planner requests more than its access level grants.
  std::function<std::unique_ptr<Planner>(const GrantedAdvice&)> make;
  /// Whether it is slow, so that it plans in a background thread in the viewer.
  bool simulates = false;
  int move_limit = 0;  ///< moves after which its runs are truncated; 0: the limit of the run

  /// Returns whether it plans with exact copies of the world, which must therefore be copyable.
  [[nodiscard]] bool plans_in_copies() const { return includes(knowledge, AccessLevel::copies); }
};

/// Returns the registry: the searches of the thesis in the order of its tables, then the others.
[[nodiscard]] Registry<PlannerEntry>& planners();

}  // namespace marblemaze
