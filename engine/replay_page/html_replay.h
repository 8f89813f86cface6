#pragma once

#include <string>

#include "engine/recording/recording.h"

namespace marblemaze {

/// The recording as one HTML page that shows it in 3-D: opens from a file in any browser with
/// WebGL 2, without a network. Its sources are engine/replay_page/ and shaders/.
///
/// Kept: maze, moves, outcome, and poses 60 times a second of simulated time, quantised as in the
/// recording (engine/recording/tick_codec.h). Dropped: the ticks between, their hashes, the
/// settings.
[[nodiscard]] std::string html_replay(const Recording& recording);

}  // namespace marblemaze
