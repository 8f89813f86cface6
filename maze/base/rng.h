#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <utility>

namespace marblemaze {

/// The one source of randomness: seeded, passed in, never global. The engine's output is fixed by
/// the C++ standard; the distributions are our own because those of the standard library differ
/// between implementations, and the same seed must give the same maze everywhere.
class Rng {
 public:
  explicit Rng(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t bits() { return engine_(); }

  /// Uniform in [0, bound), bound > 0, without modulo bias.
  std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t limit = -bound % bound;  // 2^64 mod bound
    std::uint64_t draw = engine_();
    while (draw < limit) draw = engine_();
    return draw % bound;
  }

  /// Uniform in [0, 1) with 53 random bits.
  double unit() { return static_cast<double>(engine_() >> 11) * 0x1.0p-53; }

  /// Uniform in [low, high).
  double between(double low, double high) { return low + (high - low) * unit(); }

  template <class T>
  void shuffle(std::span<T> items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace marblemaze
