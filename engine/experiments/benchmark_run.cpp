#include "engine/experiments/benchmark_run.h"

#include <cassert>

#include "engine/experiments/timed_run.h"
#include "maze/base/cpu_clock.h"
#include "maze/base/parallel.h"
#include "maze/grid/theoretical_path.h"

namespace marblemaze {
Task stored_task(const BenchmarkSet& set, const BenchmarkTask& task) {
  assert(task.problem < set.problems.size());
  const BenchmarkProblem& problem = set.problems[task.problem];
  RowSpec row{task.agent, problem.setup.orientations, Layers::flat, 0};
  if (const auto& maze = problem.setup.maze) {
    row.layers = maze->grid().layers();
    row.size = maze->grid().dims().x;
  }
  return {row, task.problem + 1};
}

std::optional<EpisodeRow> run_benchmark_task(const BenchmarkSet& set, const BenchmarkTask& task,
                                             const StopToken& stop) {
  const double began = thread_cpu_s();
  const Task stored = stored_task(set, task);
  const BenchmarkProblem& problem = set.problems[task.problem];
  Episode episode(
      {.setup = problem.setup, .player = {.agent = task.agent, .move_cap = set.move_limit}});
  const auto run = run_timed(episode, stop);
  if (!run) return std::nullopt;
  EpisodeRow row = row_of(*run);
  row.row = stored.row;
  row.seed = stored.seed;
  row.world = set.name;
  if (const auto& maze = problem.setup.maze)
    row.path_cells = TheoreticalPaths(*maze).length(maze->start());
  row.cpu_us = static_cast<std::int64_t>(1e6 * (thread_cpu_s() - began));
  return row;
}

void run_benchmark(const BenchmarkSet& set, const std::vector<BenchmarkTask>& tasks, int jobs,
                   const std::function<void(const EpisodeRow&)>& done, const StopToken& stop) {
  run_on_threads<EpisodeRow>(
      tasks.size(), jobs, [&](std::size_t i) { return run_benchmark_task(set, tasks[i], stop); },
      done, stop);
}

}  // namespace marblemaze
