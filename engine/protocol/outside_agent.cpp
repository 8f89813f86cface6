#include "engine/protocol/outside_agent.h"

#include <fmt/format.h>

#include "engine/protocol/command_words.h"
#include "engine/protocol/protocol_controller.h"
#include "engine/protocol/protocol_planner.h"
#include "maze/base/errors.h"
#include "maze/base/hash.h"
#include "maze/grid/kruskal_generator.h"

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
                    const OutsideAgentSpec& spec) {
  const AgentLimits &limits = spec.limits, &usual = spec.usual;
  std::string name = fmt::format("{} {} ({})", card.name, card.version, short_hash(words));
  if (limits.decision_s != usual.decision_s)
    name += limits.decision_s > 0 ? fmt::format(" {:g} s a decision", limits.decision_s)
                                  : " any time a decision";
  if (limits.moves != usual.moves) name += fmt::format(" {} moves", limits.moves);
  if (limits.calls != usual.calls) name += fmt::format(" {} calls a decision", limits.calls);
  return name;
}

/// What the rows of agents and controllers are made of.
struct Introduced {
  explicit Introduced(const OutsideAgentSpec& spec)
      : words(command_words(spec.command)),
        card(card_of(spec, words)),
        name(name_of(card, words, spec)),
        limits(spec.limits) {}

  std::vector<std::string> words;
  AgentCard card;
  std::string name;
  AgentLimits limits;
};

/// Who chooses moves passes over what a controller is told, and where a decision may take any time
/// each run would wait for it: it must turn a small maze once. Throws BadInput where no answer
/// comes.
void expect_turn(const OutsideAgentSpec& spec, const Introduced& who) {
  AgentLimits limits = who.limits;
  limits.decision_s = limits.start_s;
  const auto maze = std::make_shared<const Maze>(generate_kruskal(2, Layers::all, 1));
  ProtocolController controller(
      who.words, who.card, limits,
      {.maze = maze, .limits = {.rate = 1, .acceleration = 1}, .tick_s = 0.01, .imagine = nullptr});
  const FreeChoice choice = controller.decide({.marble = glm::dvec3(0.5)});
  if (choice.fault == Fault::timed_out)
    throw BadInput(fmt::format("agent command '{}': {}: expected a controller's 'turn X Y Z'",
                               spec.command, choice.reason));
}

}  // namespace

const FreeControllerEntry& enrol_outside_controller(const OutsideAgentSpec& spec) {
  const Introduced who(spec);
  if (who.limits.decision_s <= 0) expect_turn(spec, who);
  return free_controllers().enrol(
      {.name = who.name,
       .title = who.name,
       .knows = std::string(who.card.knows->knows),
       .summary = "a controller from outside the program: " + spec.command,
       .source = "docs/reference/protocol.md",
       .make = [who](const FreeTask& task) {
         return std::make_unique<ProtocolController>(who.words, who.card, who.limits, task);
       }});
}

const PlannerEntry& enrol_outside_agent(const OutsideAgentSpec& spec) {
  const Introduced who(spec);
  return planners().enrol({.name = who.name,
                           .title = who.name,
                           .knowledge = who.card.knows->knowledge,
                           .knows = std::string(who.card.knows->knows),
                           .summary = "an agent from outside the program: " + spec.command,
                           .source = "docs/reference/protocol.md",
                           .predicts = false,
                           .make =
                               [who](const GrantedAdvice& advice) {
                                 return std::make_unique<ProtocolPlanner>(who.words, who.card,
                                                                          who.limits, advice);
                               },
                           .simulates = true,
                           .move_limit = who.limits.moves});
}

}  // namespace marblemaze
