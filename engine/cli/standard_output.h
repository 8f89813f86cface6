#pragma once

namespace marblemaze {

/// Sends on what was printed. Throws MachineFailure where any of it is lost, now or earlier.
void flush_standard_output();

}  // namespace marblemaze
