#include "engine/recording/tick_codec.h"

#include <cmath>

#include "maze/base/errors.h"

namespace marblemaze {

namespace {

/// Of a unit of each number.
constexpr double kT = kTurnSteps, kP = kPlaceSteps;
constexpr std::array kSteps{kT, kT, kT, kT, kP, kP, kP, kT, kT, kT, kT, 1.0};

/// 0 for what is no number or lies far beyond every maze.
std::int32_t whole(double steps) {
  constexpr double kMost = 1 << 30;
  return std::abs(steps) <= kMost ? static_cast<std::int32_t>(std::lround(steps)) : 0;
}

void put_varint(std::string& bytes, std::int32_t value) {
  auto zigzag = static_cast<std::uint32_t>(value) << 1 ^ static_cast<std::uint32_t>(value >> 31);
  for (; zigzag >= 128; zigzag >>= 7) bytes += static_cast<char>(zigzag | 128);
  bytes += static_cast<char>(zigzag);
}

}  // namespace

QuantisedTick quantise(const RecordedTick& tick) {
  const TickNumbers numbers = numbers_of(tick);
  QuantisedTick quantised{};
  for (std::size_t i = 0; i < numbers.size(); ++i) quantised[i] = whole(numbers[i] * kSteps[i]);
  return quantised;
}

RecordedTick restore(const QuantisedTick& q) {
  const auto at = [&](std::size_t i) { return static_cast<float>(q[i] / kSteps[i]); };
  RecordedTick tick;
  tick.maze = {at(0), at(1), at(2), at(3)};
  tick.marble = {at(4), at(5), at(6)};
  tick.marble_rotation = {at(7), at(8), at(9), at(10)};
  tick.phase = static_cast<Phase>(q[11]);
  return tick;
}

std::uint8_t ByteReader::byte() {
  if (at_ >= bytes_.size()) throw BadInput("it ends too soon: expected more ticks");
  return static_cast<std::uint8_t>(bytes_[at_++]);
}

std::int32_t ByteReader::varint() {
  std::uint32_t zigzag = 0;
  for (int shift = 0; shift < 35; shift += 7) {
    const std::uint8_t part = byte();
    zigzag |= static_cast<std::uint32_t>(part & 127) << shift;
    if (part < 128) return static_cast<std::int32_t>(zigzag >> 1 ^ (0u - (zigzag & 1)));
  }
  throw BadInput("its ticks are damaged: expected steps of 32 bits");
}

std::uint32_t ByteReader::word() {
  std::uint32_t value = 0;
  for (int i = 0; i < 4; ++i) value |= std::uint32_t{byte()} << 8 * i;
  return value;
}

void put_step(std::string& bytes, const QuantisedTick& from, const QuantisedTick& to) {
  for (std::size_t i = 0; i < to.size(); ++i) put_varint(bytes, to[i] - from[i]);
}

}  // namespace marblemaze
