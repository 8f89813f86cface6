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

bool by_hand(const RecordedMove& move) { return move.reason == kChosenByHand; }

/// Returns the player of the replay. If the agent does not play, the recorded moves are entered as
/// manual moves, and another agent observes.
PlayerSpec player_of(PlayerSpec recorded, bool plays_itself) {
  if (!plays_itself) recorded.agent = "breadth-first";
  recorded.by_hand = !plays_itself;
  return recorded;
}

/// Prepares the next recorded move. Scheme switches and manual moves are taken from the recording,
/// and so are all other moves if the agent does not play. Returns false if the move is impossible.
bool prepare(Episode& episode, const RecordedMove& move, bool agent_plays) {
  if (!move.move.valid()) {
    episode.switch_scheme(move.control);
    return true;
  }
  const bool person = !agent_plays || by_hand(move);
  episode.let_person_play(person);
  return !person || episode.choose(move.move);
}

/// Advances the episode by the recorded number of ticks. Then lets the agent end the run, for
/// example by giving up, which takes no tick.
void follow(Episode& episode, const std::vector<RecordedMove>& moves, long ticks, Outcome outcome,
            bool agent_plays) {
  auto next = moves.begin();
  while (episode.ticks() < ticks) {
    const bool chooses = episode.at_rest() && next != moves.end();
    if (chooses && !prepare(episode, *next++, agent_plays)) return;
    if (!episode.tick()) return;
  }
  if (!agent_plays || outcome == Outcome::running || episode.outcome() != Outcome::running) return;
  if (episode.at_rest()) episode.let_person_play(false);
  episode.tick();
}

Recording played_again(const Recording& recording, bool agent_plays) {
  RunSpec spec = recording.spec;
  spec.player = player_of(spec.player, agent_plays);
  Episode episode(spec);
  Recording again;
  record(episode, again);
  follow(episode, recording.moves, static_cast<long>(recording.ticks.size()), recording.outcome,
         agent_plays);
  again.spec.player.agent = recording.spec.player.agent;
  return again;
}

GameRecording played_again(const GameRecording& game, bool agent_plays) {
  const Environment environment = environment_of(game);
  Episode episode(*environment.world, environment.advice,
                  player_of({.agent = game.agent}, agent_plays));
  GameRecording again = game;
  again.moves.clear();
  record_moves(episode, again.moves);
  // In a logic maze, the first tick settles the world, and each move takes one tick.
  follow(episode, game.moves, static_cast<long>(game.moves.size()) + 1, game.outcome, agent_plays);
  again.outcome = episode.outcome();
  again.agent = game.agent;
  return again;
}

int moves_of(const std::vector<RecordedMove>& moves) {
  return static_cast<int>(std::count_if(
      moves.begin(), moves.end(), [](const RecordedMove& move) { return move.move.valid(); }));
}

/// Returns the index of the first move for which the decisions of the agent differ.
std::optional<std::size_t> decided_otherwise(const std::vector<RecordedMove>& recorded,
                                             const std::vector<RecordedMove>& found) {
  const auto same = [](const RecordedMove& a, const RecordedMove& b) {
    return a.move == b.move && a.reason == b.reason && a.plan == b.plan;
  };
  const auto [there, here] =
      std::mismatch(recorded.begin(), recorded.end(), found.begin(), found.end(), same);
  if (there == recorded.end() && here == found.end()) return std::nullopt;
  return static_cast<std::size_t>(there - recorded.begin());
}

/// Returns true if the agent, rather than the world, ended the run.
bool is_an_answer(Outcome outcome) {
  return outcome == Outcome::unsolvable || outcome == Outcome::capped || is_fault(outcome);
}

const std::string& agent_of(const Recording& run) { return run.spec.agent(); }
const std::string& agent_of(const GameRecording& game) { return game.agent; }

template <class Run>
void take_over_answer(const Run& recorded, Run& again, Verification& result) {
  if (again.outcome != Outcome::running || !is_an_answer(recorded.outcome)) return;
  again.outcome = recorded.outcome;
  result.not_verified.push_back(
      fmt::format("the outcome '{}', which was the agent's answer", to_string(recorded.outcome)));
}

/// Copies the recorded reasons and plans, which only the original player can reproduce, and the
/// outcome if the agent ended the run.
template <class Run>
void take_over_reasons(const Run& recorded, Run& again, Verification& result) {
  for (std::size_t i = 0; i < std::min(recorded.moves.size(), again.moves.size()); ++i) {
    if (!again.moves[i].move.valid()) continue;
    again.moves[i].reason = recorded.moves[i].reason;
    again.moves[i].plan = recorded.moves[i].plan;
  }
  take_over_answer(recorded, again, result);
}

/// Replays a run with its agent. If the agent is unknown or decides differently, replays the
/// recorded moves.
template <class Run>
Run made_again(const Run& recorded, Verification& result) {
  const auto& moves = recorded.moves;
  if (std::any_of(moves.begin(), moves.end(), by_hand))
    result.not_verified.emplace_back("the reasons for manual moves");
  if (planners().find(agent_of(recorded)) != nullptr) {
    Run again = played_again(recorded, true);
    const auto otherwise = decided_otherwise(moves, again.moves);
    if (!otherwise) return again;
    result.not_verified.push_back(fmt::format(
        "the reasons and plans from move entry {1} onwards, where {0} decides differently",
        agent_of(recorded), *otherwise + 1));
  } else if (agent_of(recorded) != kByHand) {
    result.not_verified.push_back(
        fmt::format("the reasons and plans of the unknown agent '{}'", agent_of(recorded)));
  } else if (!std::all_of(moves.begin(), moves.end(), by_hand)) {
    result.not_verified.emplace_back("the reasons and plans of the agent that took over");
  }
  Run again = played_again(recorded, false);
  take_over_reasons(recorded, again, result);
  return again;
}

/// Policy that replays recorded commands and their reasons.
class RecordedCommands final : public TiltPolicy {
 public:
  explicit RecordedCommands(const std::vector<RecordedCommand>& commands) : commands_(commands) {}
  TiltChoice decide(const TiltState&) override {
    const RecordedCommand& command = checked(commands_, next_++, "command");
    return {shares_of(command.steps), command.reason};
  }

 private:
  const std::vector<RecordedCommand>& commands_;
  std::size_t next_ = 0;
};

Recording turned_again(const Recording& recorded, const MakeTiltPolicy& make = nullptr) {
  Episode episode(recorded.spec, make);
  Recording again;
  record(episode, again);
  while (again.ticks.size() < recorded.ticks.size() && episode.tick()) {
  }
  return again;
}

/// Replays a run with its policy. If the policy is unknown or chooses different commands, replays
/// the recorded commands.
Recording turned_again(const Recording& recorded, Verification& result) {
  if (tilt_policies().find(agent_of(recorded)) != nullptr) {
    Recording again = turned_again(recorded);
    if (again.commands == recorded.commands) return again;
    result.not_verified.push_back(
        fmt::format("the commands and reasons: {} chooses different commands", agent_of(recorded)));
  } else {
    result.not_verified.push_back(
        fmt::format("the commands and reasons of '{}', which is not a tilt policy of this program",
                    agent_of(recorded)));
  }
  Recording again = turned_again(recorded, [&](const TiltTask&) {
    return std::make_unique<RecordedCommands>(recorded.commands);
  });
  take_over_answer(recorded, again, result);
  return again;
}

/// Describes the first difference in the moves or the outcome. Returns an empty string if there is
/// none.
template <class Run>
std::string said_difference(const Run& recorded, const Run& again) {
  const auto words = [](const RecordedMove& move) { return move_json(move).dump(); };
  const auto [was, is] = std::mismatch(
      recorded.moves.begin(), recorded.moves.end(), again.moves.begin(), again.moves.end(),
      [&](const RecordedMove& a, const RecordedMove& b) { return words(a) == words(b); });
  if (was != recorded.moves.end() || is != again.moves.end())
    return fmt::format("in entry {} of the moves: recorded {}, found {}",
                       was - recorded.moves.begin() + 1,
                       was == recorded.moves.end() ? "none" : words(*was),
                       is == again.moves.end() ? "none" : words(*is));
  if (recorded.outcome != again.outcome)
    return fmt::format("in the outcome: recorded '{}', found '{}'", to_string(recorded.outcome),
                       to_string(again.outcome));
  return {};
}

constexpr const char* kNotInOurForm =
    "in its encoding: this program would write the same run with different bytes";

/// Returns the first tick that differs. `other` is the xor of the hashes of two equal ticks.
std::optional<long> tick_difference(const Recording& recorded, const Recording& again,
                                    std::uint32_t other) {
  const std::size_t common = std::min(recorded.ticks.size(), again.ticks.size());
  for (std::size_t i = 0; i < common; ++i) {
    const RecordedTick was = recorded.ticks[i], is = again.ticks[i];
    if (quantise(was) != quantise(is) || (was.hash ^ is.hash) != other) return static_cast<long>(i);
  }
  if (recorded.ticks.size() == again.ticks.size()) return std::nullopt;
  return static_cast<long>(common);
}

void compare_ticks(const Recording& recorded, const Recording& again, Verification& result) {
  result.ticks_compared = result.ticks = static_cast<long>(recorded.ticks.size());
  const auto first = tick_difference(recorded, again, 0);
  if (!first) return;
  // In files, the hash of each tick is combined with the hash of the two lines. If the lines
  // differ, all ticks differ by the same value.
  const auto of_all = [&] { return recorded.tick(0).hash ^ again.tick(0).hash; };
  if (*first == 0 && result.ticks > 0 && !again.ticks.empty() &&
      !tick_difference(recorded, again, of_all())) {
    result.difference = said_difference(recorded, again);
    if (result.difference.empty())
      result.difference = "in its header, which describes the run's origin";
    return;
  }
  const auto move = recorded.move_at(*first);
  result.first_difference = first;
  result.ticks_compared = std::min(*first + 1, static_cast<long>(again.ticks.size()));
  result.difference =
      fmt::format("at tick {} ({:.2f} s, move {})", *first,
                  static_cast<double>(*first) * recorded.spec.setup.settings.solver.step,
                  move ? recorded.move(*move).number : 0);
}

/// Finds the first move of a game that differs or has a different result.
void compare_ends(const GameRecording& recorded, const GameRecording& again, Verification& result) {
  const auto same_end = [](const RecordedMove& a, const RecordedMove& b) {
    return a.move == b.move && a.to == b.to;
  };
  const auto found = std::mismatch(recorded.moves.begin(), recorded.moves.end(),
                                   again.moves.begin(), again.moves.end(), same_end)
                         .first;
  if (found == recorded.moves.end()) return;
  result.first_difference = found - recorded.moves.begin() + 1;
  result.difference = fmt::format("at move {}", *result.first_difference);
}

void name_other_build(const std::string& build, Verification& result) {
  result.same_build = build == build_id();
  if (result.same_build) return;
  result.builds = fmt::format("{}; this is {}", build, build_id());
  result.not_verified.emplace_back("the build ID");
}

/// Adds a note if the origin of the maze is not verified. The origin is verified if the Kruskal
/// generator creates the same maze. Other generators are too slow to repeat.
void check_origin(const Maze& maze, Verification& result) {
  const auto& [generator, seed] = maze.origin();
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
  name_other_build(recorded.build, result);
  if (recorded.ticks.empty())
    result.not_verified.emplace_back(
        "the maze and the settings, because a recording without ticks contains no hash of them");
  check_origin(*recorded.spec.setup.maze, result);
  Recording again =
      recorded.spec.tilt ? turned_again(recorded, result) : made_again(recorded, result);
  again.build = recorded.build;
  result.moves_made =
      recorded.spec.tilt ? static_cast<int>(again.commands.size()) : moves_of(again.moves);
  compare_ticks(recorded, again, result);
  if (result.same()) result.difference = said_difference(recorded, again);
  if (result.same() && recording_bytes(again) != bytes) result.difference = kNotInOurForm;
  return result;
}

Verification verify_game(const std::string& bytes, const std::string& name) {
  const GameRecording recorded = game_from_bytes(bytes, name);
  Verification result;
  name_other_build(recorded.build, result);
  GameRecording again = made_again(recorded, result);
  result.moves_made = moves_of(again.moves);
  if (!recorded.name.empty())
    result.not_verified.push_back(
        fmt::format("that the maze matches the file '{}'", recorded.name));
  else if (!is_of_seed(recorded))
    result.difference =
        fmt::format("in the maze: seed {} generates a different maze", recorded.seed);
  if (result.same()) compare_ends(recorded, again, result);
  if (result.same()) result.difference = said_difference(recorded, again);
  if (result.same() && game_bytes(again) != bytes) result.difference = kNotInOurForm;
  return result;
}

}  // namespace

Verification verify_recording(const std::string& bytes, const std::string& name) {
  return is_game_recording(bytes) ? verify_game(bytes, name) : verify_run(bytes, name);
}

std::string describe(const Verification& result) {
  const std::string moves = result.continuous ? counted(result.moves_made, "command")
                                              : counted(result.moves_made, "move");
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
