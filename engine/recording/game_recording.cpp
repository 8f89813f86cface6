#include "engine/recording/game_recording.h"

#include <fmt/format.h>

#include "engine/recording/recording.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/json.h"

namespace marblemaze {
namespace {

constexpr std::string_view kGameFirstLine = "marblemaze-recording logic 1\n";

constexpr std::string_view kAllowed = "allowed", kForbidden = "forbidden";

UTurns u_turns_from(const JsonReader& from) {
  const std::string text = from.text("u_turns");
  if (text != kAllowed && text != kForbidden) from.reject("u_turns", "allowed or forbidden");
  return text == kAllowed ? UTurns::allowed : UTurns::forbidden;
}

Json document(const GameRecording& game) {
  return {{"family", game.family},
          {"seed", game.seed},
          {"name", game.name},
          {"text", game.text},
          {"u_turns", game.u_turns == UTurns::allowed ? kAllowed : kForbidden},
          {"agent", game.agent},
          {"build", game.build},
          {"outcome", static_cast<int>(game.outcome)},
          {"moves", Json::list(game.moves, move_json)}};
}

GameRecording from_document(const Json& json) {
  const JsonReader from(json, "document", "");
  from.require_only(
      {"family", "seed", "name", "text", "u_turns", "agent", "build", "outcome", "moves"});
  return {.family = from.text("family"),
          .seed = from.get<std::uint64_t>("seed"),
          .name = from.text("name"),
          .text = from.text("text"),
          .u_turns = u_turns_from(from),
          .agent = from.text("agent"),
          .build = from.text("build"),
          .outcome = from.read("outcome", outcome_from),
          .moves = from.read("moves", moves_from)};
}

JumpMaze board_of(const GameRecording& game) {
  JumpMaze board = parse_jump_maze(game.text);
  board.u_turns = game.u_turns;
  return board;
}

/// Throws BadInput if a move or its plan contains a state that does not exist in the game's world.
void check_states(const GameRecording& game) {
  const Environment environment = environment_of(game);
  const int states = environment.world->traits().state_bound;
  for (const RecordedMove& move : game.moves) {
    const auto expect_state = [&](const char* what, StateId state) {
      if (state.index < 0 || state.index >= states)
        throw BadInput(fmt::format("{} of move {},", what, move.number),
                       std::to_string(state.index),
                       fmt::format("a state from 0 to {}", states - 1));
    };
    expect_state("start", move.from);
    if (move.to.valid()) expect_state("result", move.to);
    for (const PlannedMove& step : move.plan)
      if (step.expected) expect_state("plan", *step.expected);
  }
}

}  // namespace

bool is_game_recording(std::string_view text) { return text.starts_with(kGameFirstLine); }

std::string game_bytes(const GameRecording& game) {
  return std::string(kGameFirstLine) + document(game).dump() + "\n";
}

void save_game(const GameRecording& game, const std::filesystem::path& path) {
  write_text_file(path, game_bytes(game));
}

GameRecording game_from_bytes(const std::string& text, const std::string& name) {
  if (!is_game_recording(text))
    throw BadInput("recording", "'" + name + "'",
                   "a file that begins with marblemaze-recording logic 1");
  return prefix_errors("recording '" + name + "'", [&] {
    GameRecording game = from_document(Json::parse("document", text.substr(kGameFirstLine.size())));
    check_states(game);
    return game;
  });
}

GameRecording load_game(const std::filesystem::path& path) {
  return game_from_bytes(read_text_file(path), path.string());
}

Environment environment_of(const GameRecording& game) {
  const WorldFamily& entry = world_family(game.family);
  if (entry.marble) throw BadInput("recording's family", "'" + game.family + "'", "a logic maze");
  if (!entry.board && game.u_turns == UTurns::forbidden)
    throw BadInput("recording's u_turns", std::string(kForbidden),
                   "allowed in a maze without a board");
  if (entry.lamps) return lamps_environment(parse_four_bit_maze(game.text));
  if (entry.board) return board_environment(board_of(game));
  return entry.make(game.seed);
}

bool is_of_seed(const GameRecording& game) {
  const WorldFamily& family = world_family(game.family);
  if (!family.board) return game.text == family.text(game.seed);
  JumpMaze board = family.board->make(game.seed);
  board.u_turns = UTurns::allowed;
  if (game.text == to_text(board)) return true;  // version 0.4 did not write the rule
  board.u_turns = game.u_turns;                  // may differ from the U-turn rule of the family
  return game.text == to_text(board);
}

}  // namespace marblemaze
