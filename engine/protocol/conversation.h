#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agent/contracts/move_source.h"
#include "engine/protocol/agent_knowledge.h"
#include "engine/protocol/child_process.h"

namespace marblemaze {

/// Splits a line of the protocol at spaces.
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

/// Returns the text that follows the first word of a line.
[[nodiscard]] inline std::string_view rest_of(std::string_view line, std::string_view first) {
  line.remove_prefix(static_cast<std::size_t>(first.data() - line.data()) + first.size());
  const std::size_t begin = line.find_first_not_of(' ');
  return begin == std::string_view::npos ? "" : line.substr(begin);
}

/// Replaces everything except printable ASCII by question marks, for messages, traces and
/// recordings.
[[nodiscard]] inline std::string printable(std::string_view text) {
  std::string shown(text);
  for (char& c : shown)
    if (c < ' ' || c > '~') c = '?';
  return shown;
}

/// A fault of an agent with a line that describes it.
struct FaultReport {
  Fault fault;
  std::string words;
};

/// Exchanges lines with an agent's process within limits. The first failure is permanent:
/// afterwards nothing is sent or received.
class Conversation {
 public:
  static constexpr std::size_t kMostBytes =
      65536;  ///< of all lines that the agent may send in one exchange

  /// Starts the process. Throws like ChildProcess.
  explicit Conversation(const std::vector<std::string>& words)
      : Conversation(std::make_unique<ChildProcess>(words)) {}
  /// Uses a process that is already running.
  explicit Conversation(std::unique_ptr<ChildProcess> child) : child_(std::move(child)) {}

  /// Begins an exchange, which the agent must complete within `limit_s` seconds; 0 means no limit.
  void begin_exchange(double limit_s);
  // Both functions throw Interrupted if the work of this thread is to stop (maze/base/stop.h).
  /// Sends complete lines.
  void tell(std::string_view lines);
  /// Returns the next line, or nothing after a failure.
  [[nodiscard]] std::optional<std::string> hear();
  /// Stops the agent's clock until the next call of this function. Calls come in pairs.
  void pause();
  void go_on();
  /// Reports an invalid line as a fault. The message quotes `said` in printable form.
  void refuse(std::string_view said, const std::string& expected);
  /// Sends a goodbye and waits a moment for the agent to end, unless the work of this thread is to
  /// stop.
  void take_leave();

  [[nodiscard]] const std::optional<FaultReport>& failure() const { return failure_; }

 private:
  [[nodiscard]] bool succeeded(Exchange exchange);

  std::unique_ptr<ChildProcess> child_;
  std::optional<FaultReport> failure_;
  double limit_s_ = 0;
  ChildProcess::Deadline deadline_;
  ChildProcess::Clock::time_point paused_;
  std::size_t heard_ = 0;  // bytes received in this exchange
};

/// How an agent introduces itself.
struct AgentCard {
  std::string name, version;
  const AccessLevelEntry* knows = nullptr;

  bool operator==(const AgentCard&) const = default;
};

/// Begins a conversation by asking the agent to introduce itself.
void ask_for_card(Conversation& talk);
/// Reads the introduction. Returns nothing if the conversation has failed or was stopped.
[[nodiscard]] std::optional<AgentCard> hear_card(Conversation& talk);
/// Reads the introduction of a process that must be this agent. Returns false if it is not, or if
/// nothing was received.
[[nodiscard]] bool hear_same_card(Conversation& talk, const AgentCard& card);

}  // namespace marblemaze
