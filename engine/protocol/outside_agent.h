#pragma once

#include <string>
#include <vector>

#include "agent/contracts/planner.h"
#include "agent/tilt/tilt_policy.h"

namespace marblemaze {

/// What an agent from outside the program may take.
struct AgentLimits {
  double decision_s = 0;  ///< for each decision; 0: any time
  int moves = 0;          ///< of a run; 0: as many as every agent has
  int calls = 0;          ///< of models and copies, for each decision; 0: any number
  double start_s = 30;    ///< until it has introduced itself
};

/// A command line as words, split as a POSIX shell splits it (IEEE 1003.1, "Quoting"): at blanks,
/// with '...', "..." and \ to keep what stands between them together. Nothing is expanded and
/// nothing is special beside: $HOME, *, ~, | and > are letters like any other. Throws BadInput for
/// an open quote and where there is no word at all.
[[nodiscard]] std::vector<std::string> command_words(const std::string& command);

/// A program that speaks the protocol of docs/reference/protocol.md.
struct OutsideAgentSpec {
  std::string command;  ///< split by command_words()
  AgentLimits limits;
  AgentLimits usual{};  ///< where it plays: limits that are other ones are part of its name
};

/// Starts the agent once, asks it who it is and makes it known to planners() for good. Its row
/// is named by all that its results depend on: name, version, a hash of the command's words and of
/// the files among them, and limits that are not the usual ones, as in "wall-follower 1.2
/// (5f3ab2c4) 2 s a decision". Each run has a process of its own, so that no run can depend on
/// another. Throws BadInput where the command cannot be split or run, or does not introduce itself
/// as it must. Not while another thread looks for agents.
[[nodiscard]] const PlannerEntry& enrol_outside_agent(const OutsideAgentSpec& spec);
/// The same of a controller of free turning, for tilt_policies(). Moves and calls have no
/// limit then. Where a decision may take any time, one that gives no action as soon as an
/// introduction is due is refused, too.
[[nodiscard]] const TiltPolicyEntry& enrol_outside_controller(const OutsideAgentSpec& spec);

}  // namespace marblemaze
