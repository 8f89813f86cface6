#include "engine/protocol/protocol_planner.h"

#include <utility>

#include <fmt/format.h>

#include "engine/protocol/conversation.h"
#include "maze/base/stop.h"
#include "maze/base/text.h"
#include "maze/grid/maze.h"

namespace marblemaze {

/// Bit i of a cell's number is set if there is a wall towards kDirections[i].
std::string maze_lines(const Maze& maze) {
  const glm::ivec3 dims = maze.grid().dims();
  std::string text = fmt::format("maze width {} height {} depth {} start {} target {}\nwalls",
                                 dims.x, dims.y, dims.z, maze.start().index, maze.target().index);
  for (int i = 0; i < maze.grid().box_cells(); ++i) {
    unsigned walls = 0;
    for (const Direction direction : kDirections)
      if (maze.wall(maze.grid().position(CellId(i)), direction)) walls |= 1u << direction.index();
    text += fmt::format(" {}", walls);
  }
  return text + "\n";
}

ProtocolPlanner::ProtocolPlanner(const std::vector<std::string>& words, const AgentCard& card,
                                 const AgentLimits& limits, const GrantedAdvice& advice)
    : ProtocolPlanner(std::make_unique<ChildProcess>(words), card, limits, advice) {}

ProtocolPlanner::ProtocolPlanner(std::unique_ptr<ChildProcess> agent, const AgentCard& card,
                                 const AgentLimits& limits, const GrantedAdvice& advice)
    : talk_(std::move(agent)),
      card_(card),
      limits_(limits),
      knowledge_(advice, card.knows->knowledge) {}

ProtocolPlanner::~ProtocolPlanner() {
  try {
    if (has_begun_) talk_.take_leave();
  } catch (...) {
    // A destructor must not throw, and the agent need not receive a goodbye.
  }
}

Decision ProtocolPlanner::no_decision() const {
  return {Answer::failed, {}, talk_.failure()->words, {}, talk_.failure()->fault};
}

/// Introduces the agent in its first plan, which may run in the background; if that plan was
/// stopped, in the next one.
bool ProtocolPlanner::introduced() {
  talk_.begin_exchange(limits_.start_s);
  if (!std::exchange(asked_for_card_, true)) ask_for_card(talk_);
  return hear_same_card(talk_, card_);
}

std::string ProtocolPlanner::opening() const {
  const GrantedAdvice& advice = knowledge_.advice();
  std::string text =
      fmt::format("begin orientations {} recovery {} world {} calls {}\n", advice.orientations(),
                  advice.recovery() ? 1 : 0, advice.world(), limits_.calls);
  if (const auto maze = knowledge_.maze()) text += maze_lines(*maze);
  if (!knowledge_.may(AccessLevel::walls)) return text;
  text += "models";
  for (const std::string_view name : knowledge_.models()) text.append(" ").append(name);
  return text + "\n";
}

/// Returns what the graph knows and the agent has not been told: new states first, then results of
/// moves.
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

Decision ProtocolPlanner::do_plan(const StateGraph& graph, const Situation& situation) {
  const std::size_t moves = graph.arcs(situation.state).size();
  if (moves == 0) return {Answer::exhausted, {}, "no move is left", {}};
  if (!has_begun_ && !introduced()) return no_decision();
  const std::string begin = std::exchange(has_begun_, true) ? "" : opening();
  talk_.begin_exchange(limits_.decision_s);
  copies_.begin(situation.exact, knowledge_.advice().recovery());
  calls_ = 0;
  talk_.tell(begin + news(graph) + fmt::format("go {}\n", situation.state.index));
  try {
    return hear_decision(moves);
  } catch (const Interrupted&) {
    ++unheard_;  // the agent will still answer
    throw;
  }
}

Decision ProtocolPlanner::hear_decision(std::size_t moves) {
  std::string reason = "chosen by " + card_.name;
  while (const auto line = talk_.hear()) {
    const std::vector<std::string_view> words = line_words(*line);
    const std::string_view verb = words.empty() ? "" : words[0];
    if (verb == "info") {
      if (const std::string said = printable(rest_of(*line, verb)); !said.empty()) reason = said;
    } else if (verb == "ask" || verb == "copy" || verb == "try" || verb == "drop") {
      answer(*line, words);
    } else if (unheard_ > 0 && (verb == "move" || verb == "resign")) {
      --unheard_;
    } else if (verb == "resign") {
      return {Answer::exhausted, {}, "the agent gave up", {}};
    } else {
      const auto move =
          verb == "move" && words.size() == 2 ? number_from<std::int32_t>(words[1]) : std::nullopt;
      if (move && *move >= 0 && static_cast<std::size_t>(*move) < moves)
        return {Answer::moves, {{MoveId(*move), std::nullopt}}, reason, {}};
      talk_.refuse(*line, fmt::format("'move N', N from 0 to {},", moves - 1));
    }
  }
  return no_decision();
}

void ProtocolPlanner::answer(const std::string& line, const std::vector<std::string_view>& words) {
  const bool asks = words[0] == "ask";
  if (limits_.calls > 0 && (asks || words[0] == "try") && ++calls_ > limits_.calls)
    return talk_.refuse(line, fmt::format("a choice after {} calls", limits_.calls));
  talk_.pause();
  const auto answer = [&] {
    const StopScope scope{StopToken()};  // the agent waits for a complete answer
    return asks ? model_answer(knowledge_, words) : copies_.answer(words);
  }();
  talk_.go_on();
  if (answer)
    talk_.tell(*answer);
  else
    talk_.refuse(line, asks ? kModelQuestion : CopyAnswers::kQuestion);
}

}  // namespace marblemaze
