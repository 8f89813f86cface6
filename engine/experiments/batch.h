#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/experiments/timed_run.h"

namespace marblemaze {

/// One row of a table: an agent under a control scheme, on one kind of maze.
struct RowSpec {
  std::string agent;     ///< a name of known_planners()
  int orientations = 8;  ///< of a scheme that such a maze has: 4, 8 or 24
  Layers layers = Layers::all;
  int size = 3;           ///< cells a side
  bool recovery = false;  ///< of frozen runs; the thesis had none

  auto operator<=>(const RowSpec&) const = default;
};

/// The 14 rows of the thesis's Tables 7 and 8, in their order.
[[nodiscard]] std::vector<RowSpec> thesis_suite();

/// The maze of a seed.
[[nodiscard]] std::shared_ptr<const Maze> bench_maze(Layers layers, int size, std::uint64_t seed);

/// One episode to run.
struct Task {
  RowSpec row;
  std::uint64_t seed;
};

/// About how long an episode takes, in no particular unit, from what is known before it is run: the
/// states of the maze under its scheme, and what the agent knows beforehand. Good enough for
/// beginning with the longest, which keeps threads from waiting for one at the end.
[[nodiscard]] double expected_cost(const Task& task);
/// The states in which a marble can rest, at most.
[[nodiscard]] double possible_states(Layers layers, int size, int orientations);

/// What is kept of an episode. Everything but cpu_us and thinking_us follows from the task and the
/// settings.
struct EpisodeRow {
  RowSpec row;
  std::uint64_t seed = 0;
  std::string world = "bullet";
  Outcome outcome = Outcome::running;
  Counters counters;             ///< the thesis's: moves, repeated, unrepeatable, predictions
  long ticks = 0;                ///< fixed steps of the world
  int path_cells = 0;            ///< of the theoretical path from start to target
  std::int64_t cpu_us = 0;       ///< processor time of the episode, its maze and plans included
  std::string fault = {};        ///< EpisodeResult::fault; not stored
  std::int64_t thinking_us = 0;  ///< TimedRun's; 0 in older files
};

/// What a run tells of it: all but what was run, and the processor time.
[[nodiscard]] EpisodeRow row_of(const TimedRun& run);

/// Runs one episode to its end; nothing where `stop` asked before. Throws BadInput for names, sizes
/// and schemes that do not exist.
[[nodiscard]] std::optional<EpisodeRow> run_task(const Task& task, const std::string& world,
                                                 const PhysicsSettings& settings,
                                                 const StopToken& stop = {});

/// Runs tasks on `jobs` threads as run_on_threads (maze/base/parallel.h) does: `done` gets each row,
/// one at a time, and `stop` ends it early, also in the middle of episodes, which are dropped.
void run_batch(const std::vector<Task>& tasks, const std::string& world,
               const PhysicsSettings& settings, int jobs,
               const std::function<void(const EpisodeRow&)>& done, const StopToken& stop);

}  // namespace marblemaze
