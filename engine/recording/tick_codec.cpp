#include "engine/recording/tick_codec.h"

#include <cmath>

#include "maze/base/errors.h"

namespace marblemaze {

namespace {

/// 0 for what is no number or lies far beyond every maze.
std::int32_t whole(double steps) {
  constexpr double kMost = 1 << 30;
  return std::abs(steps) <= kMost ? static_cast<std::int32_t>(std::lround(steps)) : 0;
}

}  // namespace

QuantisedTick quantise(const RecordedTick& tick) {
  const auto turn = [](float v) { return whole(v * kTurnSteps); };
  const auto place = [](float v) { return whole(v * kPlaceSteps); };
  const glm::quat &a = tick.maze, &b = tick.marble_rotation;
  return {turn(a.w),
          turn(a.x),
          turn(a.y),
          turn(a.z),
          place(tick.marble.x),
          place(tick.marble.y),
          place(tick.marble.z),
          turn(b.w),
          turn(b.x),
          turn(b.y),
          turn(b.z),
          static_cast<std::int32_t>(tick.phase)};
}

RecordedTick restore(const QuantisedTick& q) {
  const auto turn = [&](std::size_t i) { return static_cast<float>(q[i] / kTurnSteps); };
  const auto place = [&](std::size_t i) { return static_cast<float>(q[i] / kPlaceSteps); };
  RecordedTick tick;
  tick.maze = {turn(0), turn(1), turn(2), turn(3)};
  tick.marble = {place(4), place(5), place(6)};
  tick.marble_rotation = {turn(7), turn(8), turn(9), turn(10)};
  tick.phase = static_cast<Phase>(q[11]);
  return tick;
}

void put_varint(std::string& bytes, std::int32_t value) {
  auto zigzag = static_cast<std::uint32_t>(value) << 1 ^ static_cast<std::uint32_t>(value >> 31);
  for (; zigzag >= 128; zigzag >>= 7) bytes += static_cast<char>(zigzag | 128);
  bytes += static_cast<char>(zigzag);
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
