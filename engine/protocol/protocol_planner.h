#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "agent/contracts/planner.h"
#include "engine/protocol/agent_answers.h"
#include "engine/protocol/conversation.h"
#include "engine/protocol/outside_agent.h"

namespace marblemaze {

/// The lines "maze" and "walls".
[[nodiscard]] std::string maze_lines(const Maze& maze);

/// An agent from outside the program as a planner: tells its process what the knowledge engine has
/// learned, and asks it for the next move. What the process may know is what the advice grants.
///
/// Its faults are decisions that failed, and stay: no process is started twice. Throws nothing but
/// what Conversation throws when it is made.
class ProtocolPlanner : public Planner {
 public:
  /// Starts the process. `advice` is what the card's class is granted.
  ProtocolPlanner(const std::vector<std::string>& words, const AgentCard& card,
                  const AgentLimits& limits, const GrantedAdvice& advice);
  /// With a process that runs already.
  ProtocolPlanner(std::unique_ptr<ChildProcess> agent, const AgentCard& card,
                  const AgentLimits& limits, const GrantedAdvice& advice);
  /// Says goodbye to it.
  ~ProtocolPlanner() override;

 private:
  [[nodiscard]] Decision do_plan(const StateGraph& graph, const Situation& situation) override;

  [[nodiscard]] bool introduced();
  [[nodiscard]] std::string opening() const;
  [[nodiscard]] std::string news(const StateGraph& graph);
  [[nodiscard]] std::string state_line(StateId state, std::size_t moves) const;
  [[nodiscard]] Decision hear_decision(std::size_t moves);
  void answer(const std::string& line, const std::vector<std::string_view>& words);
  [[nodiscard]] Decision no_decision() const;

  Conversation talk_;
  AgentCard card_;
  AgentLimits limits_;
  GrantedAdvice advice_;
  ModelAnswers models_;
  CopyAnswers copies_;
  int calls_ = 0;  // of both, in this decision
  bool asked_for_card_ = false, has_begun_ = false;
  int unheard_ = 0;  // answers to questions that were dropped
  std::unordered_map<StateId, std::vector<StateId>> told_;  // where each move leads, or no state
};

}  // namespace marblemaze
