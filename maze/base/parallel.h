#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <ctime>
#include <exception>
#include <future>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "maze/base/stop.h"

namespace marblemaze {

/// Returns the number of threads for the option --jobs. 0 means the number of cores.
[[nodiscard]] inline int threads_for(int jobs) {
  return jobs > 0 ? jobs : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

/// Calls f(0) .. f(n-1) on `jobs` threads, including the calling thread. If f throws, no further
/// calls begin, and the first exception is rethrown after all threads have ended. A stop request
/// for the calling thread stops all threads. Requires: jobs >= 1.
template <class F>
void parallel_for(std::size_t n, int jobs, F&& f) {
  assert(jobs >= 1);
  std::atomic<std::size_t> next{0};
  std::exception_ptr error;
  std::once_flag failed;
  const StopToken stop = current_work.stop;
  const auto work = [&] {
    try {
      for (std::size_t i = next++; i < n; i = next++) f(i);
    } catch (...) {
      next = n;
      std::call_once(failed, [&] { error = std::current_exception(); });
    }
  };
  {
    std::vector<std::future<void>> helpers;
    for (std::size_t i = 1; i < std::min<std::size_t>(jobs, n); ++i)
      helpers.push_back(std::async(std::launch::async, [&] {
        const StopScope scope(stop);
        work();
      }));
    work();
  }
  if (error) std::rethrow_exception(error);
}

/// Computes the rows make(0) .. make(n-1) on `jobs` threads. Passes each complete row to done(row).
/// Calls of done() never overlap. If make() or done() throws, no further rows begin, and the
/// exception is rethrown after all threads have ended. If a stop is requested, throws Interrupted
/// after all complete rows have been passed to done(). Requires: jobs >= 1.
template <class Row, class Make, class Done>
void run_on_threads(std::size_t n, int jobs, Make&& make, Done&& done) {
  std::mutex mutex;
  bool threw = false;  // discard rows of other threads after done() has thrown
  parallel_for(n, jobs, [&](std::size_t i) {
    check_stop();
    const Row row = make(i);
    const std::lock_guard lock(mutex);
    if (std::exchange(threw, true)) return;
    done(row);
    threw = false;
  });
}

inline double read_clock_s(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}
inline double thread_cpu_s() { return read_clock_s(CLOCK_THREAD_CPUTIME_ID); }
inline double process_cpu_s() { return read_clock_s(CLOCK_PROCESS_CPUTIME_ID); }

}  // namespace marblemaze
