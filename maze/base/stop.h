#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

/// Cooperative cancellation of long work. A StopSource requests a stop, for example after a signal
/// or when a background search is no longer needed. Each thread has the token of its current work,
/// and parallel_for() passes the token to its threads. Long loops call stop_point() at least every
/// 50 ms, which throws Interrupted if a stop was requested. Functions between them therefore need
/// no token parameter.
namespace marblemaze {

/// Returns whether work should stop. Safe to use from any thread. A default token never requests a
/// stop.
///
/// It provides the functions of std::stop_token. It is a separate class because the web page is
/// compiled with Debian's Emscripten 3.1.6, whose libc++ has no <stop_token>, and because it uses
/// no lock, so a signal handler may request a stop.
class StopToken {
 public:
  StopToken() = default;
  [[nodiscard]] bool stop_requested() const {
    return asked_ && asked_->load(std::memory_order_acquire);
  }

 private:
  friend class StopSource;
  explicit StopToken(std::shared_ptr<const std::atomic<bool>> asked) : asked_(std::move(asked)) {}

  std::shared_ptr<const std::atomic<bool>> asked_;
};

/// Requests a stop from its tokens. A request cannot be withdrawn: new work needs a new source.
/// Tokens may outlive their source.
class StopSource {
 public:
  [[nodiscard]] StopToken token() const { return StopToken(asked_); }
  void request_stop() const { asked_->store(true, std::memory_order_release); }

 private:
  std::shared_ptr<std::atomic<bool>> asked_ = std::make_shared<std::atomic<bool>>(false);
};

/// Thrown by stop_point(). It is not an error and not derived from std::exception.
struct Interrupted {};

/// Called at each stop point of a thread. It may request a stop.
class WorkWatcher {
 public:
  virtual ~WorkWatcher() = default;
  virtual void look() = 0;
};

/// Current work of a thread.
struct Work {
  StopToken stop;
  WorkWatcher* watcher = nullptr;
  std::int64_t done = 0, total = 0;  ///< progress; a total of 0 means that the total is unknown
};
inline thread_local Work this_work;

/// During its lifetime, only this token stops the work of this thread, and no watcher is called.
class StopScope {
 public:
  explicit StopScope(StopToken stop) : before_(std::exchange(this_work, {std::move(stop)})) {}
  ~StopScope() { this_work = std::move(before_); }
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

 private:
  Work before_;
};

/// Throws Interrupted if a stop was requested for the work of this thread. Work that continues
/// produces the same result with or without stop points.
inline void stop_point() {
  if (this_work.watcher) this_work.watcher->look();
  if (this_work.stop.stop_requested()) throw Interrupted{};
}
/// Reports the progress of the work, then acts like stop_point().
inline void stop_point(std::int64_t done, std::int64_t total) {
  this_work.done = done;
  this_work.total = total;
  stop_point();
}

}  // namespace marblemaze
