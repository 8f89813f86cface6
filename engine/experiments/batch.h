#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/run/episode.h"

namespace marblemaze {

/// One row of a table: an agent under a control scheme, on one kind of maze.
struct RowSpec {
  std::string agent;
  int orientations = 8;
  Layers layers = Layers::all;
  int size = 3;
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

/// What is kept of an episode. Everything but cpu_us follows from the task and the settings.
struct EpisodeRow {
  RowSpec row;
  std::uint64_t seed = 0;
  std::string world = "bullet";
  Outcome outcome = Outcome::running;
  Counters counters;
  long ticks = 0;
  int path_cells = 0;
  std::int64_t cpu_us = 0;  ///< processor time of the episode, its maze and plans included
};

[[nodiscard]] EpisodeRow run_task(const Task& task, const std::string& world,
                                  const PhysicsSettings& settings);

/// Runs tasks as run_on_threads (maze/base/parallel.h) does.
void run_batch(const std::vector<Task>& tasks, const std::string& world,
               const PhysicsSettings& settings, int jobs,
               const std::function<void(const EpisodeRow&)>& done, const std::atomic<bool>& stop);

}  // namespace marblemaze
