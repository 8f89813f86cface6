#include "engine/protocol/outside_agent.h"

#include <filesystem>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "agent/tilt/tilt_policy.h"
#include "engine/protocol/conversation.h"
#include "engine/protocol/protocol_planner.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/hash.h"
#include "maze/base/text.h"
#include "maze/grid/generator.h"

namespace marblemaze {
namespace {

constexpr std::string_view kBlanks = " \t\n";
constexpr std::string_view kEscapedInQuotes =
    "$`\"\\";  // in other places a backslash inside "" is an ordinary character

bool is_one_of(std::string_view letters, char c) { return letters.find(c) != letters.npos; }

/// Returns whether a backslash at `at` escapes the next character.
bool escapes(const std::string& command, std::size_t at, char quote) {
  if (command[at] != '\\' || quote == '\'') return false;
  return quote == 0 || (at + 1 < command.size() && is_one_of(kEscapedInQuotes, command[at + 1]));
}

/// A program that speaks the protocol as a tilt policy: it receives observations and returns
/// actions. Its faults are permanent failed choices. Only the constructor throws, like
/// Conversation.
class ProtocolController final : public TiltPolicy {
 public:
  /// Starts the process.
  ProtocolController(const std::vector<std::string>& words, AgentCard card,
                     const AgentLimits& limits, const TiltTask& task);
  /// Sends a goodbye.
  ~ProtocolController() override;

  [[nodiscard]] TiltChoice decide(const TiltState& seen) override;

 private:
  [[nodiscard]] bool knows(AccessLevel knowledge) const;
  [[nodiscard]] std::string opening() const;
  [[nodiscard]] std::string sight(const TiltState& seen) const;
  [[nodiscard]] TiltChoice hear_choice();

  Conversation talk_;
  AgentCard card_;
  AgentLimits limits_;
  TiltTask task_;
  PathToTarget way_;
  bool has_begun_ = false;
};

std::string number_words(const glm::dvec3& v) { return fmt::format(" {} {} {}", v.x, v.y, v.z); }

/// Reads "turn X Y Z".
std::optional<glm::dvec3> action_in(const std::vector<std::string_view>& words) {
  if (words.size() != 4 || words[0] != "turn") return std::nullopt;
  glm::dvec3 action;
  for (int a = 0; a < 3; ++a) {
    const auto number = number_from<double>(words[static_cast<std::size_t>(a) + 1]);
    if (!number) return std::nullopt;
    action[a] = *number;
  }
  return glm::length(action) <= kLargestCommand ? std::optional(action) : std::nullopt;
}

ProtocolController::ProtocolController(const std::vector<std::string>& words, AgentCard card,
                                       const AgentLimits& limits, const TiltTask& task)
    : talk_(words), card_(std::move(card)), limits_(limits), task_(task), way_(task.maze) {
  talk_.begin_exchange(limits_.start_s);
  ask_for_card(talk_);
}

ProtocolController::~ProtocolController() {
  try {
    if (has_begun_) talk_.take_leave();
  } catch (...) {
    // A destructor must not throw, and the agent need not receive a goodbye.
  }
}

bool ProtocolController::knows(AccessLevel knowledge) const {
  return includes(card_.knows->knowledge, knowledge);
}

std::string ProtocolController::opening() const {
  std::string text =
      fmt::format("free rate {} acceleration {} seconds {} rest {}\n", task_.limits.rate,
                  task_.limits.acceleration, kCommandTicks * task_.tick_s, task_.rest ? 1 : 0);
  if (knows(AccessLevel::walls)) text += maze_lines(*task_.maze);
  return text;
}

std::string ProtocolController::sight(const TiltState& seen) const {
  std::string line = "see";
  for (const glm::dvec3& part : {seen.marble, seen.velocity, seen.spin, seen.down, seen.rate})
    line += number_words(part);
  const auto ahead = path_ahead(way_, seen.marble);
  if (knows(AccessLevel::distances) && ahead)
    line += fmt::format(" distance {} way", ahead->length) + number_words(ahead->direction);
  return line + "\n";
}

TiltChoice ProtocolController::decide(const TiltState& seen) {
  if (!talk_.failure() && (has_begun_ || hear_same_card(talk_, card_))) {
    const std::string begin = std::exchange(has_begun_, true) ? "" : opening();
    talk_.begin_exchange(limits_.decision_s);
    talk_.tell(begin + sight(seen));
    return hear_choice();
  }
  return {{}, talk_.failure()->words, talk_.failure()->fault};
}

TiltChoice ProtocolController::hear_choice() {
  std::string reason = "chosen by " + card_.name;
  while (const auto line = talk_.hear()) {
    const std::vector<std::string_view> words = line_words(*line);
    if (!words.empty() && words[0] == "info") {
      if (const std::string said = printable(rest_of(*line, words[0])); !said.empty())
        reason = said;
    } else if (const auto action = action_in(words)) {
      return {*action, reason};
    } else {
      talk_.refuse(*line, "'turn X Y Z' with three numbers,");
    }
  }
  return {{}, talk_.failure()->words, talk_.failure()->fault};
}

// ---- introductions

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

/// Returns a hash of the words of a command and of the files among them, so that results of an
/// edited agent are not taken for results of the previous version. Eight digits are enough to
/// distinguish one person's agents.
std::string short_hash(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) {
    all += word + '\0';
    std::error_code none;
    if (std::filesystem::is_regular_file(word, none)) all += read_text_file(word) + '\0';
  }
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

/// Information from which the rows of agents and policies are made.
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

/// Checks that a policy returns an action in a small maze. An agent that chooses moves ignores the
/// observations of tilt control, and without a time limit each run would wait for it. Throws
/// BadInput if no action follows.
void expect_turn(const OutsideAgentSpec& spec, const Introduced& who) {
  AgentLimits limits = who.limits;
  limits.decision_s = limits.start_s;
  const auto maze = std::make_shared<const Maze>(generate_kruskal(2, Layers::all, 1));
  ProtocolController controller(
      who.words, who.card, limits,
      {.maze = maze, .limits = {.rate = 1, .acceleration = 1}, .tick_s = 0.01, .imagine = nullptr});
  const TiltChoice choice = controller.decide({.marble = glm::dvec3(0.5)});
  if (choice.fault == Fault::timed_out)
    throw BadInput(fmt::format("agent command '{}': {}: expected a controller's 'turn X Y Z'",
                               spec.command, choice.reason));
}

}  // namespace

std::vector<std::string> command_words(const std::string& command) {
  const auto refuse = [&](const std::string& expected) {
    throw BadInput("agent command", "'" + command + "'", expected);
  };
  std::vector<std::string> words;
  bool in_word = false;  // true while the last word is incomplete
  char quote = 0;        // the open quote, or 0
  for (std::size_t at = 0; at < command.size(); ++at) {
    const char c = command[at];
    if (quote == 0 && is_one_of(kBlanks, c)) {
      in_word = false;
      continue;
    }
    if (!std::exchange(in_word, true)) words.emplace_back();
    if (quote != 0 ? c == quote : is_one_of("'\"", c)) {
      quote = quote != 0 ? 0 : c;
    } else {
      if (escapes(command, at, quote) && ++at == command.size())
        refuse("a character after the last \\");
      words.back() += command[at];
    }
  }
  if (quote != 0) refuse(fmt::format("a second {}", quote));
  if (words.empty()) refuse("a program and its arguments");
  return words;
}

const TiltPolicyEntry& enrol_outside_controller(const OutsideAgentSpec& spec) {
  const Introduced who(spec);
  if (who.limits.decision_s <= 0) expect_turn(spec, who);
  return tilt_policies().enrol({.name = who.name,
                                .title = who.name,
                                .knows = std::string(who.card.knows->knows),
                                .summary = "a controller from outside the program: " + spec.command,
                                .source = "docs/reference/protocol.md",
                                .make = [who](const TiltTask& task) {
                                  return std::make_unique<ProtocolController>(who.words, who.card,
                                                                              who.limits, task);
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
