#pragma once

#include <cstdint>
#include <initializer_list>
#include <random>
#include <span>
#include <string>
#include <string_view>
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

/// The seeds first, first + 1 .. last, both ends included, first <= last.
struct SeedRange {
  std::uint64_t first = 0, last = UINT64_MAX;

  [[nodiscard]] bool contains(std::uint64_t seed) const { return seed >= first && seed <= last; }
  /// How many there are; 0 for all 2^64.
  [[nodiscard]] std::uint64_t count() const { return last - first + 1; }
};

/// Reads "A-B". Throws BadInput unless A <= B are whole numbers of 64 bits, at most a million of
/// them.
[[nodiscard]] SeedRange parse_seeds(const std::string& text);

/// A seed for one of many streams of random numbers under one seed that a person gave. Different
/// streams get different seeds; different pairs may meet only by accident.
[[nodiscard]] constexpr std::uint64_t mixed_seed(std::uint64_t seed, std::uint64_t stream) {
  return seed * 0x9e3779b97f4a7c15u + stream;
}

/// The stream of random draws for a purpose that no other shares, as these numbers decide.
[[nodiscard]] std::uint64_t stream_for(std::string_view purpose,
                                       std::initializer_list<std::uint64_t> numbers);

}  // namespace marblemaze
