#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/recording/recording.h"
#include "engine/run/families/world_families.h"

namespace marblemaze {

/// Recording of a game in a logic maze: the maze, the player, and each move with its reason. The
/// recording contains no ticks, because moves take effect immediately.
struct GameRecording {
  std::string family;  ///< name of a logic maze family in the world registry
  std::uint64_t seed = 1;
  std::string name;  ///< name of the maze file, or empty
  /// Text of the maze in its file format. Empty for mazes that have no file format and are created
  /// from the seed.
  std::string text;
  UTurns u_turns = UTurns::allowed;
  std::string agent;  ///< name of the agent, or kManualPlayer (recording.h)
  std::string build;
  Outcome outcome = Outcome::running;
  std::vector<RecordedMove> moves;  ///< ticks and orientations are unused
};

[[nodiscard]] bool is_game_recording(std::string_view text);

/// Serializes a recording. The bytes consist of the line "marblemaze-recording logic 1" and one
/// line of JSON, with the members "family", "seed", "name", "text", "u_turns" ("allowed" or
/// "forbidden"), "agent", "build", "outcome" and "moves". Each move has the format of move_json().
[[nodiscard]] std::string game_bytes(const GameRecording& game);
/// Throws MachineFailure if the file cannot be written.
void save_game(const GameRecording& game, const std::filesystem::path& path);
/// Throws BadInput, which describes the error, if the bytes are not a valid recording. `name`
/// identifies the recording in messages.
[[nodiscard]] GameRecording game_from_bytes(const std::string& bytes, const std::string& name);
[[nodiscard]] GameRecording load_game(const std::filesystem::path& path);

/// Returns the initial world of the game and the advice for its agent. Throws BadInput if this
/// program does not contain the family or the text is not a valid maze.
[[nodiscard]] Environment environment_of(const GameRecording& game);
/// Returns true if the recorded seed generates the recorded maze. Throws BadInput if this program
/// does not contain the family.
[[nodiscard]] bool is_of_seed(const GameRecording& game);

}  // namespace marblemaze
