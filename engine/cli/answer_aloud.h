#pragma once

#include <string>

#include "engine/results/results_store.h"

namespace marblemaze {

/// Answers the jobs into the store, on so many threads (0: all cores), until it is interrupted.
/// Says on standard error how far it is, `what` being the jobs in the plural, and what an agent of
/// one's own did wrong, and where. How many jobs are left without an answer.
[[nodiscard]] std::size_t answer_aloud(ResultsStore& store, const Source& source,
                                       const std::vector<Job>& jobs, const std::string& what,
                                       int threads,
                                       const std::function<void(const ResultRow&)>& on_row);

}  // namespace marblemaze
