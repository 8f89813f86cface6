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
#include "maze/world/scene.h"
#include "maze/world/world.h"

namespace marblemaze {

/// What is kept of one fixed step. Poses rather than inputs, so that a
/// recording opens on any build.
struct RecordedTick {
  glm::quat maze{1, 0, 0, 0};  ///< rotation, world from maze
  glm::vec3 marble{0};         ///< centre, maze coordinates, cells
  glm::quat marble_rotation{1, 0, 0, 0};
  Phase phase = Phase::waiting;
  std::uint32_t hash = 0;  ///< of the mechanical state, for telling two runs apart

  bool operator==(const RecordedTick&) const = default;
};

/// All but the hash, in the order of files and frames: the maze's rotation (w, x, y, z), the
/// marble's place (x, y, z) and rotation (w, x, y, z), the phase.
using TickNumbers = std::array<float, 12>;
[[nodiscard]] inline TickNumbers numbers_of(const RecordedTick& tick) {
  const glm::quat &maze = tick.maze, &marble = tick.marble_rotation;
  return {maze.w,        maze.x,        maze.y,        maze.z,
          tick.marble.x, tick.marble.y, tick.marble.z, marble.w,
          marble.x,      marble.y,      marble.z,      static_cast<float>(tick.phase)};
}

/// One move, or one switch of control schemes, and the ticks it took: [begin, end).
struct RecordedMove {
  int number = 0;  ///< 1 for the first move; 0 for a switch
  StateId from;
  MoveId move;  ///< none for a switch
  StateId to;   ///< none where the marble froze
  Motion ending = Motion::settled;
  ControlScheme control = ControlScheme::cube_8;  ///< of the scheme in force afterwards
  long begin = 0, end = 0;
  std::string reason;  ///< why it was chosen, in words; empty where nobody said
  /// This move and those planned behind it; empty for a switch.
  std::vector<PlannedMove> plan = {};
};

/// A command of a controller, in steps of MarbleWorld::command(), and why.
struct RecordedCommand {
  glm::ivec3 steps{0};
  std::string reason;

  bool operator==(const RecordedCommand&) const = default;
};

/// A run as it can be shown again, and made again: what was played, its moves, and every pose.
struct Recording {
  /// As it began; its kind of world and its agent may be unknown to this program, and the agent is
  /// kByHand (recorder.h) where a person chose the first moves. With recovery where the run went on
  /// from balanced states, and without the switches, which stand among the moves.
  RunSpec spec = {};
  std::string build = {};  ///< build_id() of the program that made it
  Outcome outcome = Outcome::running;
  /// Up to 3.5 million in a run of 6000 moves, two hundred megabytes, which grow without moving.
  std::deque<RecordedTick> ticks = {};
  std::vector<RecordedMove> moves = {};
  /// Commands of continuous control, instead of moves: one for every kCommandTicks.
  std::vector<RecordedCommand> commands = {};

  /// What its world can do. A world that this program does not know is taken for a physical one,
  /// so that its poses can be shown.
  [[nodiscard]] Traits traits() const;
  // These count ticks and moves from 0, and throw std::out_of_range if the recording does not have
  // the one that is asked for.
  [[nodiscard]] const RecordedTick& tick(long tick) const;
  [[nodiscard]] const RecordedMove& move(std::size_t move) const;
  /// Returns what is seen after that tick; contacts are not recorded.
  [[nodiscard]] Scene scene(long tick) const;
  /// The last move that had begun by then; nothing before the first.
  [[nodiscard]] std::optional<std::size_t> move_at(long tick) const;
};

/// The file: the line "marblemaze-recording 2", one line of JSON (maze, settings, moves), then the
/// ticks, quantised to 1/1024 of a cell and 1/16384 of a quaternion's unit, as differences from
/// tick to tick in variable-length integers: about 12 bytes a tick while the maze moves. To the
/// hash of every tick the hash of the two lines is added bit by bit (xor), so that no tick fits
/// under other lines. One recording has one form.
[[nodiscard]] std::string recording_bytes(const Recording& recording);
/// Throws MachineFailure when it cannot be written.
void save_recording(const Recording& recording, const std::filesystem::path& path);
/// Throws BadInput, naming what is wrong, when the bytes are no such recording. Messages call it
/// `name`.
[[nodiscard]] Recording recording_from_bytes(const std::string& bytes, const std::string& name);
/// The same from a file.
[[nodiscard]] Recording load_recording(const std::filesystem::path& path);

}  // namespace marblemaze
