#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "maze/base/stop.h"

// Work on several threads. Threads come from std::thread: libc++ has no std::jthread.

namespace marblemaze {

/// The number of threads that `jobs` asks for: 0 means all cores. At least 1.
[[nodiscard]] inline int threads_for(int jobs) {
  return jobs > 0 ? jobs : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

/// Threads that are waited for where this goes out of scope.
class ThreadGroup {
 public:
  ThreadGroup() = default;
  ThreadGroup(const ThreadGroup&) = delete;
  ThreadGroup& operator=(const ThreadGroup&) = delete;
  ~ThreadGroup() {
    for (std::thread& thread : threads_) thread.join();
  }
  /// `work` must not throw. Throws std::system_error where the machine has no thread left.
  template <class Work>
  void start(Work&& work) {
    threads_.emplace_back(std::forward<Work>(work));
  }

 private:
  std::vector<std::thread> threads_;
};

/// Calls f(0) .. f(n-1) on `jobs` threads, the calling one among them, in no particular order. What
/// f throws first is thrown again when all threads have ended; what was not begun by then is left
/// out. What stops the calling thread stops all of them. Precondition: jobs >= 1.
template <class F>
void parallel_for(std::size_t n, int jobs, F&& f) {
  assert(jobs >= 1);
  std::atomic<std::size_t> next{0};
  std::exception_ptr error;
  std::once_flag failed;
  const StopToken stop = this_work.stop;
  const auto work = [&] {
    try {
      for (std::size_t i = next++; i < n; i = next++) f(i);
    } catch (...) {
      next = n;
      std::call_once(failed, [&] { error = std::current_exception(); });
    }
  };
  {
    ThreadGroup helpers;
    for (std::size_t i = 1; i < std::min(static_cast<std::size_t>(jobs), n); ++i)
      helpers.start([&] {
        const StopScope scope(stop);
        work();
      });
    work();
  }
  if (error) std::rethrow_exception(error);
}

/// Makes the rows make(0) .. make(n-1) on `jobs` threads as parallel_for() does, and hands each to
/// done(row), one at a time, in the order in which they are finished. What either throws stops the
/// work and is thrown again when all threads have ended. Throws Interrupted when the work is to
/// stop; rows that were finished are handed over. Precondition: jobs >= 1.
template <class Row, class Make, class Done>
void run_on_threads(std::size_t n, int jobs, Make&& make, Done&& done) {
  std::mutex taking;
  bool threw = false;  // another row may be waiting while the threads are told to end
  parallel_for(n, jobs, [&](std::size_t i) {
    stop_point();
    const Row row = make(i);
    const std::lock_guard lock(taking);
    if (std::exchange(threw, true)) return;
    done(row);
    threw = false;
  });
}

}  // namespace marblemaze
