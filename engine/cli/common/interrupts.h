#pragma once

#include <atomic>

namespace marblemaze {

/// From now on the first interrupt or termination is only noted, for long work to end in order with
/// what it has; another, a second or two later, kills. A file-size limit reads like a full disk
/// instead of killing.
void note_interrupts();
/// Set once an interrupt has been noted.
[[nodiscard]] const std::atomic<bool>& interrupted();

}  // namespace marblemaze
