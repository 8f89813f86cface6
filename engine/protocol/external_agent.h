#pragma once

#include <memory>
#include <string>
#include <vector>

#include "agent/contracts/planner.h"
#include "agent/tilt/tilt_policy.h"

namespace marblemaze {

struct AgentIdentity;
class ChildProcess;

struct AgentLimits {
  double decision_s = 0;  ///< seconds per decision; 0 for no limit
  int moves = 0;          ///< moves per run; 0 for the limit of all agents
  int calls = 0;          ///< model queries and moves in copies per decision; 0 for no limit
  double start_s = 30;    ///< seconds until the agent must have introduced itself
};

/// Splits a command line into words like a POSIX shell (IEEE 1003.1, "Quoting"). Spaces separate
/// words, unless they are in '...' or "..." or after \. Nothing is expanded: $HOME, *, ~, | and >
/// are ordinary characters. Throws BadInput if a quote is not closed or there is no word.
[[nodiscard]] std::vector<std::string> command_words(const std::string& command);

/// External program that implements the protocol in docs/reference/protocol.md.
struct ExternalAgentSpec {
  std::string command;
  AgentLimits limits;
  AgentLimits usual{};  ///< default limits; other limits become part of the name
};

/// Starts the agent once, asks it to introduce itself, and adds it to planners(). The entry name
/// contains everything that affects the agent's results: name, version, a hash of the command and
/// of the files that the command names, and limits that differ from the defaults, as in
/// "wall-follower 1.2 (5f3ab2c4) 2 s a decision". Each run starts a separate process, so runs are
/// independent. Throws BadInput if the command cannot be split or run, or if the introduction is
/// invalid. Requires: no other thread uses planners() at the same time.
[[nodiscard]] const PlannerEntry& register_external_agent(const ExternalAgentSpec& spec);
/// Starts a tilt policy like register_external_agent() and adds it to tilt_policies(). The moves
/// and calls of a tilt policy are not limited. If decisions have no time limit, the policy must
/// return an action within the time limit for the introduction.
[[nodiscard]] const TiltPolicyEntry& register_external_policy(const ExternalAgentSpec& spec);

/// Returns a planner that communicates with a running agent. Requires: `advice` is restricted to
/// the access level of the card.
[[nodiscard]] std::unique_ptr<Planner> protocol_planner(std::unique_ptr<ChildProcess> agent,
                                                        const AgentIdentity& card,
                                                        const AgentLimits& limits,
                                                        const GrantedAdvice& advice);

}  // namespace marblemaze
