#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/run/episode.h"

namespace marblemaze {

/// What the agent had in mind when a move was made, and what it learned from it.
struct MoveNote {
  std::string rule;                    ///< why it was chosen, in words
  std::vector<Candidate> why;          ///< what was weighed, or the steps of the plan
  bool why_is_plan = false;            ///< which of the two
  std::size_t why_row = 0;             ///< what was chosen, or which step this move is
  std::size_t step = 0;                ///< of its plan
  std::size_t planned = 1;             ///< moves of the plan to which this move belongs
  std::optional<StateId> expected;     ///< where this move was expected to end
  std::optional<Learned> learned;      ///< none for a switch
  std::vector<CellId> predicted_path;  ///< as Frame's, which is what the agent expects
  std::vector<CellId> guessed_path;    ///< as Frame's
  Counters counters;                   ///< after the move
  std::size_t states_known = 0;        ///< after the move
};

/// Returns the path that an agent expects a move to take, as Frame::predicted_path. It is empty if
/// the agent predicts nothing or `expected` is no state. Only agents that have the path predictor
/// know the way, if the predictor's guess ends in that state's cell. `agent` is null if only a
/// recording knows the agent: the recording then says what it expected.
[[nodiscard]] std::vector<CellId> path_expected(const PlannerEntry* agent,
                                                std::optional<StateId> expected,
                                                const OrientationScheme& scheme,
                                                const std::vector<CellId>& guess);

/// From now on there is a note on each move and switch of the episode, in their order. The notes
/// must outlive the episode's last tick, at their address.
/// Precondition: the episode has not begun.
void take_notes(Episode& episode, std::vector<MoveNote>& notes);

}  // namespace marblemaze
