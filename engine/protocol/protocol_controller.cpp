#include "engine/protocol/protocol_controller.h"

#include <utility>

#include <fmt/format.h>

#include "engine/protocol/line_words.h"
#include "engine/protocol/protocol_planner.h"
#include "maze/base/numbers.h"

namespace marblemaze {
namespace {

std::string number_words(const glm::dvec3& v) { return fmt::format(" {} {} {}", v.x, v.y, v.z); }

/// Of "turn X Y Z".
std::optional<glm::dvec3> action_in(const std::vector<std::string_view>& words) {
  if (words.size() != 4 || words[0] != "turn") return std::nullopt;
  glm::dvec3 action;
  for (int a = 0; a < 3; ++a) {
    const auto number = number_from<double>(words[static_cast<std::size_t>(a) + 1]);
    if (!number) return std::nullopt;
    action[a] = *number;
  }
  return glm::length(action) <= kMostWish ? std::optional(action) : std::nullopt;
}

}  // namespace

ProtocolController::ProtocolController(const std::vector<std::string>& words, AgentCard card,
                                       const AgentLimits& limits, const FreeTask& task)
    : talk_(words), card_(std::move(card)), limits_(limits), task_(task), way_(task.maze) {
  talk_.begin_exchange(limits_.start_s);
  ask_for_card(talk_);
}

ProtocolController::~ProtocolController() {
  if (has_begun_) talk_.take_leave();
}

bool ProtocolController::knows(Knowledge knowledge) const {
  return includes(card_.knows->knowledge, knowledge);
}

std::string ProtocolController::opening() const {
  std::string text =
      fmt::format("free rate {} acceleration {} seconds {} rest {}\n", task_.limits.rate,
                  task_.limits.acceleration, kWishTicks * task_.tick_s, task_.rest ? 1 : 0);
  if (knows(Knowledge::walls)) text += maze_lines(*task_.maze);
  return text;
}

std::string ProtocolController::sight(const FreeState& seen) const {
  std::string line = "see";
  for (const glm::dvec3& part : {seen.marble, seen.velocity, seen.spin, seen.down, seen.rate})
    line += number_words(part);
  const CellId cell = way_.cell_at(seen.marble);
  if (knows(Knowledge::distances) && cell.valid()) {
    const bool there = cell == task_.maze->target();
    line += fmt::format(" distance {} way", way_.left_from(seen.marble)) +
            number_words(there ? glm::dvec3(0) : glm::dvec3(way_.out_of(cell).vector()));
  }
  return line + "\n";
}

FreeChoice ProtocolController::decide(const FreeState& seen) {
  if (!talk_.failure() && (has_begun_ || hear_same_card(talk_, card_))) {
    const std::string begin = std::exchange(has_begun_, true) ? "" : opening();
    talk_.begin_exchange(limits_.decision_s);
    talk_.tell(begin + sight(seen));
    return hear_choice();
  }
  return {{}, talk_.failure()->words, talk_.failure()->fault};
}

FreeChoice ProtocolController::hear_choice() {
  std::string reason = "chosen by " + card_.name;
  while (const auto line = talk_.hear()) {
    const std::vector<std::string_view> words = line_words(*line);
    if (!words.empty() && words[0] == "info") {
      if (const std::string said = printable(rest_of(*line, words[0])); !said.empty())
        reason = said;
    } else if (const auto action = action_in(words)) {
      return {*action, reason};
    } else {
      talk_.refuse(*line, "'turn X Y Z' with three numbers,");
    }
  }
  return {{}, talk_.failure()->words, talk_.failure()->fault};
}

}  // namespace marblemaze
