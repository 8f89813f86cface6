#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "agent/contracts/advice.h"
#include "maze/base/digraph.h"
#include "maze/grid/orientation_scheme.h"
#include "maze/world/rules.h"

namespace marblemaze {

/// One move of a state map. Without `to` the marble freezes.
struct MapArc {
  StateId from;
  MoveId move;
  std::optional<StateId> to;
  bool certain = false;    ///< known without trying: inside a corner of the 24 scheme
  double probability = 1;  ///< that it ends so, as the model tells; below 1 where it is sensitive
};

/// All that can happen in a maze from its start, as a forward model tells it: every state that can
/// be reached and where each of its moves leads. Goal states end a run and have no arcs.
class StateMap {
 public:
  StateMap(StateId start, std::vector<StateId> states, std::vector<MapArc> arcs,
           const std::function<bool(StateId)>& is_goal);

  [[nodiscard]] StateId start() const { return start_; }
  /// In breadth-first order from the start.
  [[nodiscard]] const std::vector<StateId>& states() const { return states_; }
  /// In the order of the states and of their moves.
  [[nodiscard]] const std::vector<MapArc>& arcs() const { return arcs_; }

  /// Fewest moves from a state to the goal; nothing where there is no way, or for an unknown state.
  [[nodiscard]] std::optional<int> moves_to_goal(StateId state) const;
  [[nodiscard]] std::optional<int> optimum() const { return moves_to_goal(start_); }
  [[nodiscard]] bool solvable() const { return optimum().has_value(); }
  [[nodiscard]] bool is_goal(StateId state) const;
  /// Closed parts of the graph without a goal: whoever enters one never gets out. Sorted.
  [[nodiscard]] const std::vector<std::vector<StateId>>& traps() const { return traps_; }
  /// Fewest-moves ways to the goal that differ in a move.
  [[nodiscard]] std::uint64_t shortest_solutions() const;
  /// The states of one shortest solution and its moves; empty if unsolvable.
  [[nodiscard]] std::vector<MapArc> solution() const;

 private:
  [[nodiscard]] int node(StateId state) const;

  StateId start_;
  std::vector<StateId> states_;
  std::vector<MapArc> arcs_;
  std::unordered_map<StateId, int> node_;
  std::vector<int> goals_;
  Digraph graph_;
  std::vector<int> to_goal_;
  std::vector<std::vector<StateId>> traps_;
};

/// Tries every move of every state that can be reached from `start`, `jobs` at a time; the map does
/// not depend on their number. The model must be safe to use from several threads.
[[nodiscard]] StateMap explore(const ForwardModel& model, const Rules& rules, StateId start,
                               int jobs = 1);

/// Graphviz, with `label` naming states.
[[nodiscard]] std::string to_dot(const StateMap& map,
                                 const std::function<std::string(StateId)>& label);

/// The state map of a marble maze with the control scheme its states are numbered in.
struct MazeMap {
  StateMap map;
  std::shared_ptr<const OrientationScheme> scheme;

  /// "17: cell 3, up (-,+,+)"
  [[nodiscard]] std::string label(StateId state) const;
};

/// The map as one JSON document: {"solvable", "optimum" (null if not), "shortest_solutions": in how
/// many ways, "solution": [[state, move, to], ...] of one of them, "states" (start first),
/// "transitions": [[state, move, to (null: frozen)], ...], "traps": [[state, ...], ...],
/// "knife_edge": [[state, move, share], ...], "certain": [[state, move], ...], "orientations"}.
[[nodiscard]] std::string to_json(const MazeMap& maze_map);

/// GraphML for graph libraries: of a state its label, cell (thesis number) and orientation, and
/// whether it is the start or a goal; of a move its index and the share of trials that ended so. A
/// move that freezes the marble leads to a node of its own, "frozen", so that no move is left out.
[[nodiscard]] std::string to_graphml(const MazeMap& maze_map);

/// Reads states, transitions, knife_edge, certain and orientations, and computes everything else
/// from them. Throws BadInput, which names the fault, if the text is not such a document.
[[nodiscard]] MazeMap maze_map_from_json(const std::string& text);

}  // namespace marblemaze
