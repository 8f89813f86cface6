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
#include "maze/world/world.h"

namespace marblemaze {

/// One move of a state map. `to` is empty if the marble freezes.
struct MapArc {
  StateId from;
  MoveId move;
  std::optional<StateId> to;
  bool certain = false;  ///< known without a trial: inside one corner of the 24-orientation scheme
  /// Probability of this result in the model; below 1 if the move is sensitive.
  double probability = 1;
};

/// Everything that can happen in a maze from its start according to a forward model: all reachable
/// states and the results of their moves. Goal states end a run and have no arcs.
class StateMap {
 public:
  StateMap(StateId start, std::vector<StateId> states, std::vector<MapArc> arcs,
           const std::function<bool(StateId)>& is_goal);

  [[nodiscard]] StateId start() const { return start_; }
  /// Returns the states in breadth-first order from the start.
  [[nodiscard]] const std::vector<StateId>& states() const { return states_; }
  /// Returns the arcs in the order of the states and of their moves.
  [[nodiscard]] const std::vector<MapArc>& arcs() const { return arcs_; }

  /// Returns the minimum number of moves from a state to the goal, or nullopt if there is no path
  /// or the state is unknown.
  [[nodiscard]] std::optional<int> moves_to_goal(StateId state) const;
  [[nodiscard]] std::optional<int> optimum() const { return moves_to_goal(start_); }
  [[nodiscard]] bool solvable() const { return optimum().has_value(); }
  [[nodiscard]] bool is_goal(StateId state) const;
  /// Returns the traps, sorted. A trap is a closed part of the graph without a goal, which the
  /// marble can never leave.
  [[nodiscard]] const std::vector<std::vector<StateId>>& traps() const { return traps_; }
  /// Returns the number of different shortest paths to the goal.
  [[nodiscard]] std::uint64_t shortest_solutions() const;
  /// Returns the arcs of one shortest solution; empty if there is none.
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

/// Maps a maze by predicting every move of every state that can be reached from `start`. Uses
/// `jobs` threads; the map does not depend on their number. Requires: several threads may use the
/// model at the same time.
[[nodiscard]] StateMap explore(const ForwardModel& model, const Rules& rules, StateId start,
                               int jobs = 1);

/// Returns the map in Graphviz format. `label` returns the names of the states.
[[nodiscard]] std::string to_dot(const StateMap& map,
                                 const std::function<std::string(StateId)>& label);

/// The state map of a marble maze and the control scheme that numbers its states.
struct MazeMap {
  StateMap map;
  std::shared_ptr<const OrientationScheme> scheme;

  /// Returns a label such as "17: cell 3, up (-,+,+)".
  [[nodiscard]] std::string label(StateId state) const;
};

/// Returns the map as one JSON document with the members "solvable", "optimum" (null if not
/// solvable), "shortest_solutions" (their number), "solution" ([[state, move, to], ...] of one of
/// them), "states" (the start first), "transitions" ([[state, move, to], ...], in which `to` is
/// null if the marble freezes), "traps" ([[state, ...], ...]), "knife_edge" ([[state, move, share],
/// ...]), "certain" ([[state, move], ...]) and "orientations".
[[nodiscard]] std::string to_json(const MazeMap& maze_map);

/// Returns the map as GraphML for graph libraries. A state has its label, cell (thesis number),
/// orientation, and whether it is the start or a goal. A move has its index and the fraction of
/// trials with this result. Moves that freeze the marble lead to an additional node, "frozen".
[[nodiscard]] std::string to_graphml(const MazeMap& maze_map);

/// Reads states, transitions, knife_edge, certain and orientations, and computes the rest from
/// them. Throws BadInput, which describes the error, if the text is not such a document.
[[nodiscard]] MazeMap maze_map_from_json(const std::string& text);

}  // namespace marblemaze
