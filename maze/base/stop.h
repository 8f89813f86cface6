#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

/// Cooperative cancellation. Long loops call check_stop() at least every 50 ms, which throws
/// Interrupted if a stop was requested. Each thread stores the stop token of the current work, so
/// functions need no token parameter. parallel_for() passes the token to its threads.
namespace marblemaze {

/// Handle for checking whether a stop was requested. Safe to use from any thread.
///
/// Replaces std::stop_token, which Debian's Emscripten 3.1.6 does not have. Unlike std::stop_token,
/// this class uses no lock, so signal handlers may request a stop.
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

/// Source of stop requests. A request cannot be withdrawn, so new work needs a new source. Tokens
/// may outlive the source.
class StopSource {
 public:
  [[nodiscard]] StopToken token() const { return StopToken(asked_); }
  void request_stop() const { asked_->store(true, std::memory_order_release); }

 private:
  std::shared_ptr<std::atomic<bool>> asked_ = std::make_shared<std::atomic<bool>>(false);
};

/// Thrown by check_stop(). An interruption is not an error, so the class is not derived from
/// std::exception.
struct Interrupted {};

class WorkWatcher {
 public:
  virtual ~WorkWatcher() = default;
  virtual void poll() = 0;
};

struct Work {
  StopToken stop;
  WorkWatcher* watcher = nullptr;
  std::int64_t done = 0, total = 0;  ///< progress; a total of 0 means unknown
};
inline thread_local Work current_work;

/// Scope guard that replaces the stop token of this thread and disables its watcher.
class StopScope {
 public:
  explicit StopScope(StopToken stop) : before_(std::exchange(current_work, {std::move(stop)})) {}
  ~StopScope() { current_work = std::move(before_); }
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

 private:
  Work before_;
};

/// Throws Interrupted if a stop was requested for the work of this thread.
inline void check_stop() {
  if (current_work.watcher) current_work.watcher->poll();
  if (current_work.stop.stop_requested()) throw Interrupted{};
}
inline void check_stop(std::int64_t done, std::int64_t total) {
  current_work.done = done;
  current_work.total = total;
  check_stop();
}

}  // namespace marblemaze
