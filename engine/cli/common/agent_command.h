#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/cli/common/command.h"
#include "engine/protocol/outside_agent.h"

namespace marblemaze {

/// A single run waits a minute for a decision of such an agent, unless told otherwise.
inline constexpr AgentLimits kUsualLimits{.decision_s = 60};

/// Flags that bring agents from outside the program (docs/reference/protocol.md).
struct AgentCommandChoice {
  std::string command;                ///< of a command with one agent
  std::vector<std::string> commands;  ///< of a command with several
  double decision_limit_s = -1;       ///< 0: any time; negative: not given
  std::optional<int> move_limit, call_limit;
  double start_limit_s = 30;

  /// `instead`: options with which the flag is not given.
  void add_to(Command& to, const std::vector<std::string>& instead, bool several = false);
  /// Makes the agents known and returns their names. What is not given is as usual. They are
  /// controllers where the maze is turned freely. Throws BadInput.
  [[nodiscard]] std::vector<std::string> enrol(const AgentLimits& usual, bool free = false) const;
  /// These and those that it brings; the default where there are none. For a command with several.
  /// Throws BadInput, also for a name that nobody has.
  [[nodiscard]] std::vector<std::string> enrol_beside(std::vector<std::string> agents,
                                                      const AgentLimits& usual, bool free) const;
};

}  // namespace marblemaze
