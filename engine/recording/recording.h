#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "agent/play/simulation_controller.h"
#include "engine/run/episode.h"
#include "maze/base/json.h"
#include "maze/world/scene.h"
#include "maze/world/world.h"

namespace marblemaze {

/// Poses instead of inputs are recorded, so that every build can show a recording.
struct RecordedTick {
  glm::quat maze{1, 0, 0, 0};  ///< rotation, world from maze
  glm::vec3 marble{0};         ///< centre of the marble, maze coordinates (cells)
  glm::quat marble_rotation{1, 0, 0, 0};
  Phase phase = Phase::waiting;
  std::uint32_t hash = 0;  ///< hash of the mechanical state, which verification compares

  bool operator==(const RecordedTick&) const = default;
};

/// Values of a tick in file order, without the hash: rotation of the maze (w, x, y, z), position of
/// the marble (x, y, z), rotation of the marble (w, x, y, z), and phase.
using TickFrame = std::array<float, 12>;
[[nodiscard]] inline TickFrame numbers_of(const RecordedTick& tick) {
  const glm::quat &maze = tick.maze, &marble = tick.marble_rotation;
  return {maze.w,        maze.x,        maze.y,        maze.z,
          tick.marble.x, tick.marble.y, tick.marble.z, marble.w,
          marble.x,      marble.y,      marble.z,      static_cast<float>(tick.phase)};
}

/// The move spans the ticks [begin, end).
struct RecordedMove {
  int number = 0;  ///< 1 for the first move, 0 for a switch
  StateId from;
  MoveId move;  ///< invalid for a switch
  StateId to;   ///< invalid if the marble froze
  Motion ending = Motion::settled;
  ControlScheme control = ControlScheme::cube_8;  ///< scheme at the end of the move
  long begin = 0, end = 0;
  std::string reason;  ///< may be empty
  /// This move, followed by the moves planned after it. Empty for a switch.
  std::vector<PlannedMove> plan = {};
};

struct RecordedCommand {
  glm::ivec3 steps{0};
  std::string reason;

  bool operator==(const RecordedCommand&) const = default;
};

/// Recording of a run, with the poses in every tick.
struct Recording {
  /// Initial specification of the run. The kind of world and the agent may be unknown to this
  /// program. The agent is kManualPlayer if the user chose the first moves. Scheme switches are
  /// recorded as moves.
  RunSpec spec = {};
  std::string build = {};
  Outcome outcome = Outcome::running;
  /// A deque grows without copying its elements. A run can have 3.5 million ticks, or 200 MB.
  std::deque<RecordedTick> ticks = {};
  std::vector<RecordedMove> moves = {};
  /// One command for every kCommandTicks ticks under continuous control.
  std::vector<RecordedCommand> commands = {};

  /// Returns the traits of the world. Assumes that an unknown kind of world has poses.
  [[nodiscard]] Traits traits() const;
  // Ticks and moves are numbered from 0. These functions throw std::out_of_range if the index is
  // out of range.
  [[nodiscard]] const RecordedTick& tick(long tick) const;
  [[nodiscard]] const RecordedMove& move(std::size_t move) const;
  /// Returns the scene after this tick, without contacts.
  [[nodiscard]] Scene scene(long tick) const;
  /// Returns the last move that began at or before this tick, or nullopt before the first move.
  [[nodiscard]] std::optional<std::size_t> move_at(long tick) const;
};

/// Serializes a recording. Equal recordings produce equal bytes. The file consists of the line
/// "marblemaze-recording 2", one line of JSON (maze, settings, moves), and the ticks. Ticks are
/// quantized to 1/1024 of a cell and 1/16384 of a quaternion unit. The differences between
/// consecutive ticks are stored as variable-length integers, about 12 bytes per tick while the maze
/// moves. The hash of each tick is xored with the hash of the two lines, so the ticks of one file
/// do not match the lines of another.
[[nodiscard]] std::string recording_bytes(const Recording& recording);
/// Throws MachineFailure if the file cannot be written.
void save_recording(const Recording& recording, const std::filesystem::path& path);
/// Throws BadInput, which describes the error, if the bytes are not a valid recording. `name`
/// identifies the recording in messages.
[[nodiscard]] Recording recording_from_bytes(const std::string& bytes, const std::string& name);
[[nodiscard]] Recording load_recording(const std::filesystem::path& path);

/// Records the moves and scheme switches of an episode. `moves` must outlive the last tick of the
/// episode and must not move in memory. Requires: the episode has not begun.
void record_moves(Episode& episode, std::vector<RecordedMove>& moves);

/// Records an episode in a marble maze until it ends. The episode and the recording must outlive
/// the last tick and must not move in memory. In a world without poses, the marble is recorded at
/// rest in each state. Requires: the episode is in a marble maze and has not begun.
void record(Episode& episode, Recording& recording);

[[nodiscard]] RecordedTick tick_of(const Scene& scene, Phase phase, std::uint32_t hash);

/// Agent name in a recording in which the user chose the first moves.
inline constexpr const char* kManualPlayer = "by hand";

inline constexpr double kPlaceSteps = 1024;  ///< steps per cell
inline constexpr double kTurnSteps = 16384;  ///< steps per unit of a quaternion component

using QuantisedTick = std::array<std::int32_t, TickFrame().size()>;

[[nodiscard]] QuantisedTick quantise(const RecordedTick& tick);
/// Appends the differences between two ticks as variable-length integers. Each difference is
/// zigzag-encoded (0, -1, 1, -2 become 0, 1, 2, 3) and split into groups of seven bits, lowest
/// first. The top bit is set in all bytes except the last.
void put_step(std::string& bytes, const QuantisedTick& from, const QuantisedTick& to);

/// Returns a move in the recording format: [number, from, move, to, ending, orientations, begin,
/// end, reason, plan]. The plan alternates between moves and expected states. -1 means that there
/// is no state or move.
[[nodiscard]] Json move_json(const RecordedMove& move);
/// Reads a list of such moves. Throws BadInput if a move is invalid.
[[nodiscard]] std::vector<RecordedMove> moves_from(const Json& list);

[[nodiscard]] Outcome outcome_from(const Json& value);

}  // namespace marblemaze
