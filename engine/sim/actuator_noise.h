#pragma once

#include <cstdint>

#include <glm/geometric.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "maze/base/host_device.h"
#include "maze/base/random.h"

namespace marblemaze {

/// Actuator noise in one move (thesis 3.6: "residual effects of prior events"; 6.5: the brake grips
/// "within an acceptable tolerance"). A setting scales each member.
struct MoveNoise {
  double turn_time = 0;  ///< 1: uniform in [-1, 1), relative delay of the drive
  glm::dvec2 tilt{0};    ///< 1: uniform in the unit disc, tilt that the brake leaves
};

/// Generates the first 156 outputs of Rng, bit for bit, from two of the 312 words of
/// std::mt19937_64: word i and the word that is 156 positions ahead. Requires: no more outputs are
/// needed.
class FirstDraws {
 public:
  constexpr explicit FirstDraws(std::uint64_t seed) : word_(seed), ahead_(seed) {
    for (std::uint64_t i = 1; i <= kAhead; ++i) ahead_ = after(ahead_, i);
  }

  constexpr double between(double low, double high) {
    return low + (high - low) * (static_cast<double>(bits() >> 11) * 0x1.0p-53);
  }

 private:
  static constexpr std::uint64_t kAhead = 156;  // shift_size

  // The names of the standard's parameters ([rand.eng.mers]) are initialization_multiplier,
  // mask_bits, xor_mask, and the tempering's u, d, s, b, t, c, l.
  static constexpr std::uint64_t after(std::uint64_t word, std::uint64_t i) {
    return 6364136223846793005u * (word ^ (word >> 62)) + i;
  }
  constexpr std::uint64_t bits() {
    constexpr std::uint64_t kLower = (std::uint64_t{1} << 31) - 1;
    const std::uint64_t word = word_;
    word_ = after(word, ++drawn_);
    const std::uint64_t joined = (word & ~kLower) | (word_ & kLower);
    std::uint64_t x = ahead_ ^ (joined >> 1) ^ (joined & 1 ? 0xb5026f5aa96619e9u : 0u);
    ahead_ = after(ahead_, drawn_ + kAhead);
    x ^= (x >> 29) & 0x5555555555555555u;
    x ^= (x << 17) & 0x71d67fffeda60000u;
    x ^= (x << 37) & 0xfff7eee000000000u;
    return x ^ (x >> 43);
  }

  std::uint64_t word_, ahead_, drawn_ = 0;
};

/// Returns the noise of a move. It depends only on the random stream and the number of moves before
/// it. Different streams are independent.
[[nodiscard]] MARBLEMAZE_HOST_DEVICE inline MoveNoise move_noise(std::uint64_t stream,
                                                                 std::uint64_t number) {
  FirstDraws draws(mixed_seed(stream, number));
  MoveNoise noise;
  noise.turn_time = draws.between(-1, 1);
  do noise.tilt = {draws.between(-1, 1), draws.between(-1, 1)};
  while (glm::dot(noise.tilt, noise.tilt) > 1);
  return noise;
}

/// Returns the noise of a command under continuous control: the fraction, uniform in [-1, 1), by
/// which each axis is too fast. It is the mixing function of SplitMix64 (Steele, Lea, Flood 2014)
/// over a counter: three fractions of 21 bits.
[[nodiscard]] MARBLEMAZE_HOST_DEVICE inline glm::dvec3 command_noise(std::uint64_t stream,
                                                                     std::uint64_t number) {
  std::uint64_t z = stream + (number + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  const auto share = [&](int shift) {
    return static_cast<double>(z >> shift & 0x1fffff) * 0x1p-20 - 1;
  };
  return {share(0), share(21), share(42)};
}

}  // namespace marblemaze
