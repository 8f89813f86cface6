#include "engine/recording/recording_codec.h"

#include <cmath>

#include <fmt/format.h>

#include "maze/base/errors.h"

namespace marblemaze {

namespace {

/// Steps per unit of each number.
constexpr double kT = kTurnSteps, kP = kPlaceSteps;
constexpr std::array kSteps{kT, kT, kT, kT, kP, kP, kP, kT, kT, kT, kT, 1.0};

/// Returns the nearest integer, or 0 for NaN and for values far beyond every maze.
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

namespace {

/// Returns a list that alternates between moves and the states in which they should end, or -1.
Json plan_json(const std::vector<PlannedMove>& plan) {
  Json numbers = Json::array();
  for (const PlannedMove& step : plan) {
    numbers.push_back(step.move.index);
    numbers.push_back(step.expected.value_or(StateId()).index);
  }
  return numbers;
}

std::vector<PlannedMove> plan_from(const Json& numbers) {
  std::vector<PlannedMove> plan;
  for (std::size_t i = 0; i < numbers.size(); i += 2) {
    const StateId expected(numbers.at(i + 1).get<int>());
    plan.push_back({MoveId(numbers.at(i).get<int>()),
                    expected.valid() ? std::optional(expected) : std::nullopt});
  }
  return plan;
}

template <class Enum>
Enum enum_from(const Json& value, Enum last) {
  const int index = value.get<int>();
  if (index < 0 || index > static_cast<int>(last))
    throw BadInput("recording's outcome or ending", std::to_string(index),
                   fmt::format("0 to {}", static_cast<int>(last)));
  return static_cast<Enum>(index);
}

}  // namespace

Json move_json(const RecordedMove& m) {
  return {m.number,
          m.from.index,
          m.move.index,
          m.to.index,
          static_cast<int>(m.ending),
          orientations_of(m.control),
          m.begin,
          m.end,
          m.reason,
          plan_json(m.plan)};
}

RecordedMove move_from(const Json& m) {
  if (m.size() > 10) throw BadInput("recording's move", m.dump(), "at most 10 values");
  return {.number = m.at(0).get<int>(),
          .from = StateId(m.at(1).get<int>()),
          .move = MoveId(m.at(2).get<int>()),
          .to = StateId(m.at(3).get<int>()),
          .ending = enum_from(m.at(4), Motion::overdue),
          .control = ControlScheme{m.at(5).get<int>()},
          .begin = m.at(6).get<long>(),
          .end = m.at(7).get<long>(),
          .reason = m.at(8).text(),
          .plan = plan_from(m.at(9))};
}

Outcome outcome_from(const Json& value) { return enum_from(value, kLastOutcome); }

}  // namespace marblemaze
