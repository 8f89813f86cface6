#include "engine/experiments/batch.h"

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

EpisodeRow run_task(const Task& task, const std::string& world, const PhysicsSettings& settings) {
  const double began = thread_cpu_s();
  EpisodeSpec spec;
  spec.maze = bench_maze(task.row.layers, task.row.size, task.seed);
  spec.agent = task.row.agent;
  spec.orientations = task.row.orientations;
  spec.world = world;
  spec.recovery = task.row.recovery;
  spec.settings = settings;
  const int path_cells = TheoreticalPaths(*spec.maze).length(spec.maze->start());
  const EpisodeResult result = Episode(std::move(spec)).run();
  return {task.row,        task.seed,
          world,           result.outcome,
          result.counters, result.ticks,
          path_cells,      static_cast<std::int64_t>(1e6 * (thread_cpu_s() - began))};
}

void run_batch(const std::vector<Task>& tasks, const std::string& world,
               const PhysicsSettings& settings, int jobs,
               const std::function<void(const EpisodeRow&)>& done, const StopToken& stop) {
  run_on_threads<EpisodeRow>(
      tasks.size(), jobs, [&](std::size_t i) { return run_task(tasks[i], world, settings); }, done,
      stop);
}

}  // namespace marblemaze
