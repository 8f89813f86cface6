#pragma once

#include <ctime>

namespace marblemaze {

/// Returns the time of a system clock in seconds.
inline double read_clock_s(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}
/// Return the CPU time of the calling thread or of the whole process in seconds. Unlike wall-clock
/// time it does not depend on what other programs run on the machine.
inline double thread_cpu_s() { return read_clock_s(CLOCK_THREAD_CPUTIME_ID); }
inline double process_cpu_s() { return read_clock_s(CLOCK_PROCESS_CPUTIME_ID); }

}  // namespace marblemaze
