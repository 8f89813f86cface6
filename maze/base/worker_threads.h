#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace marblemaze {

/// Finished rows on their way from the workers to the calling thread.
template <typename Row>
class Outbox {
 public:
  void put(Row row) {
    const std::lock_guard lock(mutex_);
    rows_.push_back(std::move(row));
    filled_.notify_one();
  }

  void fail(std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = std::move(error);
    filled_.notify_one();
  }

  void worker_left() {
    const std::lock_guard lock(mutex_);
    ++left_;
    filled_.notify_one();
  }

  /// False when all workers have left and nothing is waiting. Rethrows a worker's error, after the
  /// rows that were finished before it.
  bool take(Row& row, int workers) {
    std::unique_lock lock(mutex_);
    filled_.wait(lock, [&] { return error_ || !rows_.empty() || left_ == workers; });
    if (rows_.empty() && error_) std::rethrow_exception(error_);
    if (rows_.empty()) return false;
    row = std::move(rows_.front());
    rows_.pop_front();
    return true;
  }

 private:
  std::mutex mutex_;
  std::condition_variable filled_;
  std::deque<Row> rows_;
  std::exception_ptr error_;
  int left_ = 0;
};

/// Makes the rows 0 to n-1 on `jobs` threads. `done` is called on the calling thread, once a row,
/// in the order in which they end; what it throws stops the work and is rethrown. A row whose
/// making throws likewise. Returns early, with rows left out, once `stop` is set.
template <typename Row>
void run_on_threads(std::size_t n, int jobs, const std::function<Row(std::size_t)>& make,
                    const std::function<void(const Row&)>& done, const std::atomic<bool>& stop) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> abandon{false};
  Outbox<Row> outbox;
  const auto work = [&] {
    try {
      for (std::size_t i = next++; i < n && !stop && !abandon; i = next++) outbox.put(make(i));
    } catch (...) {
      outbox.fail(std::current_exception());
    }
    outbox.worker_left();
  };
  std::vector<std::jthread> workers;
  try {
    for (int i = 0; i < jobs; ++i) workers.emplace_back(work);
    Row row;
    while (outbox.take(row, jobs)) done(row);
  } catch (...) {
    abandon = true;
    throw;
  }
}

}  // namespace marblemaze
