#pragma once

#include <algorithm>

#include "engine/bench/results_store.h"
#include "engine/version.h"

namespace marblemaze::testing {

inline const RowSpec kRow{"single-move-prediction", ControlScheme::cube_8, Layers::outer, 5};

/// Returns a job with a foreign program version and settings hash.
inline Job made_job(std::uint64_t seed, const RowSpec& row) {
  return {row, seed, "bullet", "0123456789abcdef", "0.1.0"};
}

/// Returns the result of a run without simulating it.
inline ResultRow made_episode(std::uint64_t seed, Outcome outcome, Counters counters,
                              const RowSpec& row = kRow) {
  ResultRow episode{made_job(seed, row)};
  episode.outcome = outcome;
  episode.counters = counters;
  episode.ticks = 1000;
  episode.path_cells = 17;
  episode.cpu_us = 2000;
  return episode;
}

/// Returns a reference solution for the same maze and settings. The maze is unsolvable if `fewest`
/// is negative.
inline ResultRow made_truth(std::uint64_t seed, int fewest, const RowSpec& row = kRow) {
  ResultRow truth{made_job(seed, row).truth_job()};
  truth.truth.solvable = fewest >= 0;
  truth.truth.complete = true;
  truth.truth.solution.assign(static_cast<std::size_t>(std::max(fewest, 0)), MoveId(1));
  truth.truth.tried = 100;
  truth.cpu_us = 5000;
  return truth;
}

inline Job own_job(Job job) {
  job.settings = settings_hash({});
  job.version = program_version();
  return job;
}
/// Returns the row with own_job(), so that the row can be stored.
inline ResultRow own(ResultRow row) {
  row.job = own_job(row.job);
  return row;
}

}  // namespace marblemaze::testing
