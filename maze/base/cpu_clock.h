#pragma once

#include <ctime>

namespace marblemaze {

/// What a clock of the system shows, in seconds.
inline double read_clock_s(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}
/// Processor time of the calling thread, or of the whole program, so far, in seconds: unlike the
/// clock on the wall it does not count what other programs take from a busy machine.
inline double thread_cpu_s() { return read_clock_s(CLOCK_THREAD_CPUTIME_ID); }
inline double process_cpu_s() { return read_clock_s(CLOCK_PROCESS_CPUTIME_ID); }

}  // namespace marblemaze
