#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "agent/contracts/move_source.h"
#include "engine/protocol/agent_knowledge.h"
#include "engine/protocol/child_process.h"
#include "engine/protocol/outside_agent.h"

namespace marblemaze {

/// Replaces everything except printable ASCII by question marks, for messages, traces and
/// recordings.
[[nodiscard]] std::string printable(std::string_view text);

/// An agent's introduction.
struct AgentCard {
  std::string name, version;
  const AccessLevelEntry* knows = nullptr;

  bool operator==(const AgentCard&) const = default;
};

/// A fault of an agent with a line that describes it.
struct FaultReport {
  Fault fault;
  std::string words;
};

/// Exchanges lines with an agent's process within limits. The first failure is permanent: after it,
/// nothing is sent or received. All functions throw Interrupted if a stop is requested for the work
/// of this thread (maze/base/stop.h).
class Conversation {
 public:
  /// Maximum size of all lines that the agent may send without an answer from us.
  static constexpr std::size_t kMostBytes = 65536;

  /// Requires: nothing has been sent to the process. If `expected` is given, the process must
  /// introduce itself with it.
  Conversation(std::unique_ptr<ChildProcess> agent, const AgentLimits& limits,
               std::optional<AgentCard> expected = {});
  /// Sends a goodbye, and waits a moment until the agent ends.
  ~Conversation();
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;

  /// Asks the agent to introduce itself, and returns its introduction, or nullopt after a failure.
  [[nodiscard]] std::optional<AgentCard> introduction();
  /// Begins a decision; the first decision is preceded by an introduction. Sends the lines that
  /// `question(is_first)` returns. The agent must complete its answer within the limit.
  void ask(const std::function<std::string(bool is_first)>& question);
  /// Gives the agent the whole limit again to complete its answer.
  void restart_clock() { begin_exchange(limits_.decision_s); }
  /// Returns the next line that is not an info line, or nullopt after a failure.
  [[nodiscard]] std::optional<std::string> hear();
  /// Sends the lines that `answer` returns, while the agent's clock is stopped. If it returns
  /// nullopt, reports a fault with a message that quotes `said` and states what was `expected`.
  void reply(const std::string& said, const std::function<std::optional<std::string>()>& answer,
             const std::string& expected);
  /// Reports an invalid line as a fault. The message quotes `said` in printable form.
  void refuse(std::string_view said, const std::string& expected);

  [[nodiscard]] const std::optional<FaultReport>& failure() const { return failure_; }
  /// Returns the reason for the decision: the last info line, or a statement that the agent has
  /// chosen.
  [[nodiscard]] const std::string& reason() const { return reason_; }
  [[nodiscard]] const AgentLimits& limits() const { return limits_; }

 private:
  void begin_exchange(double limit_s);
  void tell(std::string_view lines);
  [[nodiscard]] std::optional<std::string> hear_line();
  [[nodiscard]] bool succeeded(Exchange exchange);

  std::unique_ptr<ChildProcess> child_;
  AgentLimits limits_;
  std::optional<AgentCard> card_;
  std::optional<FaultReport> failure_;
  std::string reason_;
  bool asked_for_card_ = false, introduced_ = false;
  double limit_s_ = 0;
  ChildProcess::Deadline deadline_;
  std::size_t heard_ = 0;  // bytes received in this exchange
};

}  // namespace marblemaze
