#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace marblemaze {

/// Calls f(0) .. f(n-1) on `jobs` threads, in no particular order. What f throws first is thrown
/// again when all threads have ended; what was not begun by then is left out.
template <class F>
void for_all(std::size_t n, int jobs, F&& f) {
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
    std::vector<std::jthread> helpers;
    for (int i = 1; i < std::min(jobs, static_cast<int>(n)); ++i) helpers.emplace_back(work);
    work();
  }
  if (error) std::rethrow_exception(error);
}

/// The number of threads that `jobs` asks for: 0 means all cores.
inline int threads_for(int jobs) {
  return jobs > 0 ? jobs : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace marblemaze
