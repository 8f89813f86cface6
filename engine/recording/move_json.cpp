#include "engine/recording/move_json.h"

#include <fmt/format.h>

#include "maze/base/errors.h"

namespace marblemaze {
namespace {

// A move and the state in which it should end, -1 for none, in turn.
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
  return {m.number,       m.from.index, m.move.index, m.to.index, static_cast<int>(m.ending),
          m.orientations, m.begin,      m.end,        m.reason,   plan_json(m.plan)};
}

RecordedMove move_from(const Json& m) {
  if (m.size() > 10) throw BadInput("recording's move", m.dump(), "at most 10 values");
  return {.number = m.at(0).get<int>(),
          .from = StateId(m.at(1).get<int>()),
          .move = MoveId(m.at(2).get<int>()),
          .to = StateId(m.at(3).get<int>()),
          .ending = enum_from(m.at(4), Motion::overdue),
          .orientations = m.at(5).get<int>(),
          .begin = m.at(6).get<long>(),
          .end = m.at(7).get<long>(),
          .reason = m.at(8).text(),
          .plan = plan_from(m.at(9))};
}

Outcome outcome_from(const Json& value) { return enum_from(value, kLastOutcome); }

}  // namespace marblemaze
