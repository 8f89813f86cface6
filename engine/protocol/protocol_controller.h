#pragma once

#include <string>
#include <vector>

#include "agent/control/free_controller.h"
#include "agent/control/way_to_target.h"
#include "engine/protocol/agent_card.h"
#include "engine/protocol/outside_agent.h"

namespace marblemaze {

/// A program that speaks the protocol as a controller: it is told what can be seen, and asked for
/// an action. Its faults are choices that failed, and stay. Throws nothing but what Conversation
/// throws when it is made.
class ProtocolController final : public FreeController {
 public:
  /// Starts the process.
  ProtocolController(const std::vector<std::string>& words, AgentCard card,
                     const AgentLimits& limits, const FreeTask& task);
  /// Says goodbye to it.
  ~ProtocolController() override;

  [[nodiscard]] FreeChoice decide(const FreeState& seen) override;

 private:
  [[nodiscard]] bool knows(Knowledge knowledge) const;
  [[nodiscard]] std::string opening() const;
  [[nodiscard]] std::string sight(const FreeState& seen) const;
  [[nodiscard]] FreeChoice hear_choice();

  Conversation talk_;
  AgentCard card_;
  AgentLimits limits_;
  FreeTask task_;
  WayToTarget way_;
  bool has_begun_ = false;
};

}  // namespace marblemaze
