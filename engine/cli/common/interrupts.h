#pragma once

#include "maze/base/stop_token.h"

namespace marblemaze {

/// From now on the first interrupt or termination is only noted, for long work to end in order with
/// what it has; another, a second or two later, kills. A file-size limit reads like a full disk
/// instead of killing.
void note_interrupts();
/// Says stop once an interrupt has been noted.
[[nodiscard]] StopToken interrupted();

}  // namespace marblemaze
