#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agent/contracts/advice.h"
#include "agent/contracts/move_source.h"
#include "engine/protocol/child_process.h"

namespace marblemaze {

/// The words of a line of the protocol: what blanks separate.
[[nodiscard]] inline std::vector<std::string_view> line_words(std::string_view line) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return words;
    line.remove_prefix(begin);
    const std::size_t end = line.find_first_of(" \t");
    words.push_back(line.substr(0, end));
    if (end == std::string_view::npos) return words;
    line.remove_prefix(end);
  }
}

/// What follows the first word of a line.
[[nodiscard]] inline std::string_view rest_of(std::string_view line, std::string_view first) {
  line.remove_prefix(static_cast<std::size_t>(first.data() - line.data()) + first.size());
  const std::size_t begin = line.find_first_not_of(' ');
  return begin == std::string_view::npos ? "" : line.substr(begin);
}

/// For messages, stories and recordings: all but printable ASCII becomes a question mark.
[[nodiscard]] inline std::string printable(std::string_view text) {
  std::string shown(text);
  for (char& c : shown)
    if (c < ' ' || c > '~') c = '?';
  return shown;
}

/// What an agent did wrong, with one line about it.
struct FaultReport {
  Fault fault;
  std::string words;
};

/// Lines to and from an agent's process, within limits. The first failure stays: from then on
/// nothing is sent and nothing heard.
class Conversation {
 public:
  static constexpr std::size_t kMostBytes = 65536;  ///< of lines that it may send in one exchange

  /// Starts the process. Throws as ChildProcess does.
  explicit Conversation(const std::vector<std::string>& words)
      : Conversation(std::make_unique<ChildProcess>(words)) {}
  /// With one that runs already.
  explicit Conversation(std::unique_ptr<ChildProcess> child) : child_(std::move(child)) {}

  /// Begins an exchange, which the agent has this long to end: s, or 0 for any time.
  void begin_exchange(double limit_s);
  // Both throw Interrupted when the work of this thread is to stop (maze/base/stop.h).
  /// Sends whole lines.
  void tell(std::string_view lines);
  /// The next line; none where there has been a failure.
  [[nodiscard]] std::optional<std::string> hear();
  /// The time until this is called again is not the agent's. Every pause is to be ended.
  void pause();
  void go_on();
  /// A line that makes no sense here: `said` is quoted, as far as it can be printed.
  void refuse(std::string_view said, const std::string& expected);
  /// Says goodbye, and gives the agent a moment to end unless the work of this thread is to stop.
  void take_leave();

  [[nodiscard]] const std::optional<FaultReport>& failure() const { return failure_; }

 private:
  [[nodiscard]] bool succeeded(Exchange exchange);

  std::unique_ptr<ChildProcess> child_;
  std::optional<FaultReport> failure_;
  double limit_s_ = 0;
  ChildProcess::Deadline deadline_;
  ChildProcess::Clock::time_point paused_;
  std::size_t heard_ = 0;  // bytes in this exchange
};

/// What an agent from outside the program may know beside its own experience.
struct AccessLevelEntry {
  std::string_view name;  ///< as it declares it: "blind"
  AccessLevel knowledge;
  std::string_view knows;  ///< in words
};
/// By name, or null.
[[nodiscard]] const AccessLevelEntry* access_level_named(std::string_view name);

/// The least class that may know as much. What is made of the maze and a simulation, such as a
/// layout without walls or a simulation with errors, counts as those.
[[nodiscard]] const AccessLevelEntry& access_level_entry(AccessLevel knowledge);

/// How an agent introduces itself.
struct AgentCard {
  std::string name, version;
  const AccessLevelEntry* knows = nullptr;

  bool operator==(const AgentCard&) const = default;
};

/// The beginning of every conversation: asks the agent who it is.
void ask_for_card(Conversation& talk);
/// Its answer. None where the conversation has failed, or was stopped.
[[nodiscard]] std::optional<AgentCard> hear_card(Conversation& talk);
/// The same of a process that must be this agent: false where it is not, or nothing was heard.
[[nodiscard]] bool hear_same_card(Conversation& talk, const AgentCard& card);

}  // namespace marblemaze
