#include "engine/protocol/outside_agent.h"

#include <fmt/format.h>

#include "engine/protocol/command_words.h"
#include "engine/protocol/protocol_planner.h"
#include "maze/base/errors.h"
#include "maze/base/hash.h"

namespace marblemaze {
namespace {

AgentCard card_of(const OutsideAgentSpec& spec, const std::vector<std::string>& words) {
  Conversation talk(words);
  talk.begin_exchange(spec.limits.start_s);
  ask_for_card(talk);
  const auto card = hear_card(talk);
  if (!card)
    throw BadInput(fmt::format("agent command '{}': {}", spec.command, talk.failure()->words));
  talk.take_leave();
  return *card;
}

/// Eight digits tell a person's agents apart.
std::string short_hash(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += word + '\0';
  return text_hash(all).substr(0, 8);
}

std::string name_of(const AgentCard& card, const std::vector<std::string>& words,
                    const AgentLimits& limits) {
  std::string name = fmt::format("{} {} ({})", card.name, card.version, short_hash(words));
  if (limits.decision_s > 0) name += fmt::format(" {:g} s a decision", limits.decision_s);
  if (limits.moves > 0) name += fmt::format(" {} moves", limits.moves);
  if (limits.calls > 0) name += fmt::format(" {} calls a decision", limits.calls);
  return name;
}

}  // namespace

const PlannerEntry& enrol_outside_agent(const OutsideAgentSpec& spec) {
  const std::vector<std::string> words = command_words(spec.command);
  const AgentCard card = card_of(spec, words);
  AgentLimits limits = spec.limits;
  const std::string name = name_of(card, words, limits);
  if (limits.decision_s <= 0) limits.decision_s = spec.usual_decision_s;
  return enrol({.name = name,
                .title = name,
                .knowledge = card.knows->knowledge,
                .knows = std::string(card.knows->knows),
                .summary = "an agent from outside the program: " + spec.command,
                .source = "docs/reference/protocol.md",
                .predicts = false,
                .make =
                    [words, card, limits](const GrantedAdvice& advice) {
                      return std::make_unique<ProtocolPlanner>(words, card, limits, advice);
                    },
                .simulates = true,
                .move_limit = limits.moves});
}

}  // namespace marblemaze
