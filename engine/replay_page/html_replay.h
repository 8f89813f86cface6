#pragma once

#include <string>

#include "engine/recording/recording.h"

namespace marblemaze {

/// The recording as one HTML page that shows it in 3-D: opens from a file in any browser with
/// WebGL 2, without a network. It is the page of the laboratory without the engine. Its sources are
/// engine/replay_page/ and shaders/.
[[nodiscard]] std::string html_replay(const Recording& recording);

}  // namespace marblemaze
