#pragma once

#include <string>
#include <vector>

#include "engine/cli/common/command.h"

namespace marblemaze {

/// s: how long a single run waits for a decision of such an agent, unless told otherwise.
inline constexpr double kUsualDecision_s = 60;

/// Flags that bring agents from outside the program (docs/reference/protocol.md).
struct AgentCommandChoice {
  std::string command;                ///< of a command with one agent
  std::vector<std::string> commands;  ///< of a command with several
  double decision_limit_s = -1;       ///< 0: any time; negative: not given
  int move_limit = 0;                 ///< 0: not given
  int call_limit = 0;                 ///< 0: not given
  double start_limit_s = 30;

  /// `instead`: options with which the flag is not given.
  void add_to(Command& to, const std::vector<std::string>& instead, bool several = false);
  /// Makes the agents known and returns their names. Who sets no limit of time for a decision gets
  /// the usual one, s; 0 is none. They are controllers where the maze is turned freely. Throws
  /// BadInput.
  [[nodiscard]] std::vector<std::string> enrol(double usual_decision_s, bool free = false) const;
  /// These and those that it brings, which may take any time; the default where there are none. For
  /// a command with several. Throws BadInput, also for a name that nobody has.
  [[nodiscard]] std::vector<std::string> enrol_beside(std::vector<std::string> agents,
                                                      bool free = false) const;
};

}  // namespace marblemaze
