#pragma once

#include "engine/recording/recording.h"
#include "maze/base/json.h"

namespace marblemaze {

/// What the page shows of a recording. Kept: maze, moves, outcome, and poses 60 times a second of
/// simulated time, quantised as in the recording (engine/recording/recording_codec.h). Dropped: the
/// ticks between, their hashes, the settings. Throws BadInput where there are no poses to show.
[[nodiscard]] Json recording_json(const Recording& recording);

}  // namespace marblemaze
