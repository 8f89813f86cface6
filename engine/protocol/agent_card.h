#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "agent/contracts/advice.h"
#include "engine/protocol/conversation.h"

namespace marblemaze {

/// What an agent from outside the program may know beside its own experience.
struct KnowledgeClass {
  std::string_view name;  ///< as it declares it: "blind"
  Knowledge knowledge;
  std::string_view knows;  ///< in words
};
/// By name, or null.
[[nodiscard]] const KnowledgeClass* knowledge_class(std::string_view name);

/// The least class that may know as much. What is made of the maze and a simulation, such as a
/// layout without walls or a simulation with errors, counts as those.
[[nodiscard]] const KnowledgeClass& knowledge_class_of(Knowledge knowledge);

/// How an agent introduces itself.
struct AgentCard {
  std::string name, version;
  const KnowledgeClass* knows = nullptr;

  bool operator==(const AgentCard&) const = default;
};

/// The beginning of every conversation: asks the agent who it is.
void ask_for_card(Conversation& talk);
/// Its answer. None where the conversation has failed, or was stopped.
[[nodiscard]] std::optional<AgentCard> hear_card(Conversation& talk);
/// The same of a process that must be this agent: false where it is not, or nothing was heard.
[[nodiscard]] bool hear_same_card(Conversation& talk, const AgentCard& card);

}  // namespace marblemaze
