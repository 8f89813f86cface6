#pragma once

#include <string>

#include "engine/recording/recording.h"

namespace marblemaze {

/// Returns a recording as one HTML page that shows it in 3-D. The page opens from a file in any
/// browser with WebGL 2, without a network. It is the interactive page without its engine; its
/// sources are in engine/replay_page/ and shaders/.
[[nodiscard]] std::string html_replay(const Recording& recording);

}  // namespace marblemaze
