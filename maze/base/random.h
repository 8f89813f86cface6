#pragma once

#include <cstdint>
#include <initializer_list>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace marblemaze {

/// Seeded random number generator. The standard distributions differ between C++ implementations.
/// This class has its own distributions, so a seed produces the same maze on every platform.
class Rng {
 public:
  explicit Rng(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t bits() { return engine_(); }

  /// Returns a uniform integer in [0, bound) without modulo bias. Requires: bound > 0.
  std::uint64_t uniform_int(std::uint64_t bound) {
    const std::uint64_t limit = -bound % bound;
    std::uint64_t draw = engine_();
    while (draw < limit) draw = engine_();
    return draw % bound;
  }

  /// Returns a uniform number in [0, 1) with 53 random bits.
  double uniform() { return static_cast<double>(engine_() >> 11) * 0x1.0p-53; }

  double uniform(double low, double high) { return low + (high - low) * uniform(); }

  template <class T>
  void shuffle(std::span<T> items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[uniform_int(i)]);
  }

 private:
  std::mt19937_64 engine_;
};

struct SeedRange {
  std::uint64_t first = 0, last = UINT64_MAX;

  [[nodiscard]] bool contains(std::uint64_t seed) const { return seed >= first && seed <= last; }
  /// Returns the number of seeds, or 0 for the full range of 2^64 seeds.
  [[nodiscard]] std::uint64_t count() const { return last - first + 1; }
};

/// Parses a range such as "1-200". Throws BadInput if the text is not an ascending range of 64-bit
/// integers or the range has more than a million seeds.
[[nodiscard]] SeedRange parse_seeds(const std::string& text);

/// Derives the seed of a random stream from a user seed. Different streams of the same user seed
/// always get different seeds.
[[nodiscard]] constexpr std::uint64_t derive_seed(std::uint64_t seed, std::uint64_t stream) {
  return seed * 0x9e3779b97f4a7c15u + stream;
}

/// Hashes a purpose and a list of numbers to a stream number.
[[nodiscard]] std::uint64_t stream_number(std::string_view purpose,
                                          std::initializer_list<std::uint64_t> numbers);

}  // namespace marblemaze
