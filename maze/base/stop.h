#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

/// How long work is stopped. A StopSource requests it, for example when the program gets a signal
/// or when a search in the background is no longer wanted. Each thread has the token of the work
/// that it does, which parallel_for() hands on to its helpers. Long loops call stop_point() at
/// least every 50 ms; it throws Interrupted when the token asks. So no function in between needs a
/// token.
namespace marblemaze {

/// Asks whether work should stop. Safe to ask from any thread; a token made by default never says
/// yes.
///
/// It has the functions of std::stop_token and is not that class, because the page for browsers is
/// compiled by Debian's Emscripten 3.1.6, whose libc++ has no <stop_token>. Unlike that class it
/// takes no lock, so that a signal handler may request a stop.
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

/// Tells its tokens to stop, once and for all: new work needs a new source. Tokens may outlive it.
class StopSource {
 public:
  [[nodiscard]] StopToken token() const { return StopToken(asked_); }
  void request_stop() const { asked_->store(true, std::memory_order_release); }

 private:
  std::shared_ptr<std::atomic<bool>> asked_ = std::make_shared<std::atomic<bool>>(false);
};

/// Thrown by stop_point(). It is not an error, and no std::exception.
struct Interrupted {};

/// Is called at each stop point of a thread, and may request a stop.
class WorkWatcher {
 public:
  virtual ~WorkWatcher() = default;
  virtual void look() = 0;
};

/// The work of a thread.
struct Work {
  StopToken stop;
  WorkWatcher* watcher = nullptr;
  std::int64_t done = 0, total = 0;  ///< how far it is; a total of 0 is not known
};
inline thread_local Work this_work;

/// While it lives, this token alone stops the work of this thread, and nobody watches it.
class StopScope {
 public:
  explicit StopScope(StopToken stop) : before_(std::exchange(this_work, {std::move(stop)})) {}
  ~StopScope() { this_work = std::move(before_); }
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

 private:
  Work before_;
};

/// A place where long work can be left: throws Interrupted when the work of this thread is to stop.
/// No result of work that continues depends on it.
inline void stop_point() {
  if (this_work.watcher) this_work.watcher->look();
  if (this_work.stop.stop_requested()) throw Interrupted{};
}
/// The same, and tells how far the work is.
inline void stop_point(std::int64_t done, std::int64_t total) {
  this_work.done = done;
  this_work.total = total;
  stop_point();
}

}  // namespace marblemaze
