#include "engine/sim/actuator_noise.h"

#include <cassert>

#include <glm/geometric.hpp>

#include "maze/base/random.h"

namespace marblemaze {
namespace {

/// The first draws of Rng, to the bit. They need half of what std::mt19937_64 makes of its seed,
/// one word after the other, and none of what it makes of that: a move draws a few numbers and is
/// imagined in microseconds.
class FirstDraws {
 public:
  explicit FirstDraws(std::uint64_t seed) { words_[0] = seed; }

  double between(double low, double high) {
    return low + (high - low) * (static_cast<double>(bits() >> 11) * 0x1.0p-53);
  }

 private:
  static constexpr std::size_t kAhead = 156;  // shift_size: a draw reads the word so far on

  // The names of the standard's parameters ([rand.eng.mers]) are initialization_multiplier,
  // mask_bits, xor_mask, and the tempering's u, d, s, b, t, c, l.
  std::uint64_t bits() {
    const std::size_t i = drawn_++;
    assert(i < kAhead);
    for (; made_ <= i + kAhead; ++made_) {
      const std::uint64_t last = words_[made_ - 1];
      words_[made_] = 6364136223846793005u * (last ^ (last >> 62)) + made_;
    }
    constexpr std::uint64_t kLower = (std::uint64_t{1} << 31) - 1;
    const std::uint64_t joined = (words_[i] & ~kLower) | (words_[i + 1] & kLower);
    std::uint64_t x = words_[i + kAhead] ^ (joined >> 1) ^ (joined & 1 ? 0xb5026f5aa96619e9u : 0u);
    x ^= (x >> 29) & 0x5555555555555555u;
    x ^= (x << 17) & 0x71d67fffeda60000u;
    x ^= (x << 37) & 0xfff7eee000000000u;
    return x ^ (x >> 43);
  }

  std::uint64_t words_[2 * kAhead];
  std::size_t made_ = 1, drawn_ = 0;
};

}  // namespace

MoveNoise move_noise(std::uint64_t stream, std::uint64_t number) {
  FirstDraws draws(mixed_seed(stream, number));
  MoveNoise noise;
  noise.turn_time = draws.between(-1, 1);
  do noise.tilt = {draws.between(-1, 1), draws.between(-1, 1)};
  while (glm::dot(noise.tilt, noise.tilt) > 1);
  return noise;
}

// The mixing function of SplitMix64 (Steele, Lea, Flood 2014) over a count: three shares of 21
// bits.
glm::dvec3 command_noise(std::uint64_t stream, std::uint64_t number) {
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
