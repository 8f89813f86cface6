#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "agent/contracts/move_source.h"
#include "engine/protocol/agent_knowledge.h"
#include "engine/protocol/child_process.h"
#include "engine/protocol/external_agent.h"

namespace marblemaze {

/// Replaces all characters except printable ASCII with question marks, for messages, traces and
/// recordings.
[[nodiscard]] std::string printable(std::string_view text);

struct AgentIdentity {
  std::string name, version;
  const AccessLevel* level = nullptr;

  bool operator==(const AgentIdentity&) const = default;
};

struct FaultReport {
  Fault fault;
  std::string message;
};

/// Exchanges lines with an agent process, and enforces the agent limits. The first failure is
/// permanent: nothing is sent or received after it. All functions throw Interrupted if a stop is
/// requested for the work of this thread (maze/base/stop.h).
class Conversation {
 public:
  /// Maximum number of bytes that the agent may send before we reply.
  static constexpr std::size_t kMaxBytes = 65536;

  /// If `expected` is given, the introduction of the agent must be equal to it. Requires: nothing
  /// has been sent to the process.
  Conversation(std::unique_ptr<ChildProcess> agent, const AgentLimits& limits,
               std::optional<AgentIdentity> expected = {});
  /// Sends "quit" and waits briefly for the agent to exit.
  ~Conversation();
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;

  /// Asks the agent to introduce itself. Returns nullopt after a failure.
  [[nodiscard]] std::optional<AgentIdentity> request_introduction();
  /// Starts a decision by sending the lines that `question(is_first)` returns. Before the first
  /// decision, the agent must introduce itself. The time limit for the answer starts now.
  void ask(const std::function<std::string(bool is_first)>& question);
  void restart_clock() { begin_exchange(limits_.decision_s); }
  /// Returns the next line that is not an info line, or nullopt after a failure.
  [[nodiscard]] std::optional<std::string> read_line();
  /// Sends the lines that `answer` returns. The agent's clock is stopped while the answer is
  /// computed. If `answer` returns nullopt, calls reject() with `line` and `expected`.
  void reply(const std::string& line, const std::function<std::optional<std::string>()>& answer,
             const std::string& expected);
  /// Reports an invalid line as a fault. The message quotes `line` in printable form.
  void reject(std::string_view line, const std::string& expected);

  [[nodiscard]] const std::optional<FaultReport>& failure() const { return failure_; }
  /// Returns the reason for the decision: the last info line, or "chosen by" the agent.
  [[nodiscard]] const std::string& reason() const { return reason_; }
  [[nodiscard]] const AgentLimits& limits() const { return limits_; }

 private:
  void begin_exchange(double limit_s);
  void send(std::string_view lines);
  [[nodiscard]] std::optional<std::string> read_raw_line();
  /// Returns true for `done`. Records any other result as the failure.
  bool succeeded(IoStatus exchange);

  std::unique_ptr<ChildProcess> child_;
  AgentLimits limits_;
  std::optional<AgentIdentity> card_;
  std::optional<FaultReport> failure_;
  std::string reason_;
  bool asked_for_card_ = false, introduced_ = false;
  double limit_s_ = 0;
  ChildProcess::Deadline deadline_;
  std::size_t received_bytes_ = 0;
};

}  // namespace marblemaze
