#pragma once

#include <cstdint>
#include <initializer_list>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace marblemaze {

/// The only source of randomness: seeded, passed as an argument, never global. The C++ standard
/// specifies the output of the engine. The distributions are our own, because standard library
/// distributions differ between implementations, and a seed must produce the same maze everywhere.
class Rng {
 public:
  explicit Rng(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t bits() { return engine_(); }

  /// Returns a uniform number in [0, bound) without modulo bias. Requires: bound > 0.
  std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t limit = -bound % bound;  // 2^64 mod bound
    std::uint64_t draw = engine_();
    while (draw < limit) draw = engine_();
    return draw % bound;
  }

  /// Returns a uniform number in [0, 1) with 53 random bits.
  double unit() { return static_cast<double>(engine_() >> 11) * 0x1.0p-53; }

  /// Returns a uniform number in [low, high).
  double between(double low, double high) { return low + (high - low) * unit(); }

  template <class T>
  void shuffle(std::span<T> items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  std::mt19937_64 engine_;
};

/// Seeds from first to last, including both.
struct SeedRange {
  std::uint64_t first = 0, last = UINT64_MAX;

  [[nodiscard]] bool contains(std::uint64_t seed) const { return seed >= first && seed <= last; }
  /// Returns the number of seeds; 0 for all 2^64.
  [[nodiscard]] std::uint64_t count() const { return last - first + 1; }
};

/// Parses "A-B". Throws BadInput unless A <= B are 64-bit integers and the range contains at most a
/// million seeds.
[[nodiscard]] SeedRange parse_seeds(const std::string& text);

/// Returns the seed of one of many random streams that belong to a user seed. Different streams of
/// the same seed always get different seeds; different pairs collide only by chance.
[[nodiscard]] constexpr std::uint64_t mixed_seed(std::uint64_t seed, std::uint64_t stream) {
  return seed * 0x9e3779b97f4a7c15u + stream;
}

/// Returns the number of a random stream for a purpose and these numbers.
[[nodiscard]] std::uint64_t stream_for(std::string_view purpose,
                                       std::initializer_list<std::uint64_t> numbers);

}  // namespace marblemaze
