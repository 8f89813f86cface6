#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <thread>

namespace marblemaze {

/// Thrown by interruption_point() where the owner of the work wants no more of it.
struct Interrupted {};

/// For whom a thread works: is told how far the work is, and says whether it goes on.
struct WorkOwner {
  /// Asked in the owner's thread, 20 times a second at most.
  std::function<bool(std::int64_t done, std::int64_t total)> goes_on;
  const std::thread::id thread = std::this_thread::get_id();
  std::int64_t done = 0, total = 0;  ///< of the present work; a total of 0 is not known
  std::atomic<bool> given_up{false};
  bool asking = false;
  std::chrono::steady_clock::time_point next{};  ///< when to ask

  [[nodiscard]] bool can_be_asked() const {
    return thread == std::this_thread::get_id() && !asking;
  }
  void ask() {
    const auto now = std::chrono::steady_clock::now();
    if (now < next) return;
    next = now + std::chrono::milliseconds(50);
    asking = true;
    given_up = !goes_on(done, total);
    asking = false;
  }
};
/// Of this thread's work; null where nobody asks. Whoever sets it keeps the owner alive meanwhile.
inline thread_local WorkOwner* work_owner = nullptr;

/// To be called in long work wherever it can be left: throws Interrupted once the owner has given
/// it up. No result of work that goes on depends on it.
inline void interruption_point() {
  if (!work_owner || work_owner->asking) return;
  if (work_owner->can_be_asked() && !work_owner->given_up) work_owner->ask();
  if (work_owner->given_up) throw Interrupted{};
}

/// The same, with how far the work is.
inline void interruption_point(std::int64_t done, std::int64_t total) {
  if (work_owner && work_owner->can_be_asked()) {
    work_owner->done = done;
    work_owner->total = total;
  }
  interruption_point();
}

}  // namespace marblemaze
