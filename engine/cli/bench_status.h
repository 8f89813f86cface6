#pragma once

#include <string>

namespace marblemaze {

/// Tells how far the shards in a folder, and in the folders in it, have come, from their progress
/// files alone. Throws BadInput where it is no folder or a progress file is something else.
void print_bench_status(const std::string& folder, bool json);

}  // namespace marblemaze
