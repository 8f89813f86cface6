#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace marblemaze {

/// Calls f(0) .. f(n-1) on `jobs` threads, in no particular order. What f throws ends the program.
template <class F>
void for_all(std::size_t n, int jobs, F&& f) {
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < n; i = next++) f(i);
  };
  std::vector<std::jthread> helpers;
  for (int i = 1; i < std::min(jobs, static_cast<int>(n)); ++i) helpers.emplace_back(work);
  work();
}

/// The number of threads that `jobs` asks for: 0 means all cores.
inline int threads_for(int jobs) {
  return jobs > 0 ? jobs : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace marblemaze
