#pragma once

#include <ctime>

namespace marblemaze {

/// Processor time of the calling thread so far, in seconds: unlike the clock on the wall it does
/// not count what other programs take from a busy machine.
inline double thread_cpu_s() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace marblemaze
