#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "agent/contracts/move_source.h"
#include "agent/contracts/state_graph.h"

namespace marblemaze {

/// How far a state's place is from the goal (thesis 4.3): cells of the theoretical path in a marble
/// maze. Smaller is better; 1 at the goal.
using GoalDistance = std::function<double(StateId)>;

/// Everything an agent could be told about a world beside its own experience. A planner is handed
/// only the parts that its class of knowledge allows.
struct Advice {
  GoalDistance distance;                           ///< 4.3: theoretical path length
  std::shared_ptr<const ForwardModel> first_cell;  ///< 4.4: the next adjacent cell
  std::shared_ptr<const ForwardModel> predictor;   ///< 4.5: the whole path of a move
  std::function<bool(StateId)> is_goal;            ///< 4.6: a planned path must know where to end
  std::function<std::span<const MoveId>(StateId)> moves;  ///< 4.6: moves of states never met
  std::function<std::optional<StateId>(StateId, MoveId)> certain;  ///< 4.7: known without trying
  /// Makes the agent's own simulation, which tells the endings of a move with their shares. `doubt`
  /// says how far its physics may be off: 1 is its usual error. Making it takes a while, so only
  /// who imagines asks. Empty where the predictor is all there is.
  std::function<std::shared_ptr<const ForwardModel>(double doubt)> imagination;
  bool recovery = false;   ///< of the run: balanced states are no end
  std::uint64_t seed = 1;  ///< of an agent that draws lots: the same in every run of a maze
};

/// A search: from what is known of the graph and the current state, the next moves. Planners keep
/// no knowledge of their own beyond what their constructor was given; what they remember of it only
/// makes them faster. What one learns about states on the way (LRTA*) may be lost whenever another
/// search takes over, at the cost of moves only.
class Planner {
 public:
  virtual ~Planner() = default;
  [[nodiscard]] virtual Decision plan(const StateGraph& graph, const Situation& situation) = 0;
  /// Once the token asks, a plan under way in another thread returns soon, with anything.
  virtual void heed(std::stop_token) {}
};

/// One search algorithm as the command line and the tables know it.
struct PlannerEntry {
  std::string_view name;       ///< "breadth-first"
  std::string_view title;      ///< "Breadth-First", as the thesis's tables print it
  std::string_view knowledge;  ///< what it may use, in words
  std::string_view summary;    ///< one line
  std::string_view source;     ///< "thesis 4.2"
  bool predicts;               ///< its expectations are predictions whose accuracy is counted
  std::unique_ptr<Planner> (*make)(const Advice&);
  bool simulates = false;  ///< takes its time: thinks in the background where somebody watches
  bool copies = false;     ///< plans from an exact copy of the world, which must have one
};

/// The thesis's searches in the order of its tables, then the others.
[[nodiscard]] const std::vector<PlannerEntry>& planner_registry();
/// Throws BadInput naming the known agents.
[[nodiscard]] const PlannerEntry& planner_entry(const std::string& name);

}  // namespace marblemaze
