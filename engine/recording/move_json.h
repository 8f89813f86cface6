#pragma once

#include "engine/recording/recording.h"
#include "maze/base/json.h"

namespace marblemaze {

/// A move as it stands in the files of recordings: [number, from, move, to, ending, orientations,
/// begin, end, reason, plan], where the plan is a list of moves, each with the state in which it
/// should end. -1 stands for no state and no move.
[[nodiscard]] Json move_json(const RecordedMove& move);
/// Reads it again. Throws BadInput.
[[nodiscard]] RecordedMove move_from(const Json& json);

[[nodiscard]] Outcome outcome_from(const Json& value);

}  // namespace marblemaze
