#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agent/contracts/move_source.h"
#include "engine/protocol/child_process.h"

namespace marblemaze {

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

}  // namespace marblemaze
