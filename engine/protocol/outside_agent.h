#pragma once

#include <memory>
#include <string>
#include <vector>

#include "agent/contracts/planner.h"
#include "agent/tilt/tilt_policy.h"

namespace marblemaze {

struct AgentCard;
class ChildProcess;

/// Limits of an external agent.
struct AgentLimits {
  double decision_s = 0;  ///< per decision; 0: no limit
  int moves = 0;          ///< per run; 0: the limit of all agents
  int calls = 0;          ///< queries of models and copies per decision; 0: no limit
  double start_s = 30;    ///< time limit for the agent's introduction
};

/// Splits a command line into words like a POSIX shell (IEEE 1003.1, "Quoting"): at spaces, except
/// within '...' and "..." and after \. Nothing is expanded: $HOME, *, ~, | and > are ordinary
/// characters. Throws BadInput if a quote is not closed or there is no word.
[[nodiscard]] std::vector<std::string> command_words(const std::string& command);

/// An external program that speaks the protocol of docs/reference/protocol.md.
struct OutsideAgentSpec {
  std::string command;  ///< split by command_words()
  AgentLimits limits;
  AgentLimits usual{};  ///< default limits; other limits become part of the agent's name
};

/// Starts the agent once, asks it to introduce itself and adds it to planners(). The name of its
/// row contains everything that affects its results: name, version, a hash of the words of the
/// command and of the files among them, and limits that differ from the defaults, for example
/// "wall-follower 1.2 (5f3ab2c4) 2 s a decision". Each run starts a separate process, so runs are
/// independent. Throws BadInput if the command cannot be split or run, or if the introduction is
/// invalid. Requires: no other thread uses planners() at the same time.
[[nodiscard]] const PlannerEntry& enrol_outside_agent(const OutsideAgentSpec& spec);
/// Starts and adds a tilt policy in the same way, to tilt_policies(). Moves and calls have no
/// limit. If decisions have no time limit, a policy that does not send an action within the time
/// for an introduction is also rejected.
[[nodiscard]] const TiltPolicyEntry& enrol_outside_policy(const OutsideAgentSpec& spec);

/// Returns an agent's running process as a planner. `advice` is the part that the access level of
/// its card grants.
[[nodiscard]] std::unique_ptr<Planner> protocol_planner(std::unique_ptr<ChildProcess> agent,
                                                        const AgentCard& card,
                                                        const AgentLimits& limits,
                                                        const GrantedAdvice& advice);

}  // namespace marblemaze
