#pragma once

#include <memory>
#include <string>

#include "agent/analysis/state_map.h"
#include "maze/grid/orientation_scheme.h"

namespace marblemaze {

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

/// Reads states, transitions, knife_edge, certain and orientations; what follows from them is
/// worked out anew. Throws BadInput, naming what is wrong, for anything that is no such document.
[[nodiscard]] MazeMap maze_map_from_json(const std::string& text);

}  // namespace marblemaze
