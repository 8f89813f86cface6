#include "engine/batch.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

#include "engine/cpu_clock.h"
#include "maze/kruskal_generator.h"
#include "maze/theoretical_path.h"

namespace marblemaze {
namespace {

/// Finished rows on their way from the workers to the calling thread.
class Outbox {
 public:
  void put(EpisodeRow row) {
    const std::lock_guard lock(mutex_);
    rows_.push_back(std::move(row));
    filled_.notify_one();
  }

  void fail(std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = std::move(error);
    filled_.notify_one();
  }

  void worker_left() {
    const std::lock_guard lock(mutex_);
    ++left_;
    filled_.notify_one();
  }

  /// False when all workers have left and nothing is waiting. Rethrows a worker's error.
  bool take(EpisodeRow& row, int workers) {
    std::unique_lock lock(mutex_);
    filled_.wait(lock, [&] { return error_ || !rows_.empty() || left_ == workers; });
    if (error_) std::rethrow_exception(error_);
    if (rows_.empty()) return false;
    row = std::move(rows_.front());
    rows_.pop_front();
    return true;
  }

 private:
  std::mutex mutex_;
  std::condition_variable filled_;
  std::deque<EpisodeRow> rows_;
  std::exception_ptr error_;
  int left_ = 0;
};

}  // namespace

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

EpisodeRow run_task(const Task& task, const std::string& world, const PhysicsSettings& settings) {
  const double began = thread_cpu_s();
  EpisodeSpec spec;
  const int depth = task.row.layers == Layers::flat ? 1 : task.row.size;
  spec.maze = std::make_shared<const Maze>(
      generate_kruskal({task.row.size, task.row.size, depth}, task.row.layers, task.seed));
  spec.agent = task.row.agent;
  spec.orientations = task.row.orientations;
  spec.world = world;
  spec.recovery = task.row.recovery;
  spec.settings = settings;
  const int path_cells = TheoreticalPaths(*spec.maze).length(spec.maze->start());
  const EpisodeResult result = Episode(std::move(spec)).run();
  return {task.row,        task.seed,    world,      result.outcome,
          result.counters, result.ticks, path_cells, static_cast<std::int64_t>(1e6 * (thread_cpu_s() - began))};
}

void run_batch(const std::vector<Task>& tasks, const std::string& world,
               const PhysicsSettings& settings, int jobs,
               const std::function<void(const EpisodeRow&)>& done, const std::atomic<bool>& stop) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> abandon{false};
  Outbox outbox;
  const auto work = [&] {
    try {
      for (std::size_t i = next++; i < tasks.size() && !stop && !abandon; i = next++)
        outbox.put(run_task(tasks[i], world, settings));
    } catch (...) {
      outbox.fail(std::current_exception());
    }
    outbox.worker_left();
  };
  std::vector<std::jthread> workers;
  try {
    for (int i = 0; i < jobs; ++i) workers.emplace_back(work);
    EpisodeRow row;
    while (outbox.take(row, jobs)) done(row);
  } catch (...) {
    abandon = true;
    throw;
  }
}

}  // namespace marblemaze
