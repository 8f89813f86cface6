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
#include "agent/contracts/registry.h"
#include "maze/grid/ids.h"

namespace marblemaze {

/// Knowledge of one move from one state.
struct Arc {
  std::optional<StateId> to;  ///< empty: never tried, shown as "?"
  int tries = 0;  ///< physical moves along it; 0 with `to` set: known without trying (4.7)
  std::vector<std::pair<StateId, int>> results{};  ///< of the tries: where they ended, how often
};

/// Effect of recording one physical move on the knowledge.
enum class Learned { new_state, known_state, repeated, unrepeatable };

/// The explored state space (thesis 3.4, 4.1): states met so far, the moves from each, and where
/// the tried ones led. Directed, with loops, known only in part; the untried arcs are its frontier.
class StateGraph {
 public:
  /// Adds a state with all its moves unknown; nothing happens if it is there already. True if new.
  bool add(StateId state, std::span<const MoveId> moves);

  /// Records the result of a physical move between two known states and keeps the latest one. Needs
  /// has(from, move) and knows(to). `to_is_new` says whether `to` was met by this move.
  Learned record(StateId from, MoveId move, StateId to, bool to_is_new);

  /// Enters a result that is certain without trying. A tried arc is left as it is. Needs has(from,
  /// move).
  void assume(StateId from, MoveId move, StateId to);

  [[nodiscard]] bool knows(StateId state) const { return nodes_.contains(state); }
  /// Does it know the state, and does that have the move?
  [[nodiscard]] bool has(StateId state, MoveId move) const {
    return knows(state) && move.valid() &&
           static_cast<std::size_t>(move.index) < nodes_.at(state).size();
  }
  /// Arcs by move index. The state must be known.
  [[nodiscard]] std::span<const Arc> arcs(StateId state) const { return nodes_.at(state); }
  /// Needs has(state, move).
  [[nodiscard]] const Arc& arc(StateId state, MoveId move) const {
    assert(has(state, move));
    return nodes_.at(state)[static_cast<std::size_t>(move.index)];
  }
  /// Physical moves made from a state: how often it was left again. The state must be known.
  [[nodiscard]] int departures(StateId state) const;
  /// Physical moves made in all.
  [[nodiscard]] std::uint64_t moves_made() const;
  /// In the order in which they were met.
  [[nodiscard]] std::span<const StateId> states() const { return order_; }

 private:
  std::unordered_map<StateId, std::vector<Arc>> nodes_;
  std::vector<StateId> order_;
};

/// A search (thesis chapter 4): from what is known of the graph and the current state, the next
/// moves. It is asked whenever no planned moves are left, and answers with one move or a whole
/// plan.
///
/// Planners keep no knowledge of their own beyond what their constructor was given; what they
/// remember of it only makes them faster. What one learns about states on the way (LRTA*) may be
/// lost whenever another search takes over, at the cost of moves only.
///
/// Plans do not depend on the clock: budgets count moves tried or states visited. One thread plans
/// at a time, though not always the same one.
class Planner {
 public:
  virtual ~Planner() = default;

  /// Needs a graph that knows the state of the situation, and a copy of the world in it where the
  /// planner's information set has copies; a copy must rest in that state. The decision
  /// is_sound(), and its first move is one of the state's; both are asserted. Where nothing is left
  /// to try it answers `exhausted`, with the reason as its rule if untried moves remain. Throws
  /// BadInput where the copy that was granted is missing, and Interrupted when its work is to stop
  /// (maze/base/stop.h); it can be asked again then.
  [[nodiscard]] Decision plan(const StateGraph& graph, const Situation& situation);

  /// How many moves the plan under way has tried without making them, and at most will; 0 of 0 for
  /// a search that does not say. For people to look at: any thread may ask at any time.
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

/// One search algorithm as the command line, the tables and the viewer know it: a row of
/// agent/search/planner_registry.cpp. Rows live as long as the program.
struct PlannerEntry {
  std::string name;     ///< "breadth-first"
  std::string title;    ///< "Breadth-First", as the thesis's tables print it
  Knowledge knowledge;  ///< its class: all that it is handed beside its own experience
  std::string knows;    ///< the same in words
  std::string summary;  ///< one line
  std::string source;   ///< "thesis 4.2"
  bool predicts;        ///< its expectations are predictions whose accuracy is counted
  /// Takes what it uses from the advice. Throws ForbiddenKnowledge where that is more than its
  /// information set grants.
  std::function<std::unique_ptr<Planner>(const GrantedAdvice&)> make;
  bool simulates = false;  ///< takes its time: thinks in the background where somebody watches
  int move_limit = 0;      ///< moves after which its runs are capped; 0: as the run says

  /// Does it plan from an exact copy of the world, which must have one?
  [[nodiscard]] bool plans_in_copies() const { return includes(knowledge, Knowledge::copies); }
};

/// The thesis's searches in the order of its tables, then the others.
[[nodiscard]] Registry<PlannerEntry>& planners();

}  // namespace marblemaze
