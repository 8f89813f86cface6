#pragma once

#include <memory>
#include <string>
#include <vector>

#include "agent/contracts/planner.h"
#include "engine/protocol/agent_answers.h"
#include "engine/protocol/conversation.h"
#include "engine/protocol/outside_agent.h"

namespace marblemaze {

/// Returns the lines "maze" and "walls".
[[nodiscard]] std::string maze_lines(const Maze& maze);

/// An external agent as a planner. It tells the agent's process what the knowledge engine has
/// learned and asks it for the next move. The process receives only what the advice grants.
///
/// Faults are failed decisions and permanent: no process is started twice. Only the constructor
/// throws, like Conversation.
class ProtocolPlanner : public Planner {
 public:
  /// Starts the process. `advice` is what the access level of the card grants.
  ProtocolPlanner(const std::vector<std::string>& words, const AgentCard& card,
                  const AgentLimits& limits, const GrantedAdvice& advice);
  /// Uses a process that is already running.
  ProtocolPlanner(std::unique_ptr<ChildProcess> agent, const AgentCard& card,
                  const AgentLimits& limits, const GrantedAdvice& advice);
  /// Sends a goodbye.
  ~ProtocolPlanner() override;

 private:
  [[nodiscard]] Decision do_plan(const StateGraph& graph, const Situation& situation) override;

  [[nodiscard]] bool introduced();
  [[nodiscard]] std::string opening() const;
  [[nodiscard]] std::string news(const StateGraph& graph);
  [[nodiscard]] Decision hear_decision(std::size_t moves);
  void answer(const std::string& line, const std::vector<std::string_view>& words);
  [[nodiscard]] Decision no_decision() const;

  Conversation talk_;
  AgentCard card_;
  AgentLimits limits_;
  AgentKnowledge knowledge_;
  CopyAnswers copies_;
  int calls_ = 0;  // questions to models and copies in this decision
  bool asked_for_card_ = false, has_begun_ = false;
  int unheard_ = 0;  // unread answers to questions that were dropped
};

}  // namespace marblemaze
