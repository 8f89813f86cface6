#include "engine/recording/tick_codec.h"

#include <cmath>

namespace marblemaze {

QuantisedTick quantise(const RecordedTick& tick) {
  const auto turn = [](float v) { return static_cast<std::int32_t>(std::lround(v * kTurnSteps)); };
  const auto place = [](float v) {
    return static_cast<std::int32_t>(std::lround(v * kPlaceSteps));
  };
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
  tick.maze = glm::normalize(glm::quat(turn(0), turn(1), turn(2), turn(3)));
  tick.marble = {place(4), place(5), place(6)};
  tick.marble_rotation = glm::normalize(glm::quat(turn(7), turn(8), turn(9), turn(10)));
  tick.phase = static_cast<Phase>(q[11]);
  return tick;
}

void put_varint(std::string& bytes, std::int32_t value) {
  auto zigzag = static_cast<std::uint32_t>(value) << 1 ^ static_cast<std::uint32_t>(value >> 31);
  for (; zigzag >= 128; zigzag >>= 7) bytes += static_cast<char>(zigzag | 128);
  bytes += static_cast<char>(zigzag);
}

void put_step(std::string& bytes, const QuantisedTick& from, const QuantisedTick& to) {
  for (std::size_t i = 0; i < to.size(); ++i) put_varint(bytes, to[i] - from[i]);
}

}  // namespace marblemaze
