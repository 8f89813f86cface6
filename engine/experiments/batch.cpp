#include "engine/experiments/batch.h"

#include "agent/contracts/advice.h"
#include "agent/contracts/planner.h"
#include "maze/base/cpu_clock.h"
#include "maze/base/parallel.h"
#include "maze/grid/kruskal_generator.h"
#include "maze/grid/theoretical_path.h"

namespace marblemaze {

std::vector<RowSpec> thesis_suite() {
  std::vector<RowSpec> rows;
  for (const auto& [layers, size] : {std::pair(Layers::outer, 5), std::pair(Layers::all, 3)}) {
    for (const char* agent : {"depth-first", "breadth-first", "heuristic", "improved-heuristic",
                              "single-move-prediction", "complete-solution-prediction"})
      rows.push_back({agent, 8, layers, size});
    rows.push_back({"complete-solution-prediction", 24, layers, size});
  }
  return rows;
}

std::shared_ptr<const Maze> bench_maze(Layers layers, int size, std::uint64_t seed) {
  return std::make_shared<const Maze>(generate_kruskal(size, layers, seed));
}

double possible_states(Layers layers, int size, int orientations) {
  return static_cast<double>(Grid(size, layers).maze_cells()) * orientations;
}

double expected_cost(const Task& task) {
  // Rough guesses that decide nothing but an order: an agent that simulates computes far more than
  // it moves, and one that knows nothing beforehand has to try the most moves.
  constexpr double kSimulates = 20, kKnowsNothing = 2;
  const PlannerEntry& agent = planner_entry(task.row.agent);
  const double share = agent.simulates                            ? kSimulates
                       : agent.knowledge == Knowledge::experience ? kKnowsNothing
                                                                  : 1;
  return share * possible_states(task.row.layers, task.row.size, task.row.orientations);
}

EpisodeRow row_of(const TimedRun& run) {
  EpisodeRow row;
  row.outcome = run.result.outcome;
  row.counters = run.result.counters;
  row.ticks = run.result.ticks;
  row.fault = run.result.fault;
  row.thinking_us = run.thinking_us;
  return row;
}

std::optional<EpisodeRow> run_task(const Task& task, const std::string& world,
                                   const PhysicsSettings& settings, const StopToken& stop) {
  const double began = thread_cpu_s();
  const auto maze = bench_maze(task.row.layers, task.row.size, task.seed);
  const int path_cells = TheoreticalPaths(*maze).length(maze->start());
  Episode episode({.setup = {world, maze, task.row.orientations, settings},
                   .player = {.agent = task.row.agent, .recovery = task.row.recovery}});
  const auto run = run_timed(episode, stop);
  if (!run) return std::nullopt;
  EpisodeRow row = row_of(*run);
  row.row = task.row;
  row.seed = task.seed;
  row.world = world;
  row.path_cells = path_cells;
  row.cpu_us = static_cast<std::int64_t>(1e6 * (thread_cpu_s() - began));
  return row;
}

void run_batch(const std::vector<Task>& tasks, const std::string& world,
               const PhysicsSettings& settings, int jobs,
               const std::function<void(const EpisodeRow&)>& done, const StopToken& stop) {
  run_on_threads<EpisodeRow>(
      tasks.size(), jobs, [&](std::size_t i) { return run_task(tasks[i], world, settings, stop); },
      done, stop);
}

}  // namespace marblemaze
