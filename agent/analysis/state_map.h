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

/// Move in a state map. `to` is empty if the marble freezes.
struct MapArc {
  StateId from;
  MoveId move;
  std::optional<StateId> to;
  /// True if the result is certain, because the move stays in one corner of the 24-orientation
  /// scheme.
  bool certain = false;
  /// Probability of this result in the model.
  double probability = 1;
};

/// Graph of the states that can be reached from the start under a forward model. Goal states end a
/// run and have no arcs.
class StateMap {
 public:
  /// Requires: the first state is the start.
  StateMap(std::vector<StateId> states, std::vector<MapArc> arcs,
           const std::function<bool(StateId)>& is_goal);

  [[nodiscard]] StateId start() const { return states_.front(); }
  /// Returns the states in breadth-first order from the start.
  [[nodiscard]] const std::vector<StateId>& states() const { return states_; }
  [[nodiscard]] const std::vector<MapArc>& arcs() const { return arcs_; }

  /// Returns the minimum number of moves from a state to the goal, or nullopt.
  [[nodiscard]] std::optional<int> moves_to_goal(StateId state) const;
  [[nodiscard]] std::optional<int> optimum() const { return moves_to_goal(start()); }
  [[nodiscard]] bool solvable() const { return optimum().has_value(); }
  [[nodiscard]] bool is_goal(StateId state) const;
  /// Returns the traps, sorted. A trap is a closed set of states without a goal.
  [[nodiscard]] const std::vector<std::vector<StateId>>& traps() const { return traps_; }
  [[nodiscard]] std::uint64_t shortest_solutions() const;
  [[nodiscard]] std::vector<MapArc> solution() const;

 private:
  [[nodiscard]] int node(StateId state) const;

  std::vector<StateId> states_;
  std::vector<MapArc> arcs_;
  std::unordered_map<StateId, int> node_;
  std::vector<int> goals_;
  Digraph graph_;
  std::vector<int> to_goal_;
  std::vector<std::vector<StateId>> traps_;
};

/// Maps a maze by predicting every move of every state that can be reached from `start`. The map
/// does not depend on the number of threads, `jobs`. Requires: the model is thread-safe.
[[nodiscard]] StateMap explore(const ForwardModel& model, const Rules& rules, StateId start,
                               int jobs = 1);

struct MazeMap {
  StateMap map;
  std::shared_ptr<const OrientationScheme> scheme;

  /// Returns a label such as "17: cell 3, up (-,+,+)".
  [[nodiscard]] std::string label(StateId state) const;
};

[[nodiscard]] std::string to_dot(const MazeMap& maze_map);

/// Returns the map as a JSON document with these members:
///
///   solvable
///   optimum             null if not solvable
///   shortest_solutions  number of shortest solutions
///   solution            [[state, move, to], ...] of one shortest solution
///   states              start state first
///   transitions         [[state, move, to], ...]; `to` is null if the marble freezes
///   traps               [[state, ...], ...]
///   knife_edge          [[state, move, share], ...]
///   certain             [[state, move], ...]
///   orientations
[[nodiscard]] std::string to_json(const MazeMap& maze_map);

/// Returns the map as GraphML. A node has a label, a cell (thesis number), an orientation, and the
/// flags `start` and `goal`. An edge has a move index and the fraction of trials with this result.
/// Moves that freeze the marble lead to an additional node, "frozen".
[[nodiscard]] std::string to_graphml(const MazeMap& maze_map);

/// Reads the states, transitions, knife_edge, certain and orientations of a JSON document, and
/// computes the other members. Throws BadInput if the document is invalid.
[[nodiscard]] MazeMap maze_map_from_json(const std::string& text);

}  // namespace marblemaze
