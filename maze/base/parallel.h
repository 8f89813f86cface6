#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "maze/base/stop_token.h"

// Work on several threads. Threads come from std::thread: libc++ has neither std::jthread nor
// std::stop_token.

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
/// out. Precondition: jobs >= 1.
template <class F>
void parallel_for(std::size_t n, int jobs, F&& f) {
  assert(jobs >= 1);
  std::atomic<std::size_t> next{0};
  std::exception_ptr error;
  std::once_flag failed;
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
      helpers.start(work);
    work();
  }
  if (error) std::rethrow_exception(error);
}

/// Finished rows on their way from the threads that make them to the one that takes them.
template <class Row>
class Outbox {
 public:
  void put(Row row) {
    const std::lock_guard lock(mutex_);
    rows_.push_back(std::move(row));
    changed_.notify_one();
  }

  /// There will be no more rows; `error` says why if that is a failure, else it is null.
  void close(std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    error_ = std::move(error);
    changed_.notify_one();
  }

  /// Waits for the next row. Nothing once the box is closed and empty; throws instead what it was
  /// closed with.
  std::optional<Row> take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return closed_ || !rows_.empty(); });
    if (rows_.empty()) {
      if (error_) std::rethrow_exception(error_);
      return std::nullopt;
    }
    Row row = std::move(rows_.front());
    rows_.pop_front();
    return row;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Row> rows_;
  std::exception_ptr error_;
  bool closed_ = false;
};

/// Makes the rows make(0) .. make(n-1) on `jobs` further threads and hands each to done(row) on the
/// calling thread, in the order in which they are finished. Where make() gives an empty optional
/// there is no row. What either throws stops the work and
/// is thrown again when all threads have ended. Returns early, with rows left out, once `stop` asks
/// for it. Precondition: jobs >= 1.
template <class Row, class Make, class Done>
void run_on_threads(std::size_t n, int jobs, Make&& make, Done&& done, const StopToken& stop) {
  const StopSource failure;
  const StopToken failed = failure.token();
  Outbox<Row> outbox;
  ThreadGroup makers;
  makers.start([&] {
    try {
      parallel_for(n, jobs, [&](std::size_t i) {
        if (stop.stop_requested() || failed.stop_requested()) return;
        if (std::optional<Row> row = make(i)) outbox.put(std::move(*row));
      });
      outbox.close(nullptr);
    } catch (...) {
      outbox.close(std::current_exception());
    }
  });
  try {
    while (const std::optional<Row> row = outbox.take()) done(*row);
  } catch (...) {
    failure.request_stop();
    throw;
  }
}

}  // namespace marblemaze
