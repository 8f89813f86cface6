#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "agent/play/simulation_controller.h"
#include "agent/tilt/observation.h"
#include "engine/sim/fast/fast_model.h"
#include "engine/sim/marble_rules.h"

// The fast model for many runs on a device: plain data in arrays, and the functions of one run that
// kernels call. The same functions are compiled for the processor.

namespace marblemaze {

class MarbleWorld;

/// One cell of the box.
struct DeviceCell {
  double left;           ///< PathToTarget::left()
  std::uint8_t open;     ///< Maze::open_mask()
  std::uint8_t in_maze;  ///< 1, or 0 in the hollow core
  std::uint8_t way_out;  ///< index in kDirections of PathToTarget::out_of()
};

/// Orientations and moves of a control scheme.
struct DeviceScheme {
  int orientations = 0, moves = 0;
  struct Orientation {
    glm::dvec3 up{0};
    Turn turns[4]{};
    std::uint8_t down = 0;  ///< bit i: gravity pulls along kDirections[i]
  } of[24];
};

/// End of a run, besides those that the rules of the simulation give.
struct DeviceEnd {
  bool tilted = false;     ///< continuous control
  bool rest = false;       ///< continuous control: whether the marble must rest in the target
  std::int64_t limit = 0;  ///< moves or ticks; 0 for no limit
};

/// MarbleModel of the fast model in one maze, as plain data. The arrays must outlive it.
struct DeviceModel {
  PhysicsSettings settings;
  RestRule rest;
  TiltLimits limits;
  BodyConstants constants;
  double turn_time, brake_tolerance;
  FastModel fast;
  const DeviceCell* cells;
  const DeviceScheme* scheme;
  CellId target_cell;
  DeviceEnd end;

  // Functions for the rules of marble_rules.h and for put_observation().
  [[nodiscard]] MARBLEMAZE_HOST_DEVICE CellId cell_at(glm::dvec3 place) const {
    for (int a = 0; a < 3; ++a)
      if (!(place[a] >= 0 && place[a] < fast.walls.dims[a])) return {};
    const glm::ivec3 at(place);
    const int cell = (at.z * fast.walls.dims[1] + at.y) * fast.walls.dims[0] + at.x;
    return cells[cell].in_maze ? CellId(cell) : CellId();
  }
  [[nodiscard]] MARBLEMAZE_HOST_DEVICE CellId target() const { return target_cell; }
  [[nodiscard]] MARBLEMAZE_HOST_DEVICE bool open(CellId cell, Direction side) const {
    return cells[cell.index].open >> side.index() & 1;
  }
  [[nodiscard]] MARBLEMAZE_HOST_DEVICE glm::dvec3 up(OrientationId orientation) const {
    return scheme->of[orientation.index].up;
  }
  [[nodiscard]] MARBLEMAZE_HOST_DEVICE int missing_walls(CellId cell,
                                                         OrientationId orientation) const {
    const int open = cells[cell.index].open & scheme->of[orientation.index].down;
    return (open & 3 ? 1 : 0) | (open & 12 ? 2 : 0) | (open & 48 ? 4 : 0);
  }
  [[nodiscard]] MARBLEMAZE_HOST_DEVICE StateId state(CellId cell, OrientationId orientation,
                                                     int missing) const {
    return StateId(cell.index * scheme->orientations + orientation.index +
                   missing * kBalancedStride);
  }
  [[nodiscard]] MARBLEMAZE_HOST_DEVICE double energy_in_maze(const Bodies& bodies) const {
    return marblemaze::energy_in_maze(fast.laws, bodies.fast.bodies, 0.5 * constants.marble_mass);
  }
  [[nodiscard]] MARBLEMAZE_HOST_DEVICE glm::dvec3 dims() const { return 2.0 * fast.half_dims; }
  [[nodiscard]] MARBLEMAZE_HOST_DEVICE glm::dvec3 middle(CellId cell) const {
    const int x = fast.walls.dims[0], layer = x * fast.walls.dims[1], i = cell.index;
    return glm::dvec3(i % x, i % layer / x, i / layer) + 0.5;
  }
  [[nodiscard]] MARBLEMAZE_HOST_DEVICE Direction out_of(CellId cell) const {
    return direction_at(cells[cell.index].way_out);
  }
  [[nodiscard]] MARBLEMAZE_HOST_DEVICE double left_from(glm::dvec3 place) const {
    const CellId cell = cell_at(place);
    if (cell == target_cell) return glm::distance(place, middle(cell));
    const glm::dvec3 passage = middle(cell) + 0.5 * glm::dvec3(out_of(cell).vector());
    return glm::distance(place, passage) + cells[cell.index].left;
  }
};
[[nodiscard]] MARBLEMAZE_HOST_DEVICE inline const FastModel& physics_of(const DeviceModel& model) {
  return model.fast;
}

/// One run.
struct DeviceRun {
  MarbleState state;
  std::int64_t moves = 0;  ///< since the run began
  Motion motion = Motion::rolling;
  std::int32_t maze = 0;  ///< index in DeviceMazes
};

/// Mazes of equal sides under the same settings and control scheme. The arrays must outlive it.
struct DeviceMazes {
  DeviceModel model;   ///< of maze 0
  int count;           ///< of mazes
  int octants, cells;  ///< of one maze
  const CellId* targets;
  const DeviceRun* starts;  ///< runs of stream 0 in each maze: with moves after the first rest

  [[nodiscard]] MARBLEMAZE_HOST_DEVICE DeviceModel of(const DeviceRun& run) const {
    DeviceModel in = model;
    in.fast.walls.bits += std::int64_t{octants} * run.maze;
    in.cells += std::int64_t{cells} * run.maze;
    in.target_cell = targets[run.maze];
    return in;
  }
};
static_assert(std::is_trivially_copyable_v<DeviceMazes> && std::is_trivially_copyable_v<DeviceRun>);

/// Begins a run in the same maze with the noise of a stream.
MARBLEMAZE_HOST_DEVICE inline void begin_run(const DeviceMazes& mazes, DeviceRun& run,
                                             std::uint64_t stream) {
  run = mazes.starts[run.maze];
  run.state.stream = stream;
}

/// Returns how a run stands, as a batch of the C interface shows it.
[[nodiscard]] MARBLEMAZE_HOST_DEVICE inline Outcome outcome_of(const DeviceModel& model,
                                                               const DeviceRun& run) {
  const DeviceEnd& end = model.end;
  const MarbleState& s = run.state;
  if (end.tilted) {
    if (s.seen.escaped) return Outcome::escaped;
    if (end.rest ? rests_in_target(model, s) : s.seen.reached != 0) return Outcome::solved;
    return end.limit > 0 && s.ticks >= end.limit ? Outcome::capped : Outcome::running;
  }
  if (run.motion == Motion::frozen) return Outcome::frozen;
  if (run.motion == Motion::overdue) return Outcome::overdue;
  if (run.motion != Motion::settled) return Outcome::running;
  if (s.state.index / model.scheme->orientations == model.target_cell.index) return Outcome::solved;
  return end.limit > 0 && run.moves >= end.limit ? Outcome::capped : Outcome::running;
}

/// Returns whether a run is over. If `again`, such a run begins again with the noise of a stream.
[[nodiscard]] MARBLEMAZE_HOST_DEVICE inline bool is_over(const DeviceMazes& mazes,
                                                         const DeviceModel& model, DeviceRun& run,
                                                         bool again, std::uint64_t stream) {
  if (outcome_of(model, run) == Outcome::running) return false;
  if (again) begin_run(mazes, run, stream);
  return true;
}

/// Sets a command of continuous control, unless it is NaN or too long, and makes ticks; a run that
/// is over does only what is_over() does. Returns the reward: 1 if the step solved the maze, else
/// 0.
MARBLEMAZE_HOST_DEVICE inline float step_tilt(const DeviceMazes& mazes, DeviceRun& run,
                                              glm::dvec3 command, int ticks, bool again,
                                              std::uint64_t stream) {
  const DeviceModel model = mazes.of(run);
  if (is_over(mazes, model, run, again, stream)) return 0;
  static_cast<void>(set_command(model, run.state, command));
  advance_by(model, run.state, ticks);
  return outcome_of(model, run) == Outcome::solved ? 1 : 0;
}

/// Begins a move, unless the scheme has no such move; a run that is over does only what is_over()
/// does. Requires: no move is under way.
MARBLEMAZE_HOST_DEVICE inline void begin_move(const DeviceMazes& mazes, DeviceRun& run, int move,
                                              bool again, std::uint64_t stream) {
  const DeviceModel model = mazes.of(run);
  if (is_over(mazes, model, run, again, stream) || move < 0 || move >= model.scheme->moves) return;
  begin_turn(model, run.state, model.scheme->of[run.state.orientation.index].turns[move]);
  run.motion = Motion::speeding;
  ++run.moves;
}

/// Makes ticks of the move under way until it ends, at most so many. Returns the reward: 1 if they
/// solved the maze, else 0.
MARBLEMAZE_HOST_DEVICE inline float continue_move(const DeviceMazes& mazes, DeviceRun& run,
                                                  int ticks) {
  if (!under_way(run.motion)) return 0;
  const DeviceModel model = mazes.of(run);
  for (; ticks > 0 && under_way(run.motion); --ticks) run.motion = tick_of_move(model, run.state);
  return outcome_of(model, run) == Outcome::solved ? 1 : 0;
}

/// Results of N runs.
struct DeviceRows {
  float* rewards;
  std::int32_t* outcomes;  ///< numbers of Outcome
  std::int32_t* states;    ///< moves: of the last rest, -1 for none
  float* observations;     ///< continuous control: [N][kTiltObservation]
};

/// Writes row i, except for its reward.
MARBLEMAZE_HOST_DEVICE inline void put_row(const DeviceMazes& mazes, const DeviceRun& run,
                                           const DeviceRows& rows, std::int64_t i) {
  const DeviceModel model = mazes.of(run);
  rows.outcomes[i] = static_cast<std::int32_t>(outcome_of(model, run));
  rows.states[i] = model.end.tilted ? -1 : run.state.state.index;
  if (model.end.tilted)
    put_observation(model, model.fast.tilt_state(run.state.bodies), model.limits.rate,
                    rows.observations + kTiltObservation * i);
}

/// Owner of the arrays of DeviceMazes, in the memory of the processor.
struct DeviceTables {
  /// Copies worlds of the fast model at the start of their runs. Requires: at least one world; all
  /// have mazes of equal sides, equal settings and the same control scheme; worlds of moves have
  /// settled.
  DeviceTables(std::span<const MarbleWorld> worlds, bool rest, std::int64_t limit);

  /// Returns the mazes. Requires: this object outlives the result.
  [[nodiscard]] DeviceMazes view() const;

  std::vector<std::uint8_t> walls;
  std::vector<DeviceCell> cells;
  std::vector<CellId> targets;
  std::vector<DeviceRun> starts;
  DeviceScheme scheme;
  DeviceModel first;  ///< of maze 0, without its arrays
};

}  // namespace marblemaze
