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

/// Record of one fixed step. It contains poses rather than inputs, so every build can show a
/// recording.
struct RecordedTick {
  glm::quat maze{1, 0, 0, 0};  ///< rotation, world from maze
  glm::vec3 marble{0};         ///< centre, maze coordinates, cells
  glm::quat marble_rotation{1, 0, 0, 0};
  Phase phase = Phase::waiting;
  std::uint32_t hash = 0;  ///< hash of the mechanical state, for comparing two runs

  bool operator==(const RecordedTick&) const = default;
};

/// Members of a tick without the hash, in the order of files and frames: rotation of the maze (w,
/// x, y, z), position of the marble (x, y, z) and its rotation (w, x, y, z), the phase.
using TickNumbers = std::array<float, 12>;
[[nodiscard]] inline TickNumbers numbers_of(const RecordedTick& tick) {
  const glm::quat &maze = tick.maze, &marble = tick.marble_rotation;
  return {maze.w,        maze.x,        maze.y,        maze.z,
          tick.marble.x, tick.marble.y, tick.marble.z, marble.w,
          marble.x,      marble.y,      marble.z,      static_cast<float>(tick.phase)};
}

/// One move, or one switch of the control scheme, with its ticks: [begin, end).
struct RecordedMove {
  int number = 0;  ///< 1 for the first move; 0 for a switch
  StateId from;
  MoveId move;  ///< invalid for a switch
  StateId to;   ///< invalid if the marble froze
  Motion ending = Motion::settled;
  ControlScheme control = ControlScheme::cube_8;  ///< control scheme after the move
  long begin = 0, end = 0;
  std::string reason;  ///< reason for the move; may be empty
  /// This move and the moves that were planned after it; empty for a switch.
  std::vector<PlannedMove> plan = {};
};

/// A command of a policy, in steps (MarbleWorld::command_steps()), with its reason.
struct RecordedCommand {
  glm::ivec3 steps{0};
  std::string reason;

  bool operator==(const RecordedCommand&) const = default;
};

/// Run that can be shown and replayed: its specification, its moves, and every pose.
struct Recording {
  /// Specification at the start. This program need not contain its kind of world or its agent. The
  /// agent is kByHand if the user chose the first moves. `recovery` is true if the run continued
  /// from balanced states. Switches are recorded as moves instead.
  RunSpec spec = {};
  std::string build = {};  ///< build_id() of the program that created the recording
  Outcome outcome = Outcome::running;
  /// Up to 3.5 million ticks, or 200 MB, in a run of 6000 moves. A deque grows without moving them.
  std::deque<RecordedTick> ticks = {};
  std::vector<RecordedMove> moves = {};
  /// Commands of continuous control instead of moves: one for every kCommandTicks ticks.
  std::vector<RecordedCommand> commands = {};

  /// Returns the traits of its world. A kind of world that this program does not contain counts as
  /// physical, so its poses can be shown.
  [[nodiscard]] Traits traits() const;
  // These functions count ticks and moves from 0, and throw std::out_of_range if the index is out
  // of range.
  [[nodiscard]] const RecordedTick& tick(long tick) const;
  [[nodiscard]] const RecordedMove& move(std::size_t move) const;
  /// Returns the scene after that tick; contacts are not recorded.
  [[nodiscard]] Scene scene(long tick) const;
  /// Returns the last move that had begun by then; nullopt before the first.
  [[nodiscard]] std::optional<std::size_t> move_at(long tick) const;
};

/// Returns the contents of the file: the line "marblemaze-recording 2", one line of JSON (maze,
/// settings, moves), then the ticks, quantised to 1/1024 of a cell and 1/16384 of a quaternion's
/// unit, as differences from tick to tick in variable-length integers: about 12 bytes per tick
/// while the maze moves. The hash of every tick is combined by xor with the hash of the two lines,
/// so ticks cannot be combined with other lines. Identical recordings have identical bytes.
[[nodiscard]] std::string recording_bytes(const Recording& recording);
/// Writes the file. Throws MachineFailure if it cannot be written.
void save_recording(const Recording& recording, const std::filesystem::path& path);
/// Reads a recording. Throws BadInput, which describes the error, if the bytes are not such a
/// recording. `name` is its name in messages.
[[nodiscard]] Recording recording_from_bytes(const std::string& bytes, const std::string& name);
/// Reads a recording from a file.
[[nodiscard]] Recording load_recording(const std::filesystem::path& path);

/// Appends every move and switch of an episode in any world to the list, which must outlive the
/// episode's last tick at the same address. Requires: the episode has not begun.
void record_moves(Episode& episode, std::vector<RecordedMove>& moves);

/// Stores the maze, settings and player in the recording, then every tick, move, switch and command
/// of the episode, and at its end the outcome. Both must outlive the episode's last tick at the
/// same addresses. A world without poses is recorded with the marble at rest in each state.
/// Requires: the episode runs in a marble maze and has not begun.
void record(Episode& episode, Recording& recording);

/// Returns the record of a tick.
[[nodiscard]] RecordedTick tick_of(const Scene& scene, Phase phase, std::uint32_t hash);

/// Agent of a recording in which the user chose the first moves.
inline constexpr const char* kByHand = "by hand";

inline constexpr double kPlaceSteps = 1024;  ///< steps per cell
inline constexpr double kTurnSteps = 16384;  ///< steps per unit of a quaternion's component

/// Tick as integers, in the order of numbers_of().
using QuantisedTick = std::array<std::int32_t, TickNumbers().size()>;

[[nodiscard]] QuantisedTick quantise(const RecordedTick& tick);
/// Returns the tick without its hash, such that quantise() returns the same integers again.
/// Rotations therefore have length 1 only up to rounding. Requires: the phase exists.
[[nodiscard]] RecordedTick restore(const QuantisedTick& quantised);

/// Appends the differences from one tick to another, each as a variable-length integer: zigzag (0,
/// -1, 1, -2 become 0, 1, 2, 3), then seven bits per byte, lowest bits first, with the top bit set
/// in all bytes but the last.
void put_step(std::string& bytes, const QuantisedTick& from, const QuantisedTick& to);

/// Reader of such integers. Every function throws BadInput if the bytes are damaged or end too
/// early. The bytes must outlive the reader.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}
  [[nodiscard]] std::uint8_t byte();
  [[nodiscard]] std::int32_t varint();
  [[nodiscard]] std::uint32_t word();  ///< four bytes, lowest byte first
  [[nodiscard]] std::size_t left() const { return bytes_.size() - at_; }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

/// Returns a move in the format of recordings: [number, from, move, to, ending, orientations,
/// begin, end, reason, plan], where the plan is a list of moves, each with the state in which it
/// should end. -1 means no state or no move.
[[nodiscard]] Json move_json(const RecordedMove& move);
/// Reads such a move. Throws BadInput.
[[nodiscard]] RecordedMove move_from(const Json& json);

[[nodiscard]] Outcome outcome_from(const Json& value);

}  // namespace marblemaze
