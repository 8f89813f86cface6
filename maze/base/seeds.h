#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace marblemaze {

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
