#include "engine/protocol/outside_agent.h"

#include <deque>

#include <fmt/format.h>

#include "engine/protocol/command_words.h"
#include "engine/protocol/protocol_planner.h"
#include "maze/base/errors.h"
#include "maze/base/hash.h"

namespace marblemaze {
namespace {

/// The texts that a row points to.
struct Enrolled {
  std::string name, title, summary;
  PlannerEntry row;
};

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
  return name;
}

}  // namespace

const PlannerEntry& enrol_outside_agent(const OutsideAgentSpec& spec) {
  static std::deque<Enrolled> all;
  const std::vector<std::string> words = command_words(spec.command);
  const AgentCard card = card_of(spec, words);
  AgentLimits limits = spec.limits;
  const std::string name = name_of(card, words, limits);
  if (const PlannerEntry* const known = find_planner(name)) return *known;
  if (limits.decision_s <= 0) limits.decision_s = spec.usual_decision_s;
  Enrolled& made = all.emplace_back(
      Enrolled{name, name, "an agent from outside the program: " + spec.command, {}});
  made.row = {.name = made.name,
              .title = made.title,
              .knowledge = card.knows->knowledge,
              .knows = card.knows->knows,
              .summary = made.summary,
              .source = "docs/reference/protocol.md",
              .predicts = false,
              .make =
                  [words, card, limits](const GrantedAdvice& advice) {
                    return std::make_unique<ProtocolPlanner>(words, card, limits, advice);
                  },
              .simulates = true,
              .move_limit = limits.moves};
  enrol(made.row);
  return made.row;
}

}  // namespace marblemaze
