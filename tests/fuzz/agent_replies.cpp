// Fuzzes the replies of an external agent through real pipes. The first input byte selects the
// agent's access level. The other bytes are the replies, which the agent writes before the first
// request. The agent closes its pipe after the last reply.
#include <array>

#include <fcntl.h>
#include <unistd.h>

#include "agent/belief/path_predictor.h"
#include "engine/protocol/child_process.h"
#include "engine/protocol/conversation.h"
#include "fuzz/fuzz_target.h"
#include "maze/grid/generator.h"

namespace marblemaze {
namespace {

constexpr std::size_t kMaxTotalBytes = 32768;  // smaller than a pipe buffer
constexpr std::array kClasses{"blind", "heuristic", "full"};

std::array<int, 2> made_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) fuzz::fail("cannot make a pipe");
  return ends;
}

struct Agent {
  explicit Agent(std::string_view replies) : to(made_pipe()) {
    const std::array<int, 2> from = made_pipe();
    if (write(from[1], replies.data(), replies.size()) != static_cast<ssize_t>(replies.size()))
      fuzz::fail("cannot fill a pipe");
    close(from[1]);
    process = std::make_unique<ChildProcess>(to[1], from[0]);
  }
  ~Agent() { close(to[0]); }
  Agent(const Agent&) = delete;
  Agent& operator=(const Agent&) = delete;

  std::array<int, 2> to;
  std::unique_ptr<ChildProcess> process;
};

const Advice& advice() {
  static const auto maze = std::make_shared<const Maze>(generate_kruskal(3, Layers::all, 1));
  static const Advice known = maze_advice(
      maze, std::make_shared<const OrientationScheme>(ControlScheme::cube_8, Layers::all));
  return known;
}

StateGraph known_states(std::span<const MoveId> moves) {
  StateGraph graph;
  graph.add(StateId(0), moves);
  graph.add(StateId(9), moves);
  graph.record(StateId(0), moves[0], StateId(9), true);
  return graph;
}

void play(const AgentIdentity& card, Agent& agent) {
  const GrantedAdvice granted = advice().restricted_to(card.level->access);
  const auto planner = protocol_planner(std::move(agent.process), card, {.decision_s = 5}, granted);
  const auto moves = advice().rules->moves(StateId(0));
  for (int i = 0; i < 8; ++i) {
    const Decision decision = planner->plan(known_states(moves), {StateId(0), nullptr});
    // The rule quotes a line of the reply, in which each invalid byte becomes three bytes.
    fuzz::require_one_line(decision.reason, 3 * ChildProcess::kMaxLineBytes);
    if (decision.status != DecisionStatus::moves) break;
    fuzz::require(decision.moves.size() == 1 && decision.moves[0].move.valid() &&
                      decision.moves[0].move.index < static_cast<int>(moves.size()),
                  "a decision is a move of the state");
  }
}

}  // namespace

void fuzz::test_input(const std::string& input) {
  if (input.empty() || input.size() > kMaxTotalBytes) return;
  Choices choices(input);
  const AgentIdentity card{"a", "1", access_level_named(kClasses[choices.below(kClasses.size())])};
  Agent agent(choices.rest());
  play(card, agent);
}

}  // namespace marblemaze
