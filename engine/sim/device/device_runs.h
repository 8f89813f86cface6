#pragma once

#include <cstdint>
#include <type_traits>

#include "agent/play/simulation_controller.h"
#include "agent/tilt/observation.h"
#include "engine/sim/fast/fast_model.h"
#include "engine/sim/marble_rules.h"

// Many runs of the fast model as plain data that a device can hold, and the kernels: functions of
// one run, which are compiled for the processor and, in a CUDA source, for the device.

namespace marblemaze {

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

/// Rewards of a step. By default a step that solves the maze gives 1, and any other step gives 0.
/// `remaining` is the number of steps until the limit, with this step; 1 without a limit.
struct StepRewards {
  double step = 0;    ///< for each step
  double way = 0;     ///< continuous control: for each cell of progress along the path
  double solved = 1;  ///< moves: instead of `step`; continuous control: in addition
  double frozen = 0;  ///< moves: instead of `step`; NaN: `step` for each remaining move

  /// Returns the reward of a step of continuous control.
  [[nodiscard]] MARBLEMAZE_HOST_DEVICE double of_tilt(Outcome outcome, double progress,
                                                      double remaining) const {
    if (outcome == Outcome::escaped) return step * remaining;
    return step + way * progress + solved * (outcome == Outcome::solved);
  }
  /// Returns the reward of a move.
  [[nodiscard]] MARBLEMAZE_HOST_DEVICE double of_move(Outcome outcome, double remaining) const {
    if (outcome == Outcome::solved) return solved;
    if (outcome != Outcome::frozen) return step;
    return frozen == frozen ? frozen : step * remaining;
  }
};

/// Task of all runs, in addition to the rules of the simulation.
struct DeviceTask {
  bool tilted = false;     ///< continuous control
  bool rest = false;       ///< continuous control: whether the marble must rest in the target
  std::int64_t limit = 0;  ///< moves or ticks of a run; 0 for no limit
  StepRewards rewards;

  /// Returns the number of steps until the limit after `used` moves or ticks; 1 without a limit.
  [[nodiscard]] MARBLEMAZE_HOST_DEVICE double remaining(std::int64_t used, int per_step) const {
    return limit > 0 && per_step > 0 ? static_cast<double>(limit - used) / per_step : 1;
  }
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
    glm::dvec3 passage = middle(cell);
    if (cell == target_cell) return glm::distance(place, passage);
    passage[out_of(cell).axis] += 0.5 * out_of(cell).sign;
    return glm::distance(place, passage) + cells[cell.index].left;
  }
};
[[nodiscard]] MARBLEMAZE_HOST_DEVICE inline const FastModel& physics_of(const DeviceModel& model) {
  return model.fast;
}

/// One run, without gaps, so that equal runs have equal bytes.
struct DeviceRun {
  MarbleState state;
  std::int64_t moves = 0;  ///< since the run began
  Motion motion = Motion::rolling;
  std::int32_t maze = 0;  ///< index in DeviceMazes
};
static_assert(sizeof(DeviceRun) == sizeof(MarbleState) + 16);

/// Mazes of equal sides under the same settings and control scheme. The arrays must outlive it.
struct DeviceMazes {
  DeviceModel model;                  ///< of maze 0
  int count = 0;                      ///< of mazes
  int octants = 0, cells = 0;         ///< of one maze
  const CellId* targets = nullptr;    ///< [count]
  const DeviceRun* starts = nullptr;  ///< [count], with moves after the first rest

  [[nodiscard]] MARBLEMAZE_HOST_DEVICE DeviceModel of(std::int32_t maze) const {
    DeviceModel in = model;
    in.fast.walls.bits += std::int64_t{octants} * maze;
    in.cells += std::int64_t{cells} * maze;
    in.target_cell = targets[maze];
    return in;
  }
};

/// Arrays with a row for each of N runs. The first four are inputs.
struct DeviceRows {
  float* commands;              ///< [N][3], continuous control
  std::int32_t* moves;          ///< [N], -1 for none
  std::uint8_t* mask;           ///< [N], 1 for runs that begin
  std::uint64_t* streams;       ///< [N], of runs that begin
  float* rewards;               ///< [N]
  std::int32_t* outcomes;       ///< [N], numbers of Outcome
  std::uint8_t* terminated;     ///< [N], 1 after solved and frozen
  std::uint8_t* truncated;      ///< [N], 1 after all other ends
  std::int32_t* states;         ///< [N], moves: of the last rest, -1 for none
  std::int8_t* action_mask;     ///< [N][moves], 1 for moves that can begin
  float* observations;          ///< [N][kTiltObservation], continuous control
  DeviceRun* runs;              ///< [N]
  std::int32_t* any_under_way;  ///< [1], 1 if a move continues after this launch
};

/// Everything that a kernel reads.
struct DeviceJob {
  DeviceMazes mazes;
  DeviceTask task;
  DeviceRows rows;
  std::int64_t count = 0;                     ///< N
  bool masked = false, with_streams = false;  ///< begin: whether it reads these rows
  bool begins = false;                        ///< move: whether moves begin
  bool again = false;                         ///< whether a run that is over begins again
  int ticks = 0;                              ///< of tilt, or the most of move
};
static_assert(std::is_trivially_copyable_v<DeviceJob>);

/// Returns the outcome of a run, as a batch of the C interface has it.
[[nodiscard]] MARBLEMAZE_HOST_DEVICE inline Outcome outcome_of(const DeviceTask& task,
                                                               const DeviceModel& model,
                                                               const DeviceRun& run) {
  const MarbleState& s = run.state;
  if (task.tilted) {
    if (s.seen.escaped) return Outcome::escaped;
    if (task.rest ? rests_in_target(model, s) : s.seen.reached != 0) return Outcome::solved;
    return task.limit > 0 && s.ticks >= task.limit ? Outcome::capped : Outcome::running;
  }
  if (run.motion == Motion::frozen) return Outcome::frozen;
  if (run.motion == Motion::overdue) return Outcome::overdue;
  if (run.motion != Motion::settled) return Outcome::running;
  if (s.state.index / model.scheme->orientations == model.target_cell.index) return Outcome::solved;
  return task.limit > 0 && run.moves >= task.limit ? Outcome::capped : Outcome::running;
}

/// Writes row i after a step or at the beginning of a run, with the reward 0. Returns the outcome.
MARBLEMAZE_HOST_DEVICE inline Outcome put_row(const DeviceJob& job, std::int64_t i) {
  const DeviceRows& rows = job.rows;
  const DeviceRun& run = rows.runs[i];
  const DeviceModel model = job.mazes.of(run.maze);
  const Outcome outcome = outcome_of(job.task, model, run);
  const bool ends = outcome == Outcome::solved || outcome == Outcome::frozen;
  rows.rewards[i] = 0;
  rows.outcomes[i] = static_cast<std::int32_t>(outcome);
  rows.terminated[i] = ends;
  rows.truncated[i] = !ends && outcome != Outcome::running;
  if (job.task.tilted) {
    put_observation(model, model.fast.tilt_state(run.state.bodies), model.limits.rate,
                    rows.observations + kTiltObservation * i);
    return outcome;
  }
  rows.states[i] = run.state.state.index;
  const int moves = model.scheme->moves;
  for (int move = 0; move < moves; ++move)
    rows.action_mask[moves * i + move] = outcome == Outcome::running;
  return outcome;
}

/// Begins run i with the noise of a stream, in the maze with the stream's number modulo the number
/// of mazes.
MARBLEMAZE_HOST_DEVICE inline void begin_run(const DeviceJob& job, std::int64_t i,
                                             std::uint64_t stream) {
  DeviceRun& run = job.rows.runs[i];
  run = job.mazes.starts[stream % static_cast<std::uint64_t>(job.mazes.count)];
  run.state.stream = stream;
}

/// Begins run i again if it is over and the job says so. Returns whether the run makes a step.
MARBLEMAZE_HOST_DEVICE inline bool makes_step(const DeviceJob& job, std::int64_t i) {
  const DeviceRun& run = job.rows.runs[i];
  if (outcome_of(job.task, job.mazes.of(run.maze), run) == Outcome::running) return true;
  if (job.again) begin_run(job, i, run.state.stream + job.count);
  return false;
}

/// Kernel that begins runs, by default each with its next stream: that of stream s + N after s.
struct BeginKernel {
  MARBLEMAZE_HOST_DEVICE static void run(const DeviceJob& job, std::int64_t i) {
    const DeviceRows& rows = job.rows;
    if (job.masked && rows.mask[i] == 0) return;
    begin_run(job, i, job.with_streams ? rows.streams[i] : rows.runs[i].state.stream + job.count);
    static_cast<void>(put_row(job, i));
  }
};

/// Kernel that sets commands of continuous control, unless they are NaN or too long, and makes
/// ticks.
struct TiltKernel {
  MARBLEMAZE_HOST_DEVICE static void run(const DeviceJob& job, std::int64_t i) {
    DeviceRun& run = job.rows.runs[i];
    const bool steps = makes_step(job, i);
    double before = 0, remaining = 0;
    if (steps) {
      const DeviceModel model = job.mazes.of(run.maze);
      MarbleState state = run.state;  // in registers
      // Progress is the difference of two observations, which are floats.
      before = static_cast<float>(model.left_from(model.fast.marble_in_maze(state.bodies)));
      remaining = job.task.remaining(state.ticks, job.ticks);
      const float* const command = job.rows.commands + 3 * i;
      static_cast<void>(set_command(model, state, {command[0], command[1], command[2]}));
      advance_by(model, state, job.ticks);
      run.state = state;
    }
    const Outcome outcome = put_row(job, i);
    const double after = job.rows.observations[kTiltObservation * (i + 1) - 1];
    if (steps)
      job.rows.rewards[i] =
          static_cast<float>(job.task.rewards.of_tilt(outcome, before - after, remaining));
  }
};

/// Kernel that begins moves and makes ticks of moves under way. Launches follow until all moves
/// have ended.
struct MoveKernel {
  MARBLEMAZE_HOST_DEVICE static void run(const DeviceJob& job, std::int64_t i) {
    DeviceRun& run = job.rows.runs[i];
    const bool stands = !under_way(run.motion);
    if (stands && !job.begins) return;
    const bool begins = stands && makes_step(job, i);
    const DeviceModel model = job.mazes.of(run.maze);
    const int move = job.rows.moves[i];
    if (begins && move >= 0 && move < model.scheme->moves) {
      begin_turn(model, run.state, model.scheme->of[run.state.orientation.index].turns[move]);
      run.motion = Motion::speeding;
      ++run.moves;
    }
    const bool moves = under_way(run.motion);
    if (moves) {
      MarbleState state = run.state;  // in registers
      Motion motion = run.motion;
      for (int left = job.ticks; left > 0 && under_way(motion); --left)
        motion = tick_of_move(model, state);
      run.state = state;
      run.motion = motion;
      if (under_way(motion)) {
        *job.rows.any_under_way = 1;
        return;
      }
    }
    const Outcome outcome = put_row(job, i);
    if (moves)
      job.rows.rewards[i] = static_cast<float>(
          job.task.rewards.of_move(outcome, job.task.remaining(run.moves - 1, 1)));
  }
};

}  // namespace marblemaze
