#include "engine/protocol/external_agent.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "engine/protocol/conversation.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/text.h"
#include "maze/grid/generator.h"

namespace marblemaze {
namespace {

/// Returns the protocol lines "maze" and "walls". Bit i of a cell's number is set if there is a
/// wall in the direction kDirections[i].
std::string maze_lines(const Maze& maze) {
  const glm::ivec3 dims = maze.grid().dims();
  std::string text = fmt::format("maze width {} height {} depth {} start {} target {}\nwalls",
                                 dims.x, dims.y, dims.z, maze.start().index, maze.target().index);
  for (int i = 0; i < maze.grid().box_cells(); ++i) {
    unsigned walls = 0;
    for (const Direction direction : kDirections)
      if (maze.has_wall(maze.grid().position(CellId(i)), direction))
        walls |= 1u << direction.index();
    text += fmt::format(" {}", walls);
  }
  return text + "\n";
}

// ---- an agent that chooses moves

constexpr const char* kModelQuestion =
    "'ask MODEL STATE MOVE' from an agent with the access level 'full' or 'copies' (a model from "
    "the line 'models', a settled or known state of the maze, and one of its moves)";
constexpr const char* kCopyQuestion =
    "'copy K', 'try K MOVE' or 'drop K' from an agent with the access level 'copies' (K is 0 for "
    "the world or the number of a copy, of which there are at most 10,000; MOVE is one of its "
    "moves)";
constexpr std::size_t kMaxCopies = 10'000;

const char* name_of(Motion ending) {
  return ending == Motion::settled ? "settled" : ending == Motion::frozen ? "frozen" : "overdue";
}

/// Parses `count` integers from the words that start at index `first`. Returns nullopt for other
/// words.
template <std::size_t count>
std::optional<std::array<std::int32_t, count>> numbers_after(
    std::size_t first, const std::vector<std::string>& words) {
  std::array<std::int32_t, count> numbers{};
  if (words.size() != first + count) return std::nullopt;
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = parse_number<std::int32_t>(words[first + i]);
    if (!number) return std::nullopt;
    numbers[i] = *number;
  }
  return numbers;
}

/// Planner that lets an external agent decide. For each decision, the planner sends the new part of
/// the state graph to the agent process and asks for a move. The process receives only information
/// within the agent's access level. Faults are permanent: the process is not restarted, and all
/// further decisions fail.
class ProtocolPlanner final : public Planner {
 public:
  ProtocolPlanner(std::unique_ptr<ChildProcess> agent, const AgentIdentity& card,
                  const AgentLimits& limits, const GrantedAdvice& advice)
      : conversation_(std::move(agent), limits, card), knowledge_(advice, card.level->access) {}

 private:
  [[nodiscard]] Decision do_plan(const StateGraph& graph, const Situation& situation) override;
  Decision read_decision();
  [[nodiscard]] std::string begin_lines() const;
  [[nodiscard]] std::string news(const StateGraph& graph);
  void answer(const std::string& line, const std::vector<std::string>& words);
  [[nodiscard]] std::optional<std::string> prediction(const std::vector<std::string>& words);
  [[nodiscard]] std::optional<std::string> copy(int number);
  [[nodiscard]] std::optional<std::string> play_copy(int number, int move);

  Conversation conversation_;
  AgentKnowledge knowledge_;
  // Copies of the world in which the agent tries moves, numbered from 1. Number 0 is the current
  // world, which does not change. Each copy has independent noise. A copy is deleted when its run
  // is over.
  std::shared_ptr<const Snapshot> snapshot_;
  std::map<int, std::unique_ptr<World>> copies_;
  int copy_count_ = 0;
  int calls_ = 0;
  std::size_t moves_ = 0;  // number of moves in the state of the last question
  // True if the last question was abandoned before the agent decided. The agent must finish the
  // abandoned decision before it gets the next question, because its queries still refer to the
  // abandoned question.
  bool decision_pending_ = false;
};

Decision ProtocolPlanner::do_plan(const StateGraph& graph, const Situation& situation) {
  const std::size_t moves = graph.arcs(situation.state).size();
  if (moves == 0) return {DecisionStatus::exhausted, {}, "no move is left", {}};
  if (decision_pending_) {
    conversation_.restart_clock();
    read_decision();
    decision_pending_ = false;
  }
  copies_.clear();
  snapshot_ = situation.snapshot;
  calls_ = 0;
  moves_ = moves;
  conversation_.ask([&](bool is_first) {
    return (is_first ? begin_lines() : "") + news(graph) +
           fmt::format("go {}\n", situation.state.index);
  });
  decision_pending_ = true;
  Decision decision = read_decision();
  decision_pending_ = false;
  return decision;
}

Decision ProtocolPlanner::read_decision() {
  while (const auto line = conversation_.read_line()) {
    const std::vector<std::string> words = split_words(*line);
    const std::string verb = words.empty() ? "" : words[0];
    if (verb == "ask" || verb == "copy" || verb == "try" || verb == "drop") {
      answer(*line, words);
    } else if (verb == "resign") {
      return {DecisionStatus::exhausted, {}, "the agent gave up", {}};
    } else {
      const auto move = verb == "move" ? numbers_after<1>(1, words) : std::nullopt;
      if (move && (*move)[0] >= 0 && static_cast<std::size_t>((*move)[0]) < moves_)
        return {DecisionStatus::moves,
                {{MoveId((*move)[0]), std::nullopt}},
                conversation_.reason(),
                {}};
      conversation_.reject(*line, fmt::format("'move N', N from 0 to {}", moves_ - 1));
    }
  }
  return {DecisionStatus::failed,
          {},
          conversation_.failure()->message,
          {},
          conversation_.failure()->fault};
}

std::string ProtocolPlanner::begin_lines() const {
  const GrantedAdvice& advice = knowledge_.advice();
  std::string text =
      fmt::format("begin orientations {} recovery {} world {} calls {}\n", advice.orientations(),
                  advice.recovery() ? 1 : 0, advice.world(), conversation_.limits().calls);
  if (const auto maze = knowledge_.maze()) text += maze_lines(*maze);
  if (!knowledge_.may(AccessFlags::walls)) return text;
  text += "models";
  for (const std::string_view name : knowledge_.models()) text.append(" ").append(name);
  return text + "\n";
}

/// Returns the part of the graph that has not been sent to the agent yet: new states, then results
/// of moves.
std::string ProtocolPlanner::news(const StateGraph& graph) {
  const AgentKnowledge::News news = knowledge_.news(graph);
  std::string lines;
  for (const KnownState& known : news.states) {
    lines += fmt::format("state {}", known.state.index);
    if (known.cell >= 0)
      lines += fmt::format(" cell {} orientation {}", known.cell, known.orientation);
    lines += fmt::format(" moves {}", known.moves);
    if (known.balanced) lines += " balanced 1";
    if (known.distance) lines += fmt::format(" distance {:.10g}", *known.distance);
    lines += "\n";
  }
  for (const KnownArc& arc : news.arcs)
    lines += fmt::format("arc {} move {} to {}\n", arc.from.index, arc.move, arc.to.index);
  return lines;
}

void ProtocolPlanner::answer(const std::string& line, const std::vector<std::string>& words) {
  const bool asks = words[0] == "ask", tries = words[0] == "try";
  const int most = conversation_.limits().calls;
  if (most > 0 && (asks || tries) && ++calls_ > most)
    return conversation_.reject(
        line, fmt::format("a decision, because the limit of {} calls is reached", most));
  const auto answered = [&]() -> std::optional<std::string> {
    if (asks) return prediction(words);
    if (!snapshot_) return std::nullopt;
    if (tries) {
      const auto numbers = numbers_after<2>(1, words);
      return numbers ? play_copy((*numbers)[0], (*numbers)[1]) : std::nullopt;
    }
    const auto number = numbers_after<1>(1, words);
    if (!number) return std::nullopt;
    if (words[0] == "copy") return copy((*number)[0]);
    return copies_.erase((*number)[0]) > 0 ? std::optional(std::string()) : std::nullopt;
  };
  conversation_.reply(line, answered, asks ? kModelQuestion : kCopyQuestion);
}

/// Answers a query such as "ask predictor 12 0" with a line such as "told 9 settled 1". Each guess
/// takes three words. The state of a guess is -1 if the marble freezes.
std::optional<std::string> ProtocolPlanner::prediction(const std::vector<std::string>& words) {
  const auto numbers = numbers_after<2>(2, words);
  if (!numbers) return std::nullopt;
  const StateId state((*numbers)[0]);
  const MoveId move((*numbers)[1]);
  if (!knowledge_.may_query(state)) return std::nullopt;
  const auto moves = knowledge_.advice().rules()->moves(state);
  const ForwardModel* const asked = knowledge_.model(words[1]);
  if (asked == nullptr || std::ranges::count(moves, move) == 0) return std::nullopt;
  std::string line = "told";
  for (const Guess& guess : knowledge_.ask(*asked, state, move))
    line += guess.to ? fmt::format(" {} settled {:.6g}", guess.to->index, guess.probability)
                     : fmt::format(" -1 frozen {:.6g}", guess.probability);
  return line + "\n";
}

/// Returns an answer such as "copied 1 state 9 moves 3".
std::optional<std::string> ProtocolPlanner::copy(int number) {
  const auto of = copies_.find(number);
  if (copies_.size() == kMaxCopies || (number != 0 && of == copies_.end())) return std::nullopt;
  const auto origin = number == 0 ? snapshot_ : Snapshot::of(*of->second);
  auto world = origin->world(static_cast<std::uint64_t>(++copy_count_));
  const std::string line = fmt::format("copied {} state {} moves {}\n", copy_count_,
                                       world->state().index, world->moves(world->state()).size());
  copies_.emplace(copy_count_, std::move(world));
  return line;
}

/// Returns an answer such as "tried 18 settled moves 3 goal 0". The number of moves is 0 if the run
/// is over.
std::optional<std::string> ProtocolPlanner::play_copy(int number, int move) {
  const auto found = copies_.find(number);
  if (found == copies_.end()) return std::nullopt;
  World& world = *found->second;
  const std::span<const MoveId> moves = world.moves(world.state());
  if (move < 0 || static_cast<std::size_t>(move) >= moves.size()) return std::nullopt;
  world.begin(moves[move]);
  const Motion ending = tick_to_rest(world);
  const bool goal = ending == Motion::settled && world.is_goal(world.state());
  const bool continues = !goal && can_continue(world, ending, knowledge_.advice().recovery());
  const int state = goal || continues ? world.state().index : -1;
  const std::string line =
      fmt::format("tried {} {} moves {} goal {}\n", state, name_of(ending),
                  continues ? world.moves(world.state()).size() : 0, goal ? 1 : 0);
  if (!continues) copies_.erase(found);
  return line;
}

// ---- a tilt policy

std::string vector_text(const glm::dvec3& v) { return fmt::format(" {} {} {}", v.x, v.y, v.z); }

std::optional<glm::dvec3> action_in(const std::vector<std::string>& words) {
  if (words.size() != 4 || words[0] != "turn") return std::nullopt;
  glm::dvec3 action;
  for (int a = 0; a < 3; ++a) {
    const auto number = parse_number<double>(words[static_cast<std::size_t>(a) + 1]);
    if (!number) return std::nullopt;
    action[a] = *number;
  }
  return glm::length(action) <= kLargestCommand ? std::optional(action) : std::nullopt;
}

/// Tilt policy that lets an external program decide. Faults are permanent.
class ProtocolPolicy final : public TiltPolicy {
 public:
  ProtocolPolicy(std::unique_ptr<ChildProcess> agent, const AgentIdentity& card,
                 const AgentLimits& limits, const TiltTask& task)
      : conversation_(std::move(agent), limits, card),
        level_(card.level->access),
        task_(task),
        path_(task.maze) {}

  [[nodiscard]] TiltChoice decide(const TiltState& seen) override {
    if (decision_pending_) {
      conversation_.restart_clock();
      static_cast<void>(read_choice());
      decision_pending_ = false;
    }
    conversation_.ask(
        [&](bool is_first) { return (is_first ? begin_lines() : "") + observation(seen); });
    decision_pending_ = true;
    TiltChoice choice = read_choice();
    decision_pending_ = false;
    return choice;
  }

 private:
  [[nodiscard]] TiltChoice read_choice() {
    while (const auto line = conversation_.read_line()) {
      if (const auto action = action_in(split_words(*line)))
        return {*action, conversation_.reason()};
      conversation_.reject(*line, "'turn X Y Z' with three numbers");
    }
    return {{}, conversation_.failure()->message, conversation_.failure()->fault};
  }

  [[nodiscard]] std::string begin_lines() const {
    std::string text =
        fmt::format("free rate {} acceleration {} seconds {} rest {}\n", task_.limits.rate,
                    task_.limits.acceleration, kCommandTicks * task_.tick_s, task_.rest ? 1 : 0);
    return includes(level_, AccessFlags::walls) ? text + maze_lines(*task_.maze) : text;
  }

  [[nodiscard]] std::string observation(const TiltState& seen) const {
    std::string line = "see";
    for (const glm::dvec3& part : {seen.marble, seen.velocity, seen.spin, seen.down, seen.rate})
      line += vector_text(part);
    const auto ahead = path_ahead(path_, seen.marble);
    if (includes(level_, AccessFlags::distances) && ahead)
      line += fmt::format(" distance {} way", ahead->length) + vector_text(ahead->direction);
    return line + "\n";
  }

  Conversation conversation_;
  AccessFlags level_;
  TiltTask task_;
  PathToTarget path_;
  // True if the last decision was interrupted. The agent still answers the abandoned observation,
  // so its answer must be read before the next observation is sent.
  bool decision_pending_ = false;
};

// ---- introductions

constexpr std::string_view kBlanks = " \t\n";
// Characters that a backslash escapes inside "". Before other characters, a backslash inside "" is
// an ordinary character.
constexpr std::string_view kEscapedInQuotes = "$`\"\\";

bool is_one_of(std::string_view letters, char c) { return letters.find(c) != letters.npos; }

bool escapes(const std::string& command, std::size_t at, char quote) {
  if (command[at] != '\\' || quote == '\'') return false;
  return quote == 0 || (at + 1 < command.size() && is_one_of(kEscapedInQuotes, command[at + 1]));
}

/// Hashes the words of a command and the files that the words name, so that an edited agent is not
/// confused with an earlier version. Eight digits are enough to distinguish one user's agents.
std::string short_hash(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) {
    all += word + '\0';
    std::error_code none;
    if (std::filesystem::is_regular_file(word, none) && !std::filesystem::is_empty(word, none))
      all += read_text_file(word) + '\0';
  }
  return text_hash(all).substr(0, 8);
}

std::string name_of(const AgentIdentity& card, const std::vector<std::string>& words,
                    const ExternalAgentSpec& spec) {
  const AgentLimits &limits = spec.limits, &usual = spec.usual;
  std::string name = fmt::format("{} {} ({})", card.name, card.version, short_hash(words));
  if (limits.decision_s != usual.decision_s)
    name += limits.decision_s > 0 ? fmt::format(" {:g} s a decision", limits.decision_s)
                                  : " any time a decision";
  if (limits.moves != usual.moves) name += fmt::format(" {} moves", limits.moves);
  if (limits.calls != usual.calls) name += fmt::format(" {} calls a decision", limits.calls);
  return name;
}

struct IntroducedAgent {
  explicit IntroducedAgent(const ExternalAgentSpec& spec)
      : words(command_words(spec.command)), limits(spec.limits) {
    Conversation talk(process(), limits);
    const auto introduced = talk.request_introduction();
    if (!introduced)
      throw BadInput(fmt::format("agent command '{}': {}", spec.command, talk.failure()->message));
    card = *introduced;
    name = name_of(card, words, spec);
  }
  [[nodiscard]] std::unique_ptr<ChildProcess> process() const {
    return std::make_unique<ChildProcess>(words);
  }

  std::vector<std::string> words;
  AgentLimits limits;
  AgentIdentity card;
  std::string name;
};

/// Checks that a policy returns an action in a small maze. An agent for discrete moves would ignore
/// the observations of tilt control, and without a time limit each run would wait forever. Throws
/// BadInput if no action is returned in time.
void require_action(const ExternalAgentSpec& spec, const IntroducedAgent& who) {
  AgentLimits limits = who.limits;
  limits.decision_s = limits.start_s;
  const auto maze = std::make_shared<const Maze>(generate_kruskal(2, Layers::all, 1));
  ProtocolPolicy policy(who.process(), who.card, limits,
                        {.maze = maze,
                         .limits = {.rate = 1, .acceleration = 1},
                         .tick_s = 0.01,
                         .make_rollouts = nullptr});
  const TiltChoice choice = policy.decide({.marble = glm::dvec3(0.5)});
  if (choice.fault == Fault::timed_out)
    throw BadInput(fmt::format("agent command '{}': {}: expected a tilt policy's 'turn X Y Z'",
                               spec.command, choice.reason));
}

}  // namespace

std::vector<std::string> command_words(const std::string& command) {
  const auto reject = [&](const std::string& expected) {
    throw BadInput("agent command", "'" + command + "'", expected);
  };
  std::vector<std::string> words;
  bool in_word = false;
  char quote = 0;  // 0 outside quotes
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
        reject("a character after the last \\");
      words.back() += command[at];
    }
  }
  if (quote != 0) reject(fmt::format("a second {}", quote));
  if (words.empty()) reject("a program and its arguments");
  return words;
}

std::unique_ptr<Planner> protocol_planner(std::unique_ptr<ChildProcess> agent,
                                          const AgentIdentity& card, const AgentLimits& limits,
                                          const GrantedAdvice& advice) {
  return std::make_unique<ProtocolPlanner>(std::move(agent), card, limits, advice);
}

const TiltPolicyEntry& register_external_policy(const ExternalAgentSpec& spec) {
  const IntroducedAgent who(spec);
  if (who.limits.decision_s <= 0) require_action(spec, who);
  return tilt_policies().register_row({.name = who.name,
                                       .title = who.name,
                                       .knows = std::string(who.card.level->knows),
                                       .summary = "an external tilt policy: " + spec.command,
                                       .source = "docs/reference/protocol.md",
                                       .make = [who](const TiltTask& task) {
                                         return std::make_unique<ProtocolPolicy>(
                                             who.process(), who.card, who.limits, task);
                                       }});
}

const PlannerEntry& register_external_agent(const ExternalAgentSpec& spec) {
  const IntroducedAgent who(spec);
  return planners().register_row({.name = who.name,
                                  .title = who.name,
                                  .access = who.card.level->access,
                                  .knows = std::string(who.card.level->knows),
                                  .summary = "an external agent: " + spec.command,
                                  .source = "docs/reference/protocol.md",
                                  .predicts = false,
                                  .make =
                                      [who](const GrantedAdvice& advice) {
                                        return protocol_planner(who.process(), who.card, who.limits,
                                                                advice);
                                      },
                                  .simulates = true,
                                  .move_limit = who.limits.moves});
}

}  // namespace marblemaze
