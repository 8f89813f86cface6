#pragma once

#include "engine/recording/recording.h"
#include "maze/base/json.h"

namespace marblemaze {

/// Returns the part of a recording that the page shows: maze, moves, outcome, and poses at 60 per
/// second of simulated time, quantised as in the recording (engine/recording/recording_codec.h).
/// Omits the other ticks, the hashes and the settings. Throws BadInput if there are no poses.
[[nodiscard]] Json recording_json(const Recording& recording);

}  // namespace marblemaze
