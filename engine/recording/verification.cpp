#include "engine/recording/verification.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/recording/game_recording.h"
#include "engine/recording/recording.h"
#include "engine/version.h"
#include "maze/base/errors.h"
#include "maze/base/lists.h"
#include "maze/base/text.h"
#include "maze/grid/generator.h"

namespace marblemaze {
namespace {

bool by_hand(const RecordedMove& move) { return move.reason == kChosenByUser; }

/// Returns the index of the first element that differs or that exists in only one of the lists.
std::optional<std::size_t> first_difference(const auto& a, const auto& b, const auto& equal) {
  const auto [in_a, in_b] = std::mismatch(a.begin(), a.end(), b.begin(), b.end(), equal);
  if (in_a == a.end() && in_b == b.end()) return std::nullopt;
  return static_cast<std::size_t>(in_a - a.begin());
}

/// Returns the player of the replay. If the agent does not play, the recorded moves are replayed as
/// manual moves.
PlayerSpec replaying_player(PlayerSpec recorded, bool plays_itself) {
  if (!plays_itself) recorded.agent = "breadth-first";
  recorded.by_hand = !plays_itself;
  return recorded;
}

/// Prepares the next recorded move. Scheme switches and manual moves always come from the
/// recording. If the agent does not play, all other moves also come from the recording. Returns
/// false if the move is impossible.
bool prepare(Episode& episode, const RecordedMove& move, bool agent_plays) {
  if (!move.move.valid()) {
    episode.switch_scheme(move.control);
    return true;
  }
  const bool person = !agent_plays || by_hand(move);
  episode.set_by_hand(person);
  return !person || episode.choose(move.move);
}

/// Advances the episode by the recorded number of ticks. Afterwards, the agent can end the run
/// without a tick, for example by giving up.
void follow(Episode& episode, const std::vector<RecordedMove>& moves, long ticks, Outcome outcome,
            bool agent_plays) {
  auto next = moves.begin();
  while (episode.ticks() < ticks) {
    const bool chooses = episode.at_rest() && next != moves.end();
    if (chooses && !prepare(episode, *next++, agent_plays)) return;
    if (!episode.tick()) return;
  }
  if (!agent_plays || outcome == Outcome::running || episode.outcome() != Outcome::running) return;
  if (episode.at_rest()) episode.set_by_hand(false);
  episode.tick();
}

Recording replay(const Recording& recording, bool agent_plays) {
  RunSpec spec = recording.spec;
  spec.player = replaying_player(spec.player, agent_plays);
  Episode episode(spec);
  Recording again;
  record(episode, again);
  follow(episode, recording.moves, static_cast<long>(recording.ticks.size()), recording.outcome,
         agent_plays);
  again.spec.player.agent = recording.spec.player.agent;
  return again;
}

GameRecording replay(const GameRecording& game, bool agent_plays) {
  const Environment environment = environment_of(game);
  Episode episode(*environment.world, environment.advice,
                  replaying_player({.agent = game.agent}, agent_plays));
  GameRecording again = game;
  again.moves.clear();
  record_moves(episode, again.moves);
  // In a logic maze, the first tick settles the world, and each move takes one tick.
  follow(episode, game.moves, static_cast<long>(game.moves.size()) + 1, game.outcome, agent_plays);
  again.outcome = episode.outcome();
  again.agent = game.agent;
  return again;
}

int count_moves(const std::vector<RecordedMove>& moves) {
  return static_cast<int>(std::count_if(
      moves.begin(), moves.end(), [](const RecordedMove& move) { return move.move.valid(); }));
}

bool same_decision(const RecordedMove& a, const RecordedMove& b) {
  return a.move == b.move && a.reason == b.reason && a.plan == b.plan;
}

bool ended_by_agent(Outcome outcome) {
  return outcome == Outcome::unsolvable || outcome == Outcome::capped || is_fault(outcome);
}

const std::string& agent_of(const Recording& run) { return run.spec.agent(); }
const std::string& agent_of(const GameRecording& game) { return game.agent; }

template <class Run>
void copy_outcome(const Run& recorded, Run& again, Verification& result) {
  if (again.outcome != Outcome::running || !ended_by_agent(recorded.outcome)) return;
  again.outcome = recorded.outcome;
  result.not_verified.push_back(
      fmt::format("the outcome '{}', which was the agent's answer", to_string(recorded.outcome)));
}

/// Copies the reasons and plans, which only the original player can reproduce. Also copies the
/// outcome if the agent ended the run.
template <class Run>
void copy_reasons(const Run& recorded, Run& again, Verification& result) {
  for (std::size_t i = 0; i < std::min(recorded.moves.size(), again.moves.size()); ++i) {
    if (!again.moves[i].move.valid()) continue;
    again.moves[i].reason = recorded.moves[i].reason;
    again.moves[i].plan = recorded.moves[i].plan;
  }
  copy_outcome(recorded, again, result);
}

/// Replays a run with the recorded agent. If the agent is unknown or decides differently, replays
/// the recorded moves.
template <class Run>
Run replay_verified(const Run& recorded, Verification& result) {
  const auto& moves = recorded.moves;
  if (std::any_of(moves.begin(), moves.end(), by_hand))
    result.not_verified.emplace_back("the reasons for manual moves");
  if (planners().find(agent_of(recorded)) != nullptr) {
    Run again = replay(recorded, true);
    const auto different = first_difference(moves, again.moves, same_decision);
    if (!different) return again;
    result.not_verified.push_back(fmt::format(
        "the reasons and plans from move entry {1} onwards, where {0} decides differently",
        agent_of(recorded), *different + 1));
  } else if (agent_of(recorded) != kManualPlayer) {
    result.not_verified.push_back(
        fmt::format("the reasons and plans of the unknown agent '{}'", agent_of(recorded)));
  } else if (!std::all_of(moves.begin(), moves.end(), by_hand)) {
    result.not_verified.emplace_back("the reasons and plans of the agent that took over");
  }
  Run again = replay(recorded, false);
  copy_reasons(recorded, again, result);
  return again;
}

class RecordedCommands final : public TiltPolicy {
 public:
  explicit RecordedCommands(const std::vector<RecordedCommand>& commands) : commands_(commands) {}
  TiltChoice decide(const TiltState&) override {
    const RecordedCommand& command = checked(commands_, next_++, "command");
    return {fractions_of(command.steps), command.reason};
  }

 private:
  const std::vector<RecordedCommand>& commands_;
  std::size_t next_ = 0;
};

Recording replay_tilt(const Recording& recorded, const MakeTiltPolicy& make = nullptr) {
  Episode episode(recorded.spec, make);
  Recording again;
  record(episode, again);
  while (again.ticks.size() < recorded.ticks.size() && episode.tick()) {
  }
  return again;
}

/// Replays a run with the recorded tilt policy. If the policy is unknown or chooses different
/// commands, replays the recorded commands.
Recording replay_tilt(const Recording& recorded, Verification& result) {
  if (tilt_policies().find(agent_of(recorded)) != nullptr) {
    Recording again = replay_tilt(recorded);
    if (again.commands == recorded.commands) return again;
    result.not_verified.push_back(
        fmt::format("the commands and reasons: {} chooses different commands", agent_of(recorded)));
  } else {
    result.not_verified.push_back(
        fmt::format("the commands and reasons of '{}', which is not a tilt policy of this program",
                    agent_of(recorded)));
  }
  Recording again = replay_tilt(recorded, [&](const TiltTask&) {
    return std::make_unique<RecordedCommands>(recorded.commands);
  });
  copy_outcome(recorded, again, result);
  return again;
}

/// Describes the first difference in the moves or the outcome, or returns an empty string.
template <class Run>
std::string describe_difference(const Run& recorded, const Run& again) {
  const auto text_at = [](const std::vector<RecordedMove>& moves, std::size_t i) {
    return i < moves.size() ? move_json(moves[i]).dump() : "none";
  };
  const auto same = [](const RecordedMove& a, const RecordedMove& b) {
    return move_json(a).dump() == move_json(b).dump();
  };
  if (const auto i = first_difference(recorded.moves, again.moves, same))
    return fmt::format("in entry {} of the moves: recorded {}, found {}", *i + 1,
                       text_at(recorded.moves, *i), text_at(again.moves, *i));
  if (recorded.outcome != again.outcome)
    return fmt::format("in the outcome: recorded '{}', found '{}'", to_string(recorded.outcome),
                       to_string(again.outcome));
  return {};
}

constexpr const char* kDifferentEncoding =
    "in its encoding: this program would write the same run with different bytes";

/// Returns the index of the first tick that differs. `other` is the xor of the hashes of two equal
/// ticks.
std::optional<std::size_t> tick_difference(const Recording& recorded, const Recording& again,
                                           std::uint32_t other) {
  return first_difference(recorded.ticks, again.ticks,
                          [&](const RecordedTick& a, const RecordedTick& b) {
                            return quantise(a) == quantise(b) && (a.hash ^ b.hash) == other;
                          });
}

void compare_ticks(const Recording& recorded, const Recording& again, Verification& result) {
  result.ticks_compared = result.ticks = static_cast<long>(recorded.ticks.size());
  const auto found = tick_difference(recorded, again, 0);
  if (!found) return;
  // If the first two lines of the files differ, the hashes of all ticks differ by the same value.
  if (*found == 0 && result.ticks > 0 && !again.ticks.empty() &&
      !tick_difference(recorded, again, recorded.tick(0).hash ^ again.tick(0).hash)) {
    result.difference = describe_difference(recorded, again);
    if (result.difference.empty())
      result.difference = "in its header, which describes the run's origin";
    return;
  }
  const long first = static_cast<long>(*found);
  const auto move = recorded.move_at(first);
  result.first_difference = first;
  result.ticks_compared = std::min(first + 1, static_cast<long>(again.ticks.size()));
  result.difference =
      fmt::format("at tick {} ({:.2f} s, move {})", first,
                  static_cast<double>(first) * recorded.spec.setup.settings.solver.step,
                  move ? recorded.move(*move).number : 0);
}

void compare_ends(const GameRecording& recorded, const GameRecording& again, Verification& result) {
  const auto found = first_difference(recorded.moves, again.moves,
                                      [](const RecordedMove& a, const RecordedMove& b) {
                                        return a.move == b.move && a.to == b.to;
                                      });
  if (!found) return;
  result.first_difference = static_cast<long>(*found) + 1;
  result.difference = fmt::format("at move {}", *result.first_difference);
}

void check_build(const std::string& build, Verification& result) {
  result.same_build = build == build_id();
  if (result.same_build) return;
  result.builds = fmt::format("{}; this is {}", build, build_id());
  result.not_verified.emplace_back("the build ID");
}

/// Adds a note if the origin of the maze cannot be verified. Only the Kruskal generator is run
/// again, because other generators are too slow.
void check_origin(const Maze& maze, Verification& result) {
  const auto& [generator, seed] = maze.generator();
  if (generator.empty()) return;
  if (generator == "kruskal" &&
      generate_kruskal(maze.grid().dims(), maze.grid().layers(), seed) == maze)
    return;
  result.not_verified.push_back(
      fmt::format("that '{}' generates this maze from seed {}", generator, seed));
}

Verification verify_run(const std::string& bytes, const std::string& name) {
  const Recording recorded = recording_from_bytes(bytes, name);
  Verification result;
  result.continuous = recorded.spec.tilt.has_value();
  check_build(recorded.build, result);
  if (recorded.ticks.empty())
    result.not_verified.emplace_back(
        "the maze and the settings, because a recording without ticks contains no hash of them");
  check_origin(*recorded.spec.setup.maze, result);
  Recording again =
      recorded.spec.tilt ? replay_tilt(recorded, result) : replay_verified(recorded, result);
  again.build = recorded.build;
  result.moves_made =
      recorded.spec.tilt ? static_cast<int>(again.commands.size()) : count_moves(again.moves);
  compare_ticks(recorded, again, result);
  if (result.same()) result.difference = describe_difference(recorded, again);
  if (result.same() && recording_bytes(again) != bytes) result.difference = kDifferentEncoding;
  return result;
}

Verification verify_game(const std::string& bytes, const std::string& name) {
  const GameRecording recorded = game_from_bytes(bytes, name);
  Verification result;
  check_build(recorded.build, result);
  GameRecording again = replay_verified(recorded, result);
  result.moves_made = count_moves(again.moves);
  if (!recorded.name.empty())
    result.not_verified.push_back(
        fmt::format("that the maze matches the file '{}'", recorded.name));
  else if (!is_of_seed(recorded))
    result.difference =
        fmt::format("in the maze: seed {} generates a different maze", recorded.seed);
  if (result.same()) compare_ends(recorded, again, result);
  if (result.same()) result.difference = describe_difference(recorded, again);
  if (result.same() && game_bytes(again) != bytes) result.difference = kDifferentEncoding;
  return result;
}

}  // namespace

Verification verify_recording(const std::string& bytes, const std::string& name) {
  return is_game_recording(bytes) ? verify_game(bytes, name) : verify_run(bytes, name);
}

std::string describe(const Verification& result) {
  const std::string moves = result.continuous ? pluralize(result.moves_made, "command")
                                              : pluralize(result.moves_made, "move");
  std::string text = "differs " + result.difference;
  if (result.same())
    text = result.ticks > 0 ? fmt::format("identical: {} ticks, {}", result.ticks, moves)
                            : "identical: " + moves;
  if (result.same() && !result.not_verified.empty())
    text += fmt::format("; not verified: {}", fmt::join(result.not_verified, "; "));
  if (!result.same_build)
    text = fmt::format(
        "recorded by another build ({}): {}{}", result.builds, text,
        result.first_difference && result.ticks > 0 ? ", which is not a bug in this program" : "");
  return message_line(text);
}

}  // namespace marblemaze
