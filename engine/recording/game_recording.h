#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/recording/recording.h"
#include "engine/run/families/world_registry.h"

namespace marblemaze {

/// Game in a logic maze that can be shown and replayed: the maze, the player, and every move with
/// its reason. It has no ticks, because moves end immediately.
struct GameRecording {
  std::string family;      ///< family of the world registry, not of marble mazes
  std::uint64_t seed = 1;  ///< seed from which the maze was created
  std::string name;        ///< name of the file that contains the maze, or empty
  /// Table of lamps or number board as the text of a file; empty for mazes that have no such file
  /// and are created from the seed.
  std::string text;
  UTurns u_turns = UTurns::allowed;  ///< rule of a number board
  std::string agent;                 ///< name of the agent, or kByHand (recording.h)
  std::string build;                 ///< build_id() of the program that created the recording
  Outcome outcome = Outcome::running;
  std::vector<RecordedMove> moves;  ///< their ticks and orientations have no meaning
};

/// Returns whether a file that begins with this text is a recording of a logic maze.
[[nodiscard]] bool is_game_recording(std::string_view text);

/// Returns the contents of the file: the line "marblemaze-recording logic 1", then one line of
/// JSON:
///   {"family", "seed", "name", "text", "u_turns": "allowed"|"forbidden", "agent", "build",
///    "outcome", "moves": [[number, from, move, to, ending, orientations, begin, end, reason,
///    plan],
///    ...]}
/// with moves as in recordings of marble runs.
[[nodiscard]] std::string game_bytes(const GameRecording& game);
/// Writes the file. Throws MachineFailure if it cannot be written.
void save_game(const GameRecording& game, const std::filesystem::path& path);
/// Reads a recording. Throws BadInput, which describes the error, if the bytes are not such a
/// recording. `name` is its name in messages.
[[nodiscard]] GameRecording game_from_bytes(const std::string& bytes, const std::string& name);
/// Reads a recording from a file.
[[nodiscard]] GameRecording load_game(const std::filesystem::path& path);

/// Returns the world of the game at its start. Throws BadInput for a family that this program does
/// not contain, or a text that is not such a maze.
[[nodiscard]] Environment environment_of(const GameRecording& game);
/// Returns whether the seed creates the maze of the game. Throws BadInput for a family that this
/// program does not contain.
[[nodiscard]] bool is_of_seed(const GameRecording& game);

}  // namespace marblemaze
