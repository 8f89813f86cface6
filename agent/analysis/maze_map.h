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

/// The map as one JSON document: {"solvable", "optimum" (null if not), "states" (start first),
/// "transitions": [[state, move, to (null: frozen)], ...], "traps": [[state, ...], ...],
/// "knife_edge": [[state, move, share], ...], "certain": [[state, move], ...], "orientations"}.
[[nodiscard]] std::string to_json(const MazeMap& maze_map);

/// Reads states, transitions, knife_edge, certain and orientations; what follows from them is
/// worked out anew. Throws BadInput, naming what is wrong, for anything that is no such document.
[[nodiscard]] MazeMap maze_map_from_json(const std::string& text);

}  // namespace marblemaze
