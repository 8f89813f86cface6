#include "engine/cli/common/agent_command.h"

#include "agent/contracts/planner.h"
#include "engine/cli/common/numbers.h"

namespace marblemaze {

void AgentCommandChoice::add_to(Command& to, const std::vector<std::string>& instead,
                                bool several) {
  constexpr double kDay_s = 86'400;
  const std::string about = "a program that speaks the protocol of docs/reference/protocol.md";
  (several ? to.add_option("--agent-command", commands,
                           "Agents of your own, each " + about + " (several may be given)")
           : to.add_option("--agent-command", command, "An agent of your own: " + about))
      ->excludes(instead);
  within(0, kDay_s,
         to.add_option("--decision-limit", decision_limit_s,
                       "Seconds that such an agent may take for a decision; 0: no limit"))
      ->needs({"agent-command"});
  within(0, 999'999'999,
         to.add_option("--move-limit", move_limit,
                       "Moves after which a run of such an agent is capped"))
      ->needs({"agent-command"});
  within(1, 999'999'999,
         to.add_option("--call-limit", call_limit,
                       "Calls of models, and moves in copies, that such an agent may make for a "
                       "decision"))
      ->needs({"agent-command"});
  within(0.001, kDay_s,
         to.add_option("--start-limit", start_limit_s,
                       "Seconds within which such an agent must introduce itself"))
      ->needs({"agent-command"});
}

std::vector<std::string> AgentCommandChoice::enrol(const AgentLimits& usual, bool free) const {
  std::vector<std::string> all = commands;
  if (!command.empty()) all.push_back(command);
  const AgentLimits limits{decision_limit_s >= 0 ? decision_limit_s : usual.decision_s,
                           move_limit.value_or(usual.moves), call_limit.value_or(usual.calls),
                           start_limit_s};
  std::vector<std::string> names;
  names.reserve(all.size());
  for (const std::string& one : all)
    names.push_back(free ? enrol_outside_controller({one, limits, usual}).name
                         : enrol_outside_agent({one, limits, usual}).name);
  return names;
}

std::vector<std::string> AgentCommandChoice::enrol_beside(std::vector<std::string> agents,
                                                          const AgentLimits& usual,
                                                          bool free) const {
  const std::vector<std::string> own = enrol(usual, free);
  agents.insert(agents.end(), own.begin(), own.end());
  if (agents.empty()) agents.emplace_back(free ? kUsualController : "complete-solution-prediction");
  for (const std::string& agent : agents)
    free ? static_cast<void>(free_controllers().entry(agent))
         : static_cast<void>(planners().entry(agent));
  return agents;
}

}  // namespace marblemaze
