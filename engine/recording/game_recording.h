#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/recording/recording.h"
#include "engine/run/families/world_registry.h"

namespace marblemaze {

/// Recording of a game in a logic maze, which can be shown and replayed: the maze, the player, and
/// each move with its reason. It contains no ticks, because moves take effect immediately.
struct GameRecording {
  std::string family;      ///< name of a family of logic mazes in the world registry
  std::uint64_t seed = 1;  ///< seed from which the maze was created
  std::string name;        ///< name of the file from which the maze was read, or empty
  /// Table of lamps or number board in its file format. Empty for mazes that have no file format
  /// and are created from the seed.
  std::string text;
  UTurns u_turns = UTurns::allowed;  ///< rule for U-turns on a number board
  std::string agent;                 ///< name of the agent, or kByHand (recording.h)
  std::string build;                 ///< build_id() of the program that created the recording
  Outcome outcome = Outcome::running;
  std::vector<RecordedMove> moves;  ///< the ticks and orientations of these moves are unused
};

/// Returns true if this is the beginning of a recording of a logic maze.
[[nodiscard]] bool is_game_recording(std::string_view text);

/// Serializes a recording. The file consists of the line "marblemaze-recording logic 1" and one
/// line of JSON:
///   {"family", "seed", "name", "text", "u_turns": "allowed"|"forbidden", "agent", "build",
///    "outcome", "moves": [[number, from, move, to, ending, orientations, begin, end, reason,
///    plan],
///    ...]}
/// Moves have the same format as in recordings of marble runs.
[[nodiscard]] std::string game_bytes(const GameRecording& game);
/// Writes a recording to a file. Throws MachineFailure if the file cannot be written.
void save_game(const GameRecording& game, const std::filesystem::path& path);
/// Deserializes a recording. Throws BadInput, which describes the error, if the bytes are not a
/// valid recording. `name` is the name of the recording in messages.
[[nodiscard]] GameRecording game_from_bytes(const std::string& bytes, const std::string& name);
/// Reads a recording from a file.
[[nodiscard]] GameRecording load_game(const std::filesystem::path& path);

/// Returns the initial world of the game, and its advice. Throws BadInput if this program does not
/// contain the family or the text is not a valid maze.
[[nodiscard]] Environment environment_of(const GameRecording& game);
/// Returns true if the seed creates the maze of the game. Throws BadInput if this program does not
/// contain the family.
[[nodiscard]] bool is_of_seed(const GameRecording& game);

}  // namespace marblemaze
