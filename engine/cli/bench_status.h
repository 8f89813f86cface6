#pragma once

#include <string>

#include "engine/cli/common/command_line.h"

namespace marblemaze {

/// How far the shards in a folder, and in the folders in it, have come, from their progress files
/// alone. Throws BadInput where it is no folder or a progress file is something else.
[[nodiscard]] Finding bench_status(const std::string& folder);

}  // namespace marblemaze
