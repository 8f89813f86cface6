#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/experiments/batch.h"
#include "engine/experiments/benchmark_set.h"
#include "maze/base/stop_token.h"

namespace marblemaze {

/// An agent in one problem of a set.
struct BenchmarkTask {
  std::string agent;        ///< a name of known_planners()
  std::size_t problem = 0;  ///< index into the set's problems
};

/// A run of a benchmark is stored as an episode is. Its world is the set's name, its seed the
/// problem's number from 1, and the set's hash stands in place of the settings'. A logic maze
/// counts as flat, with 0 cells a side.
[[nodiscard]] Task stored_task(const BenchmarkSet& set, const BenchmarkTask& task);

/// Plays one problem to its end: run number 1, in at most `set.move_limit` moves. Nothing where
/// `stop` asked before. Throws BadInput for an agent that does not exist.
[[nodiscard]] std::optional<EpisodeRow> run_benchmark_task(const BenchmarkSet& set,
                                                           const BenchmarkTask& task,
                                                           const StopToken& stop = {});

/// Runs tasks on `jobs` threads as run_batch() does.
void run_benchmark(const BenchmarkSet& set, const std::vector<BenchmarkTask>& tasks, int jobs,
                   const std::function<void(const EpisodeRow&)>& done, const StopToken& stop);

}  // namespace marblemaze
