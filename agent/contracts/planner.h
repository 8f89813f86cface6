#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "agent/contracts/advice.h"
#include "agent/contracts/move_source.h"
#include "agent/contracts/registry.h"
#include "agent/contracts/state_graph.h"

namespace marblemaze {

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
