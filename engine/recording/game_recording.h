#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/recording/recording.h"
#include "engine/run/families/world_registry.h"

namespace marblemaze {

/// A game in a logic maze as it can be shown again, and made again: the maze, who played, and every
/// move with its reason. It has no ticks: a move is over at once.
struct GameRecording {
  std::string family;      ///< of the world registry; no marble maze
  std::uint64_t seed = 1;  ///< of which the maze was made
  std::string name;        ///< of the file that it was read from instead; empty: none
  /// A table of lamps or a number board, as a file that opens again; empty for mazes that have no
  /// such file and are made again from the seed.
  std::string text;
  UTurns u_turns = UTurns::allowed;  ///< of a number board
  std::string agent;                 ///< or kByHand (recorder.h)
  std::string build;                 ///< build_id() of the program that made it
  Outcome outcome = Outcome::running;
  std::vector<RecordedMove> moves;  ///< their ticks and orientations tell nothing
};

/// Does a recording begin so whose game was played in a logic maze?
[[nodiscard]] bool is_game_recording(std::string_view text);

/// The file: the line "marblemaze-recording logic 1", then one line of JSON:
///   {"family", "seed", "name", "text", "u_turns": "allowed"|"forbidden", "agent", "build",
///    "outcome", "moves": [[number, from, move, to, ending, orientations, begin, end, reason,
///    plan],
///    ...]}
/// with moves as in recordings of the marble.
[[nodiscard]] std::string game_bytes(const GameRecording& game);
/// Throws MachineFailure when it cannot be written.
void save_game(const GameRecording& game, const std::filesystem::path& path);
/// Throws BadInput, naming what is wrong, when the bytes are no such recording. Messages call it
/// `name`.
[[nodiscard]] GameRecording game_from_bytes(const std::string& bytes, const std::string& name);
/// The same from a file.
[[nodiscard]] GameRecording load_game(const std::filesystem::path& path);

/// The world in which it was played, at its start. Throws BadInput for a family that this program
/// does not know, or a text that is no such maze.
[[nodiscard]] Environment environment_of(const GameRecording& game);
/// GameRecording::text of a maze that was made from its seed. Throws BadInput for a family that
/// this program does not know.
[[nodiscard]] std::string text_of_seed(const GameRecording& game);

}  // namespace marblemaze
