#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/run/episode.h"

namespace marblemaze {

/// Thoughts of the agent about a move, and what it learned from the move.
struct MoveNote {
  std::string rule;                    ///< reason for the move
  std::vector<Candidate> why;          ///< compared alternatives, or the steps of the plan
  bool why_is_plan = false;            ///< true: steps of the plan
  std::size_t why_row = 0;             ///< row of the chosen alternative, or of this move's step
  std::size_t step = 0;                ///< step of this move in its plan
  std::size_t planned = 1;             ///< number of moves in the plan of this move
  std::optional<StateId> expected;     ///< expected result
  std::optional<Learned> learned;      ///< empty for a switch
  std::vector<CellId> predicted_path;  ///< path that the agent expects, as in Frame
  std::vector<CellId> guessed_path;    ///< guess of the path predictor, as in Frame
  Counters counters;                   ///< after the move
  std::size_t states_known = 0;        ///< after the move
};

/// Returns the path that an agent expects a move to take, as Frame::predicted_path. Empty if the
/// agent predicts nothing or `expected` is not a state. Only agents with the path predictor know
/// the path, and only if the predictor's guess ends in that state's cell. `agent` is null if only a
/// recording contains the agent, in which case the recording provides the expectation.
[[nodiscard]] std::vector<CellId> path_expected(const PlannerEntry* agent,
                                                std::optional<StateId> expected,
                                                const OrientationScheme& scheme,
                                                const std::vector<CellId>& guess);

/// Adds a note on each later move and switch of the episode. Requires: the episode has not begun,
/// and the notes outlive its last tick at their address.
void take_notes(Episode& episode, std::vector<MoveNote>& notes);

}  // namespace marblemaze
