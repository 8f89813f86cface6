#pragma once

#include <algorithm>

#include "engine/results/results_store.h"

namespace marblemaze::testing {

inline const RowSpec kRow{"single-move-prediction", 8, Layers::outer, 5};

/// An episode as a test's reader would write it down; nothing was simulated.
inline StoredEpisode made_episode(std::uint64_t seed, Outcome outcome, Counters counters,
                                  const RowSpec& row = kRow) {
  EpisodeRow episode;
  episode.row = row;
  episode.seed = seed;
  episode.outcome = outcome;
  episode.counters = counters;
  episode.ticks = 1000;
  episode.path_cells = 17;
  episode.cpu_us = 2000;
  return {episode, "0123456789abcdef", "0.1.0"};
}

/// A truth of the same maze and settings; `fewest` below 0 stands for a maze without a way.
inline StoredTruth made_truth(std::uint64_t seed, int fewest, const RowSpec& row = kRow) {
  TruthRow truth;
  truth.problem = {problem_kind(row), seed};
  truth.truth.solvable = fewest >= 0;
  truth.truth.complete = true;
  truth.truth.solution.assign(static_cast<std::size_t>(std::max(fewest, 0)), MoveId(1));
  truth.truth.tried = 100;
  truth.cpu_us = 5000;
  return {truth, "0123456789abcdef", "0.1.0"};
}

}  // namespace marblemaze::testing
